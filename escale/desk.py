"""The admin as staff meet it: proven twice, the day at a glance, every change written down."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from escale import dashboard
from escale.common.audited import Audited


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
        super().register(model_or_iterable, type(given.__name__, (Audited, given), {}), **options)

    def index(self, request: HttpRequest, extra_context=None) -> HttpResponse:
        return super().index(request, dashboard.content(request.user) | (extra_context or {}))
