"""Our site of Django's admin: it asks for a second factor, begins with a dashboard and writes an
audit log.
"""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from escale.common.admin.audited import Audited
from escale.common.admin.bounded_lists import BoundedList
from escale.house import dashboard

#: the models of the admin, grouped by the work of staff instead of by app
GROUPS = [
    (_("Library"), ["GameTitle", "Copy", "Shelf", "Tag", "Contributor"]),
    (_("Guests and counting"), ["Loan", "Reservation", "InventoryCheck", "ImportJob"]),
    (_("Rule texts"), ["RuleDocument", "Term", "Ruling", "Edition", "Extract", "Report", "Takedown"]),
    (_("House and staff"), ["House", "User", "TOTPDevice", "StaticDevice", "AuditEntry"]),
]
#: names for models of libraries, which have English names only
NAMES = {"TOTPDevice": _("second factors of staff"), "StaticDevice": _("recovery codes of staff")}


class TitledList(admin.ModelAdmin):
    """Gives a list the name of its model as its title."""

    def changelist_view(self, request, extra_context=None):
        title = capfirst(NAMES.get(self.model.__name__, self.opts.verbose_name_plural))
        return super().changelist_view(request, {"title": title} | (extra_context or {}))


class DeskSite(admin.AdminSite):
    site_header = site_title = "Escale à jeux"
    index_title = _("Today at the house")
    index_template = "escale/dashboard.html"
    login_template = "escale/login.html"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and (not settings.SECOND_FACTOR or request.user.is_verified())

    def login(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        if super().has_permission(request) and not self.has_permission(request):
            query = urlencode({"next": request.GET.get("next") or reverse("admin:index")})
            return redirect(f"{reverse('second_factor')}?{query}")
        return super().login(request, extra_context)

    def register(self, model_or_iterable, admin_class=None, **options) -> None:
        """Adds the audit log, the title and the bounds of the list to every admin class, whichever app
        registers it.
        """
        base = admin_class or admin.ModelAdmin
        audited_class = type(base.__name__, (TitledList, BoundedList, Audited, base), {})
        super().register(model_or_iterable, audited_class, **options)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict]:
        """The models that this person may see: grouped by work, or those of one app."""
        apps = super().get_app_list(request, app_label)
        if app_label:
            return apps
        app_by_model = {model["object_name"]: app for app in apps for model in app["models"]}
        models_by_name = {
            model["object_name"]: _with_own_name(model) for app in apps for model in app["models"]
        }
        groups = []
        for name, model_names in GROUPS:
            visible = [model_name for model_name in model_names if model_name in models_by_name]
            if visible:
                # The template expects apps. A group therefore has the values of its first model's app,
                # except for the name and the models.
                models = [models_by_name[model_name] for model_name in visible]
                groups.append(app_by_model[visible[0]] | {"name": name, "models": models})
        return groups

    def index(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        return super().index(request, dashboard.dashboard_context(request.user) | (extra_context or {}))


def _with_own_name(model: dict) -> dict:
    return model | {"name": capfirst(NAMES.get(model["object_name"], model["name"]))}
