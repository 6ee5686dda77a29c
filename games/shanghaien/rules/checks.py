"""Says why an action is not allowed: `check` returns None or a refusal for any value, and never raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeGuard

from games.core.contract import Action, Disabled, Refusal
from games.shanghaien.rules.menu import legal, list_adjustments, list_nations, list_owned_tricks
from games.shanghaien.rules.meta import META
from games.shanghaien.rules.state import AIMING, AIMING_BOTH, FIRST_ROLL, PLACING, TURN, State
from games.shanghaien.rules.tables import (
    DICE,
    DICE_PER_ROLL,
    DICE_TO_SHANGHAI,
    DIE_SIDES,
    ENDS,
    SECOND_USE,
    has_bit,
)


def check(state: State, seat: int, action: object) -> Refusal | None:
    if not _is_action(action):
        return META.refuse("not_an_action")
    if state.decider < 0:
        return META.refuse("match_over")
    if type(seat) is not int or seat != state.decider:
        return META.refuse("not_your_turn")
    return _CHECKS[action[0]](state, seat, *action[1:])


def _is_action(action: object) -> TypeGuard[Action]:
    """Whether it is a tuple with a type of this game and a word, a number or None in each field."""
    if not isinstance(action, tuple) or not action or type(action[0]) is not str:
        return False
    fields = META.actions.get(action[0])
    return fields is not None and len(action) == len(fields) + 1 and all(map(_is_plain, action[1:]))


def _is_plain(value: object) -> bool:
    return value is None or type(value) in (int, str)


def _check_roll(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return META.refuse("already_rolled", rolled=list(state.roll))
    if state.supply[seat] < DICE_PER_ROLL:
        return META.refuse("too_few_dice_to_roll", supply=state.supply[seat], needed=DICE_PER_ROLL)
    return None


def _check_shanghai(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return META.refuse("already_rolled", rolled=list(state.roll))
    placed = DICE - state.supply[seat]
    if placed < DICE_TO_SHANGHAI:
        return META.refuse("too_few_dice_placed", placed=placed, needed=DICE_TO_SHANGHAI)
    return None


def _check_direction(state: State, seat: int, one: object) -> Refusal | None:
    if state.direction:
        return META.refuse("direction_chosen", one=ENDS[state.direction - 1])
    if state.phase == TURN:
        return META.refuse("direction_before_roll")
    if one not in ENDS:
        return META.refuse("unknown_end", ends=list(ENDS))
    return None


def _check_place(state: State, seat: int, die: object) -> Refusal | None:
    if state.phase == TURN:
        return META.refuse("roll_first")
    if state.phase in (FIRST_ROLL, AIMING, AIMING_BOTH):
        return META.refuse("direction_first")
    if die not in state.roll:
        return META.refuse("die_not_rolled", rolled=list(state.roll))
    return None


def _check_trick(
    state: State, seat: int, card: object, use: object, nation: object, die: object, delta: object
) -> Refusal | None:
    if state.phase == TURN:
        return META.refuse("trick_before_roll")
    if has_bit(state.trick_players, seat):
        return META.refuse("trick_used")
    if state.phase == PLACING:
        return META.refuse("trick_too_late")
    if not state.trick_masks[seat]:
        return META.refuse("no_trick")
    owned = list_owned_tricks(state, seat)
    if card not in owned:
        return META.refuse("trick_not_owned", owned=owned)
    if use == "joker":
        return _check_joker(state, seat, nation, die, delta)
    if use != SECOND_USE[card]:
        return META.refuse("trick_other_use", card=card, uses=["joker", SECOND_USE[card]])
    if use == "adjust":
        return _check_adjust(state, nation, die, delta)
    return None if (nation, die, delta) == (None, None, None) else META.refuse("not_an_action")


def _check_joker(state: State, seat: int, nation: object, die: object, delta: object) -> Refusal | None:
    allowed = list_nations(state, seat)
    if nation not in allowed:
        return META.refuse("joker_without_sailor", nation=nation, nations=allowed)
    return None if (die, delta) == (None, None) else META.refuse("not_an_action")


def _check_adjust(state: State, nation: object, die: object, delta: object) -> Refusal | None:
    if nation is not None:
        return META.refuse("not_an_action")
    if not isinstance(die, int) or not 0 <= die < DICE_PER_ROLL:
        return META.refuse("adjust_unknown_die", dice=DICE_PER_ROLL)
    if not isinstance(delta, int) or abs(delta) != 1:
        return META.refuse("adjust_not_by_one", delta=delta)
    if not 1 <= state.roll[die] + delta <= DIE_SIDES:
        return META.refuse("adjust_out_of_range", value=state.roll[die], delta=delta)
    return None


_CHECKS: Final[dict[str, Callable[..., Refusal | None]]] = {
    "roll": _check_roll,
    "shanghai": _check_shanghai,
    "direction": _check_direction,
    "place": _check_place,
    "trick": _check_trick,
}


def explain(state: State, seat: int) -> list[Disabled]:
    """The types of action that the turn does not offer, and the uses of trick cards that the dice forbid."""
    if seat != state.decider:
        return []
    menu = legal(state, seat)
    offered = {action[0] for action in menu}
    candidates: list[Action] = [
        (kind, *[None] * len(names)) for kind, names in META.actions.items() if kind not in offered
    ]
    if "trick" in offered:
        candidates += [action for action in _list_uses(state, seat) if action not in menu]
    disabled = []
    for action in candidates:
        refusal = check(state, seat, action)
        if refusal is not None:
            disabled.append(Disabled(action, refusal))
    return disabled


def _list_uses(state: State, seat: int) -> list[Action]:
    """The uses of trick cards that dice or sailors may forbid."""
    uses: list[Action] = []
    for card in list_owned_tricks(state, seat):
        if not state.nation_masks[seat]:
            uses.append(("trick", card, "joker", None, None, None))
        if SECOND_USE[card] == "adjust":
            uses += list_adjustments(card)
    return uses
