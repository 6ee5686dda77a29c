from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommonConfig(AppConfig):
    """Helpers that do not know any other app, so every app may import them."""

    name = "escale.common"
    label = "common"
    verbose_name = _("Audit log")
