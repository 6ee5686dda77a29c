"""The admin as staff meet it: proven twice, the day at a glance, every change written down."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from escale.common.admin.audited import Audited
from escale.house import dashboard

# The parts of the administration as staff think of them, each with its models in the order of daily use.
PARTS = [
    (_("Library"), ["GameTitle", "Copy", "Shelf", "Tag", "Contributor"]),
    (_("Guests and counting"), ["Loan", "Reservation", "InventoryCheck", "ImportJob"]),
    (_("Rule texts"), ["RuleDocument", "Term", "Ruling", "Edition", "Extract", "Report", "Takedown"]),
    (_("House and staff"), ["House", "User", "TOTPDevice", "StaticDevice", "AuditEntry"]),
]
# Libraries name these in English only.
NAMES = {"TOTPDevice": _("phones of staff"), "StaticDevice": _("recovery codes of staff")}


class Named(admin.ModelAdmin):
    """A list is called as what stands in it."""

    def changelist_view(self, request, extra_context=None):
        title = capfirst(NAMES.get(self.model.__name__, self.opts.verbose_name_plural))
        return super().changelist_view(request, {"title": title} | (extra_context or {}))


class DeskSite(admin.AdminSite):
    site_header = site_title = "Escale à jeux"
    index_title = _("Today at the house")
    index_template = "escale/dashboard.html"

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and (not settings.SECOND_FACTOR or request.user.is_verified())

    def login(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        if super().has_permission(request) and not self.has_permission(request):
            query = urlencode({"next": request.GET.get("next") or reverse("admin:index")})
            return redirect(f"{reverse('second_factor')}?{query}")
        return super().login(request, extra_context)

    def register(self, model_or_iterable, admin_class=None, **options) -> None:
        """Whatever is registered, by whatever app, is written into the audit log."""
        given = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(given.__name__, (Named, Audited, given), {}), **options)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict]:
        found = super().get_app_list(request, app_label)
        if app_label:
            return found
        models = {model["object_name"]: (app, model) for app in found for model in app["models"]}
        return [part for name, names in PARTS if (part := _part(name, [models[n] for n in names if n in models]))]

    def index(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        return super().index(request, dashboard.dashboard_context(request.user) | (extra_context or {}))


def _part(name, found: list[tuple[dict, dict]]) -> dict:
    """The models of one part, dressed as Django dresses an app; nothing, where the role sees none of them."""
    if not found:
        return {}
    models = [model | {"name": capfirst(NAMES.get(model["object_name"], model["name"]))} for _app, model in found]
    return found[0][0] | {"name": name, "models": models}
