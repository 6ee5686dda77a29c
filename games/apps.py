from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """A game whose folder lacks a part stops the start."""
        from games.registry import load_games  # noqa: PLC0415 (its words need the translations)

        load_games()
