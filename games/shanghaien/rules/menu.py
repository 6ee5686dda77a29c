"""All actions of the game, made once, and the menus that consist of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core.contract import Action, Decision
from games.shanghaien.rules.state import AIMING, AIMING_BOTH, FIRST_ROLL, OVER, PLACING, ROLLED, TURN, State
from games.shanghaien.rules.tables import (
    CARDS,
    DICE,
    DICE_PER_ROLL,
    DICE_TO_SHANGHAI,
    DIE_SIDES,
    ENDS,
    NATIONS,
    SAILOR_COUNT,
    SECOND_USE,
    has_bit,
)

ROLL: Final[Action] = ("roll",)
SHANGHAI: Final[Action] = ("shanghai",)
DIRECTIONS: Final[tuple[Action, ...]] = tuple(("direction", end) for end in ENDS)
_PLACE_ACTIONS: Final[tuple[Action, ...]] = tuple(("place", value) for value in range(1, DIE_SIDES + 1))
_ROLLS: Final[list[tuple[int, ...]]] = [
    (first, second) for first in range(1, DIE_SIDES + 1) for second in range(1, DIE_SIDES + 1)
]
_ADJUSTMENTS: Final = [(die, delta) for die in range(DICE_PER_ROLL) for delta in (-1, 1)]
_TRICKS: Final = CARDS[SAILOR_COUNT:]


def _make_adjust(card: str, die: int, delta: int) -> Action:
    return ("trick", card, "adjust", None, die, delta)


def _make_joker(card: str, nation: str) -> Action:
    return ("trick", card, "joker", nation, None, None)


def _make_trick(card: str, use: str) -> Action:
    return ("trick", card, use, None, None, None)


def _list_second_uses(card: str, roll: tuple[int, ...]) -> tuple[Action, ...]:
    """The actions of the card with these dice, except as a joker."""
    if SECOND_USE[card] != "adjust":
        return (_make_trick(card, SECOND_USE[card]),)
    return tuple(
        _make_adjust(card, die, delta) for die, delta in _ADJUSTMENTS if 1 <= roll[die] + delta <= DIE_SIDES
    )


def _list_jokers(card: str, mask: int) -> tuple[Action, ...]:
    """The card as a joker for each nation in the mask. rules: trick-joker"""
    return tuple(_make_joker(card, name) for nation, name in enumerate(NATIONS) if has_bit(mask, nation))


#: dice in supply -> menu. rules: roll, shanghai
_TURN_MENUS: Final[tuple[tuple[Action, ...], ...]] = tuple(
    ((ROLL,) if supply >= DICE_PER_ROLL else ()) + ((SHANGHAI,) if DICE - supply >= DICE_TO_SHANGHAI else ())
    for supply in range(DICE + 1)
)
#: roll -> menu
_PLACE_MENUS: Final = {
    roll: tuple(_PLACE_ACTIONS[value - 1] for value in sorted(set(roll))) for roll in _ROLLS
}
#: [trick][roll] -> the second use of the trick with this roll
_SECOND_USES: Final = [{roll: _list_second_uses(card, roll) for roll in _ROLLS} for card in _TRICKS]
#: [trick][mask of nations] -> the trick as a joker
_JOKERS: Final = [[_list_jokers(card, mask) for mask in range(1 << len(NATIONS))] for card in _TRICKS]
#: mask of tricks -> the tricks that it contains
_TRICKS_OF: Final = [
    [trick for trick in range(len(_TRICKS)) if has_bit(mask, trick)] for mask in range(1 << len(_TRICKS))
]

#: phase -> the kind of its decision
_KINDS: Final = {
    TURN: "turn", ROLLED: "place", FIRST_ROLL: "direction", PLACING: "place", AIMING: "direction",
    AIMING_BOTH: "direction",
}  # fmt: skip


def decisions(state: State) -> list[Decision]:
    if state.phase == OVER:
        return []
    return [Decision(f"r{state.round}.t{state.step + 1}", state.decider, _KINDS[state.phase])]


def turn(state: State) -> int:
    return state.decider


def legal(state: State, seat: int) -> Sequence[Action]:
    """The menu of the seat that decides; empty for the other.

    It consists of parts made above, which is fast.
    """
    phase = state.phase
    if seat != state.decider:
        return ()
    if phase == TURN:
        return _TURN_MENUS[state.supply[seat]]
    if phase >= AIMING:
        return DIRECTIONS if phase != OVER else ()
    menu: tuple[Action, ...] = DIRECTIONS if phase == FIRST_ROLL else _PLACE_MENUS[state.roll]
    # The bit of the seat is tested here, because a call would slow the bots down.
    if phase == PLACING or state.trick_players >> seat & 1:
        return menu
    for trick in _TRICKS_OF[state.trick_masks[seat]]:  # rules: tricks
        menu += _SECOND_USES[trick][state.roll] + _JOKERS[trick][state.nation_masks[seat]]
    return menu


def list_owned_tricks(state: State, seat: int) -> list[str]:
    """The unused trick cards of a seat."""
    return [card for trick, card in enumerate(_TRICKS) if has_bit(state.trick_masks[seat], trick)]


def list_nations(state: State, seat: int) -> list[str]:
    """The nations that a joker of this seat may join (rules: trick-joker)."""
    return [name for nation, name in enumerate(NATIONS) if has_bit(state.nation_masks[seat], nation)]


def list_adjustments(card: str) -> list[Action]:
    """The four ways to adjust a die, possible or not."""
    return [_make_adjust(card, die, delta) for die, delta in _ADJUSTMENTS]


def _make_all_actions() -> list[Action]:
    actions = [ROLL, SHANGHAI, *DIRECTIONS, *_PLACE_ACTIONS]
    for card in _TRICKS:
        actions += [_make_joker(card, nation) for nation in NATIONS] + [
            _make_adjust(card, die, delta) for die, delta in _ADJUSTMENTS
        ]
        actions += [_make_trick(card, "both"), _make_trick(card, "reroll")]
    return actions


ALL_ACTIONS: Final = _make_all_actions()
