from django.apps import AppConfig


class EscaleConfig(AppConfig):
    """The house: it knows every app and plugs them into each other."""

    name = "escale"

    def ready(self) -> None:
        from escale import wiring  # noqa: PLC0415 (models are only there now)

        wiring.connect()
