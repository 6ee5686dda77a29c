"""Les Ombres de Macao with all of its parts."""

from django.utils.translation import gettext_lazy as _

from games.bots.judging.analyst import make_analyst
from games.bots.judging.calibration import Forecast
from games.bots.judging.judged_game import JudgedGame
from games.game_folder import Facts, Game
from games.macao.bot import LEVELS
from games.macao.lesson import LESSON
from games.macao.odds import ODDS, count_points
from games.macao.positions import PROBES
from games.macao.reasons import find_facts, find_reason, list_things
from games.macao.rules import ENGINE
from games.macao.table_luck import TABLE_LUCK
from games.macao.words import WORDS

JUDGED_GAME = JudgedGame(ENGINE, LEVELS.steady, LEVELS.policy, ODDS, 6, find_reason, list_things, find_facts)
GAME = Game(
    slug="macao",
    engine=ENGINE,
    bots=LEVELS,
    words=WORDS,
    lesson=LESSON,
    probes=PROBES,
    find_reason=find_reason,
    find_visible_facts=find_facts,
    table_luck=TABLE_LUCK,
    analyst=make_analyst(JUDGED_GAME),
    is_analyst_slow=True,
    forecast=Forecast(ODDS.estimate, count_points),
    judged_game=JUDGED_GAME,
    facts=Facts(
        name=_("Shadows of Macao"),
        pitch=_(
            "The head of the clan is dead. Gather informants, turn them into members, open establishments."
        ),
        minutes=30,
        age=10,
        has_secrets=True,
    ),
)
