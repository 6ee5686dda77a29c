from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesDocsConfig(AppConfig):
    name = "rules_docs"
    verbose_name = _("Rule texts")
