"""Shanghaien with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.bots.judging.calibration import Forecast
from games.game_folder import Facts, Game
from games.shanghaien import odds
from games.shanghaien.bot import LEVELS
from games.shanghaien.lesson import LESSON
from games.shanghaien.positions import PROBES
from games.shanghaien.reasons import find_reason
from games.shanghaien.rules import ENGINE
from games.shanghaien.solver.analyst import analyse
from games.shanghaien.solver.solution import solve_last_round
from games.shanghaien.table_luck import TABLE_LUCK
from games.shanghaien.words import WORDS

GAME = Game(
    slug="shanghaien",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    probes=PROBES,
    find_reason=find_reason,
    table_luck=TABLE_LUCK,
    analyst=analyse,
    solve_menu=solve_last_round,
    forecast=Forecast(odds.estimate, odds.count_points),
    facts=Facts(
        name="Shanghaien",
        pitch=_(
            "Two captains compete for the sailors of a harbour tavern: roll two dice, place one, cheat a "
            "little and shout Shanghai in time!"
        ),
        minutes=20,
        age=8,
        options={"extra_trick": _("Each player begins with one more dirty trick")},
    ),
)
