"""Why an action may not be done. Total: whatever is asked, the answer is None or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeGuard

from games.core.contract import Action, Disabled, Refusal
from games.shanghaien.rules.menu import legal, owned, steps
from games.shanghaien.rules.meta import META
from games.shanghaien.rules.state import AIM, AIM_BOTH, FIRST, PLACE, TURN, State
from games.shanghaien.rules.tables import DICE, ENDS, NATIONS, NEEDED, ROW, SECOND
from games.shanghaien.rules.tables import ROLLED as DICE_ROLLED


def check(state: State, seat: int, action: object) -> Refusal | None:
    if not _shaped(action):
        return META.refuse("not_an_action")
    if state.seat < 0:
        return META.refuse("match_over")
    if type(seat) is not int or seat != state.seat:
        return META.refuse("not_your_turn")
    return _CHECKS[action[0]](state, seat, *action[1:])


def _shaped(action: object) -> TypeGuard[Action]:
    """A type of this game with a word, a number or nothing in each field."""
    if not isinstance(action, tuple) or not action or type(action[0]) is not str:
        return False
    fields = META.actions.get(action[0])
    return fields is not None and len(action) == len(fields) + 1 and all(map(_plain, action[1:]))


def _plain(value: object) -> bool:
    return value is None or type(value) in (int, str)


def _check_roll(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return META.refuse("already_rolled", rolled=list(state.pair))
    if state.supply[seat] < DICE_ROLLED:
        return META.refuse("too_few_dice_to_roll", supply=state.supply[seat], needed=DICE_ROLLED)
    return None


def _check_shanghai(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return META.refuse("already_rolled", rolled=list(state.pair))
    placed = DICE - state.supply[seat]
    if placed < NEEDED:
        return META.refuse("too_few_dice_placed", placed=placed, needed=NEEDED)
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
    if state.phase in (FIRST, AIM, AIM_BOTH):
        return META.refuse("direction_first")
    if die not in state.pair:
        return META.refuse("die_not_rolled", rolled=list(state.pair))
    return None


def _check_trick(
    state: State, seat: int, card: object, use: object, nation: object, die: object, delta: object
) -> Refusal | None:
    if state.phase == TURN:
        return META.refuse("trick_before_roll")
    if state.used >> seat & 1:
        return META.refuse("trick_used")
    if state.phase == PLACE:
        return META.refuse("trick_too_late")
    if not state.tricks[seat]:
        return META.refuse("no_trick")
    if card not in (mine := owned(state, seat)):
        return META.refuse("trick_not_owned", owned=mine)
    if use == "joker":
        return _check_joker(state, seat, nation, (die, delta))
    if use != SECOND[card]:
        return META.refuse("trick_other_use", card=card, uses=["joker", SECOND[card]])
    if use == "adjust":
        return _check_adjust(state, nation, die, delta)
    return None if (nation, die, delta) == (None, None, None) else META.refuse("not_an_action")


def _check_joker(state: State, seat: int, nation: object, surplus: object) -> Refusal | None:
    allowed = [name for n, name in enumerate(NATIONS) if state.sailors[seat] >> n & 1]
    if nation not in allowed:
        return META.refuse("joker_without_sailor", nation=nation, nations=allowed)
    return None if surplus == (None, None) else META.refuse("not_an_action")


def _check_adjust(state: State, nation: object, die: object, delta: object) -> Refusal | None:
    if nation is not None:
        return META.refuse("not_an_action")
    if not isinstance(die, int) or not 0 <= die < DICE_ROLLED:
        return META.refuse("adjust_unknown_die", dice=DICE_ROLLED)
    if not isinstance(delta, int) or abs(delta) != 1:
        return META.refuse("adjust_not_by_one", delta=delta)
    if not 1 <= state.pair[die] + delta <= ROW:
        return META.refuse("adjust_out_of_range", value=state.pair[die], delta=delta)
    return None


_CHECKS: Final[dict[str, Callable[..., Refusal | None]]] = {
    "roll": _check_roll,
    "shanghai": _check_shanghai,
    "direction": _check_direction,
    "place": _check_place,
    "trick": _check_trick,
}


def explain(state: State, seat: int) -> list[Disabled]:
    """Each type of action that the turn does not offer, and each use of a trick card that these dice do not allow."""
    if seat != state.seat:
        return []
    menu = legal(state, seat)
    offered = {action[0] for action in menu}
    candidates: list[Action] = [
        (kind, *[None] * len(names)) for kind, names in META.actions.items() if kind not in offered
    ]
    if "trick" in offered:
        candidates += [action for action in _uses(state, seat) if action not in menu]
    refused = [(action, check(state, seat, action)) for action in candidates]
    return [Disabled(action, refusal) for action, refusal in refused if refusal is not None]


def _uses(state: State, seat: int) -> list[Action]:
    found: list[Action] = []
    for card in owned(state, seat):
        if not state.sailors[seat]:
            found.append(("trick", card, "joker", None, None, None))
        if SECOND[card] == "adjust":
            found += steps(card)
    return found
