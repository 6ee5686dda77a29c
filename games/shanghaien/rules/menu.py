"""Every action of the game, made once, and the menus put together from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.contract import Action, Decision
from games.shanghaien.rules.state import AIM, AIM_BOTH, FIRST, OVER, PLACE, ROLLED, TURN, State
from games.shanghaien.rules.tables import CARDS, ENDS, NATIONS, NEEDED, ROW, SAILORS, SECOND
from games.shanghaien.rules.tables import ROLLED as DICE_ROLLED

ROLL: Final[Action] = ("roll",)
SHANGHAI: Final[Action] = ("shanghai",)
DIRECTIONS: Final[tuple[Action, ...]] = tuple(("direction", end) for end in ENDS)
_PLACES: Final[tuple[Action, ...]] = tuple(("place", value) for value in range(1, ROW + 1))
_PAIRS: Final[list[tuple[int, ...]]] = [(one, other) for one in range(1, ROW + 1) for other in range(1, ROW + 1)]
_STEPS: Final = [(die, delta) for die in range(DICE_ROLLED) for delta in (-1, 1)]
_TRICKS: Final = CARDS[SAILORS:]


def _adjust(card: str, die: int, delta: int) -> Action:
    return ("trick", card, "adjust", None, die, delta)


def _joker(card: str, nation: str) -> Action:
    return ("trick", card, "joker", nation, None, None)


def _plain(card: str, use: str) -> Action:
    return ("trick", card, use, None, None, None)


def _second(card: str, pair: tuple[int, ...]) -> tuple[Action, ...]:
    """What the card offers beside joker, with these dice."""
    if SECOND[card] != "adjust":
        return (_plain(card, SECOND[card]),)
    return tuple(_adjust(card, die, delta) for die, delta in _STEPS if 1 <= pair[die] + delta <= ROW)


def _jokers(card: str, mask: int) -> tuple[Action, ...]:
    """Joker in each nation of the mask. rules: trick-joker"""
    return tuple(_joker(card, name) for n, name in enumerate(NATIONS) if mask >> n & 1)


#: dice in supply -> menu. rules: roll, shanghai
_TURNS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    ((ROLL,) if supply >= DICE_ROLLED else ()) + ((SHANGHAI,) if ROW - supply >= NEEDED else ())
    for supply in range(ROW + 1)
)
_PLACE: Final = {pair: tuple(_PLACES[value - 1] for value in sorted(set(pair))) for pair in _PAIRS}
_SECOND: Final = [{pair: _second(card, pair) for pair in _PAIRS} for card in _TRICKS]
_JOKER: Final = [[_jokers(card, mask) for mask in range(1 << len(NATIONS))] for card in _TRICKS]
#: mask of tricks -> their places among the trick cards
_HELD: Final = [[n for n in range(len(_TRICKS)) if mask >> n & 1] for mask in range(1 << len(_TRICKS))]

#: phase -> the kind of its decision
_KINDS: Final = {
    TURN: "turn", ROLLED: "place", FIRST: "direction", PLACE: "place", AIM: "direction", AIM_BOTH: "direction",
}  # fmt: skip


def decisions(state: State) -> list[Decision]:
    if state.phase == OVER:
        return []
    return [Decision(f"r{state.round}.t{state.step + 1}", state.seat, _KINDS[state.phase])]


def turn(state: State) -> int:
    return state.seat


def legal(state: State, seat: int) -> Sequence[Action]:
    """The menu of the seat that decides; empty for the other."""
    phase = state.phase
    if seat != state.seat:
        return ()
    if phase == TURN:
        return _TURNS[state.supply[seat]]
    if phase >= AIM:
        return DIRECTIONS if phase != OVER else ()
    menu: tuple[Action, ...] = DIRECTIONS if phase == FIRST else _PLACE[state.pair]
    if phase == PLACE or state.used >> seat & 1:
        return menu
    for trick in _HELD[state.tricks[seat]]:  # rules: tricks
        menu += _SECOND[trick][state.pair] + _JOKER[trick][state.sailors[seat]]
    return menu


def owned(state: State, seat: int) -> list[str]:
    """The unused trick cards of a seat."""
    return [card for trick, card in enumerate(_TRICKS) if state.tricks[seat] >> trick & 1]


def steps(card: str) -> list[Action]:
    """The four ways to adjust, possible or not."""
    return [_adjust(card, die, delta) for die, delta in _STEPS]


def _make_all_actions() -> list[Action]:
    actions = [ROLL, SHANGHAI, *DIRECTIONS, *_PLACES]
    for card in _TRICKS:
        actions += [_joker(card, nation) for nation in NATIONS] + [_adjust(card, *step) for step in _STEPS]
        actions += [_plain(card, "both"), _plain(card, "reroll")]
    return actions


ALL_ACTIONS: Final = _make_all_actions()
