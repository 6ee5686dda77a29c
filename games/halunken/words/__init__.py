"""Halunken in words."""

from games.game_folder import GameWords
from games.halunken.words.board import SCREEN, describe_board
from games.halunken.words.coach import coach
from games.halunken.words.drawing import draw_position
from games.halunken.words.names import say_scoundrel
from games.halunken.words.questions import QUESTIONS
from games.halunken.words.reasons import REASONS
from games.halunken.words.reasons_about import REASONS_ABOUT
from games.halunken.words.sentences import ACTIONS, DECISIONS, EVENTS, REFUSALS
from games.halunken.words.table import TABLE
from games.halunken.words.wide_drawing import draw_wide

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
    name_thing=say_scoundrel,
)
