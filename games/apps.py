from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Loads all games, so that the site does not start if the folder of a game lacks a part."""
        from games.registry import load_games  # noqa: PLC0415 (its words need the translations)

        load_games()
