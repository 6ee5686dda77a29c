"""Shanghaien with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.game_folder import Facts, Game
from games.shanghaien.bot import LEVELS
from games.shanghaien.lesson import LESSON
from games.shanghaien.rules import ENGINE
from games.shanghaien.words import WORDS

GAME = Game(
    slug="shanghaien",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    facts=Facts(
        name="Shanghaien",
        pitch=_("Two captains roll for the crews of a harbour bar, and nobody plays quite fair. Stop in time!"),
        minutes=20,
        age=8,
        options={"extra_trick": _("Both players begin with one more dirty trick")},
    ),
)
