"""Why an action may not be done. Total: whatever is asked, the answer is None or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeGuard

from games.core.contract import Action, Disabled, Refusal
from games.shanghaien.rules.menu import legal, owned, steps
from games.shanghaien.rules.state import AIM, AIM_BOTH, FIRST, PLACE, TURN, State
from games.shanghaien.rules.tables import DICE, ENDS, NATIONS, NEEDED, ROW, SECOND
from games.shanghaien.rules.tables import ROLLED as DICE_ROLLED

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "roll": (),
    "direction": ("one",),
    "trick": ("card", "use", "nation", "die", "delta"),
    "place": ("die",),
    "shanghai": (),
}

#: code -> the section of the rule that forbids it
REFUSALS: Final[dict[str, str]] = {
    "not_an_action": "turn",
    "match_over": "game-end",
    "not_your_turn": "turn",
    "already_rolled": "place",
    "too_few_dice_to_roll": "roll",
    "too_few_dice_placed": "shanghai",
    "roll_first": "turn",
    "die_not_rolled": "place",
    "direction_before_roll": "direction",
    "direction_first": "direction",
    "direction_chosen": "direction",
    "unknown_end": "direction",
    "trick_before_roll": "tricks",
    "trick_used": "tricks",
    "trick_too_late": "tricks",
    "no_trick": "tricks",
    "trick_not_owned": "tricks",
    "trick_other_use": "tricks",
    "joker_without_sailor": "trick-joker",
    "adjust_unknown_die": "trick-adjust",
    "adjust_not_by_one": "trick-adjust",
    "adjust_out_of_range": "trick-adjust",
}


def refuse(code: str, params: Mapping[str, Any] | None = None) -> Refusal:
    return Refusal(code, REFUSALS[code], params or {})


def check(state: State, seat: int, action: object) -> Refusal | None:
    if not _shaped(action):
        return refuse("not_an_action")
    if state.seat < 0:
        return refuse("match_over")
    if type(seat) is not int or seat != state.seat:
        return refuse("not_your_turn")
    return _CHECKS[action[0]](state, seat, *action[1:])


def _shaped(action: object) -> TypeGuard[Action]:
    """A type of this game with a word, a number or nothing in each field."""
    if not isinstance(action, tuple) or not action or type(action[0]) is not str:
        return False
    fields = FIELDS.get(action[0])
    return fields is not None and len(action) == len(fields) + 1 and all(map(_plain, action[1:]))


def _plain(value: object) -> bool:
    return value is None or type(value) in (int, str)


def _check_roll(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return refuse("already_rolled", {"rolled": list(state.pair)})
    if state.supply[seat] < DICE_ROLLED:
        return refuse("too_few_dice_to_roll", {"supply": state.supply[seat], "needed": DICE_ROLLED})
    return None


def _check_shanghai(state: State, seat: int) -> Refusal | None:
    if state.phase != TURN:
        return refuse("already_rolled", {"rolled": list(state.pair)})
    placed = DICE - state.supply[seat]
    if placed < NEEDED:
        return refuse("too_few_dice_placed", {"placed": placed, "needed": NEEDED})
    return None


def _check_direction(state: State, seat: int, one: object) -> Refusal | None:
    if state.direction:
        return refuse("direction_chosen", {"one": ENDS[state.direction - 1]})
    if state.phase == TURN:
        return refuse("direction_before_roll")
    if one not in ENDS:
        return refuse("unknown_end", {"ends": list(ENDS)})
    return None


def _check_place(state: State, seat: int, die: object) -> Refusal | None:
    if state.phase == TURN:
        return refuse("roll_first")
    if state.phase in (FIRST, AIM, AIM_BOTH):
        return refuse("direction_first")
    if die not in state.pair:
        return refuse("die_not_rolled", {"rolled": list(state.pair)})
    return None


def _check_trick(
    state: State, seat: int, card: object, use: object, nation: object, die: object, delta: object
) -> Refusal | None:
    if state.phase == TURN:
        return refuse("trick_before_roll")
    if state.used >> seat & 1:
        return refuse("trick_used")
    if state.phase == PLACE:
        return refuse("trick_too_late")
    if not state.tricks[seat]:
        return refuse("no_trick")
    if card not in (mine := owned(state, seat)):
        return refuse("trick_not_owned", {"owned": mine})
    if use == "joker":
        return _check_joker(state, seat, nation, (die, delta))
    if use != SECOND[card]:
        return refuse("trick_other_use", {"card": card, "uses": ["joker", SECOND[card]]})
    if use == "adjust":
        return _check_adjust(state, nation, die, delta)
    return None if (nation, die, delta) == (None, None, None) else refuse("not_an_action")


def _check_joker(state: State, seat: int, nation: object, surplus: object) -> Refusal | None:
    allowed = [name for n, name in enumerate(NATIONS) if state.sailors[seat] >> n & 1]
    if nation not in allowed:
        return refuse("joker_without_sailor", {"nation": nation, "nations": allowed})
    return None if surplus == (None, None) else refuse("not_an_action")


def _check_adjust(state: State, nation: object, die: object, delta: object) -> Refusal | None:
    if nation is not None:
        return refuse("not_an_action")
    if not isinstance(die, int) or not 0 <= die < DICE_ROLLED:
        return refuse("adjust_unknown_die", {"dice": DICE_ROLLED})
    if not isinstance(delta, int) or abs(delta) != 1:
        return refuse("adjust_not_by_one", {"delta": delta})
    if not 1 <= state.pair[die] + delta <= ROW:
        return refuse("adjust_out_of_range", {"value": state.pair[die], "delta": delta})
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
    candidates: list[Action] = [(kind, *[None] * len(names)) for kind, names in FIELDS.items() if kind not in offered]
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
