"""Les Ombres de Macao in words."""

from games.game_folder import GameWords
from games.macao.words.board import SCREEN, describe_board
from games.macao.words.sentences import ACTIONS, DECISIONS, EVENTS, REFUSALS

WORDS = GameWords(
    decisions=DECISIONS, actions=ACTIONS, events=EVENTS, refusals=REFUSALS, screen=SCREEN, board=describe_board
)
