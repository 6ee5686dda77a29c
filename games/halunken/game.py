"""Halunken with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.bots.judging.analyst import make_analyst
from games.bots.judging.calibration import Forecast
from games.bots.judging.judged_game import JudgedGame
from games.game_folder import Facts, Game
from games.halunken.bot import LEVELS
from games.halunken.lesson import LESSON
from games.halunken.odds import ODDS, count_points
from games.halunken.positions import PROBES
from games.halunken.reasons import find_facts, find_reason, list_things
from games.halunken.rules import ENGINE
from games.halunken.table_luck import TABLE_LUCK
from games.halunken.words import WORDS

JUDGED_GAME = JudgedGame(ENGINE, LEVELS.steady, LEVELS.policy, ODDS, 2, find_reason, list_things, find_facts)
GAME = Game(
    slug="halunken",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    probes=PROBES,
    find_reason=find_reason,
    table_luck=TABLE_LUCK,
    analyst=make_analyst(JUDGED_GAME),
    is_analyst_slow=True,
    forecast=Forecast(ODDS.estimate, count_points),
    judged_game=JUDGED_GAME,
    facts=Facts(
        name="Halunken",
        pitch=_("One night, fourteen dives: recruit the strongest crew, brawl, and beware of Black Jack."),
        minutes=30,
        age=10,
        options={"black_jack": _("With Black Jack"), "games": _("Number of games, totals added")},
        first_options={"black_jack": False},
        has_secrets=True,
    ),
)
