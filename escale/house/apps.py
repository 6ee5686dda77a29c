from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.utils.translation import gettext_lazy as _


class EscaleConfig(AppConfig):
    """The house: the app that knows all others and connects them."""

    name, label, default = "escale.house", "escale", True
    verbose_name = _("The house")

    def ready(self) -> None:
        from escale import wiring  # noqa: PLC0415 (models are loaded only now)

        wiring.connect_ports()


class DeskConfig(admin_apps.AdminConfig):
    """Django's admin with our own site: second factor, dashboard, audit log."""

    default, default_site = False, "escale.house.admin_site.DeskSite"
