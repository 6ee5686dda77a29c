"""Les Ombres de Macao with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.game_folder import Facts, Game
from games.macao.bot import LEVELS
from games.macao.lesson import LESSON
from games.macao.rules import ENGINE
from games.macao.words import WORDS

GAME = Game(
    slug="macao",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    facts=Facts(
        name=_("Shadows of Macao"),
        pitch=_("The head of the clan is dead. Gather informants, turn them into members, open establishments."),
        minutes=30,
        age=10,
        has_secrets=True,
    ),
)
