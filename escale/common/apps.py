from django.apps import AppConfig


class CommonConfig(AppConfig):
    """Helpers that know no other app: every app may import them."""

    name = "escale.common"
    label = "common"
