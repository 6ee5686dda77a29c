"""Les Ombres de Macao in words."""

from games.game_folder import GameWords
from games.macao.words.board import SCREEN, describe_board
from games.macao.words.coach import coach
from games.macao.words.drawing import draw_position
from games.macao.words.questions import QUESTIONS
from games.macao.words.reasons import REASONS, REASONS_ABOUT
from games.macao.words.sentences import ACTIONS, DECISIONS, EVENTS, REFUSALS
from games.macao.words.table import TABLE
from games.macao.words.wide_drawing import draw_wide

WORDS = GameWords(
    decisions=DECISIONS,
    actions=ACTIONS,
    events=EVENTS,
    refusals=REFUSALS,
    screen=SCREEN,
    board=describe_board,
    coach=coach,
    reasons=REASONS,
    reasons_about=REASONS_ABOUT,
    table=TABLE,
    questions=QUESTIONS,
    draw=draw_position,
    draw_wide=draw_wide,
)
