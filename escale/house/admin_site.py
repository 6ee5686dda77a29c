"""Our site of Django's admin. It requires a second factor, has a dashboard, and writes an audit log."""

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

#: The models of the admin, grouped by tasks of staff instead of by app.
GROUPS = [
    (_("Library"), ["GameTitle", "Copy", "Shelf", "Tag", "Contributor"]),
    (_("Guests and inventory"), ["Loan", "Reservation", "InventoryCheck", "ImportJob"]),
    (_("Rule texts"), ["RuleDocument", "Term", "Ruling", "Edition", "Extract", "Report", "Takedown"]),
    (_("House and staff"), ["House", "User", "TOTPDevice", "StaticDevice", "AuditEntry"]),
]
#: Names for models of libraries, which only have English names.
NAMES = {"TOTPDevice": _("second factors of staff"), "StaticDevice": _("recovery codes of staff")}


class TitledList(admin.ModelAdmin):
    """Uses the name of the model as the title of its list."""

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
        """Adds the audit log, the title and the bounds of the list to every admin class of every app."""
        base = admin_class or admin.ModelAdmin
        audited_class = type(base.__name__, (TitledList, BoundedList, Audited, base), {})
        super().register(model_or_iterable, audited_class, **options)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict]:
        """The models that this user may see: grouped by task, or those of one app."""
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
                # The template expects apps. So a group gets the values of its first model's app.
                models = [models_by_name[model_name] for model_name in visible]
                groups.append(app_by_model[visible[0]] | {"name": name, "models": models})
        return groups

    def index(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        return super().index(request, dashboard.dashboard_context(request.user) | (extra_context or {}))


def _with_own_name(model: dict) -> dict:
    return model | {"name": capfirst(NAMES.get(model["object_name"], model["name"]))}
