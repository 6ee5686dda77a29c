"""Shanghaien in words."""

from games.game_folder import GameWords
from games.shanghaien.words.board import SCREEN, describe_board
from games.shanghaien.words.coach import coach
from games.shanghaien.words.drawing import draw_position
from games.shanghaien.words.names import say_where_placed
from games.shanghaien.words.questions import QUESTIONS
from games.shanghaien.words.reasons import REASONS, REASONS_ABOUT
from games.shanghaien.words.sentences import ACTIONS, DECISIONS, EVENTS, REFUSALS
from games.shanghaien.words.table import TABLE
from games.shanghaien.words.wide_drawing import draw_wide

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
    name_thing=say_where_placed,
)
