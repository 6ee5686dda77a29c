"""Halunken with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.game_folder import Facts, Game
from games.halunken.bot import LEVELS
from games.halunken.lesson import LESSON
from games.halunken.rules import ENGINE
from games.halunken.words import WORDS

GAME = Game(
    slug="halunken",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    facts=Facts(
        name="Halunken",
        pitch=_("One night, fourteen dives: recruit the strongest crew, brawl, and beware of Black Jack."),
        minutes=30,
        age=10,
        options={"black_jack": _("With Black Jack"), "games": _("Number of games, totals added")},
        has_secrets=True,
    ),
)
