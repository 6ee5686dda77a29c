"""Why an action may not be done, for any input whatever; and what of a turn is not possible now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.contract import Action, Disabled, Refusal
from games.halunken.rules.menu import kind_for, shown_by_captains, shown_to
from games.halunken.rules.meta import META
from games.halunken.rules.round.moving import may_rob_at_jack
from games.halunken.rules.state import BRAWL, CHOOSING, MEETING, OVER, RAID, SETTLING_JACK, State
from games.halunken.rules.tables import (
    BID,
    CHOOSE,
    CHOOSE_JACK,
    DECLINE,
    FULL_HAND,
    NUMBERS,
    ROB,
    RUM_JACK_NUMBERS,
    RUM_NUMBERS,
    SCOUNDREL,
    SETTLE,
    SETTLE_JACK,
    SPACES,
    VALUE,
    card_number,
)

_NEED_JACK = {"settle_jack", "bid", "pass", "choose_jack", "rum_jack", "salvage", "lose"}
_NEED_DUEL = {"choose_jack", "rum_jack"}
#: decision -> the actions that answer it
_ANSWERS = {"bid": {"bid", "pass"}, "salvage": {"salvage", "rob", "decline"}}


def check(state: State, seat: int, action: object) -> Refusal | None:
    return _misplaced(state, seat, action) or _CHECKS[_kind(action)](state, seat, *_fields(action))


def _kind(action: Any) -> str:
    return str(action[0])


def _fields(action: Any) -> tuple[Any, ...]:
    return tuple(action[1:])


def _misplaced(state: State, seat: int, action: object) -> Refusal | None:
    """Not an action at all, or not the time, the seat or the kind of match for it."""
    if state.phase == OVER:
        return META.refuse("match_over")
    if not _is_action(action):
        return META.refuse("unknown_action")
    kind = _kind(action)
    if kind in _NEED_JACK and not state.black_jack:
        return META.refuse("without_black_jack")
    if kind in _NEED_DUEL and not state.duel:
        return META.refuse("two_players_only")
    if type(seat) is not int or not 0 <= seat < state.seats:
        return META.refuse("no_such_seat", seats=state.seats)
    expected = kind_for(state, seat)
    if expected is None:
        return META.refuse("already_chosen" if state.phase == CHOOSING else "not_your_decision")
    if kind == "decline" and expected == "rob":
        return META.refuse("raid_compulsory" if state.phase == RAID else "brawl_compulsory", victim=state.victim)
    if kind not in _ANSWERS.get(expected, {expected}):
        return META.refuse("other_decision", expected=expected)
    return None


def _is_action(action: object) -> bool:
    if type(action) is not tuple or not action or type(action[0]) is not str or action[0] not in META.actions:
        return False
    return len(action) == 1 + len(META.actions[action[0]])


def _settle(state: State, seat: int, space: object) -> Refusal | None:
    if type(space) is not int or not 0 <= space < SPACES:
        return META.refuse("no_such_space", spaces=SPACES)
    if space in state.pos:
        return META.refuse("jack_space_taken" if state.phase == SETTLING_JACK else "space_taken", space=space)
    return None


def _bid(state: State, seat: int, name: object) -> Refusal | None:
    refusal = _not_in(state.crews[seat], name, "bid_not_own")
    if refusal or state.best < 0:
        return refusal
    value, best = VALUE[SCOUNDREL[str(name)]], VALUE[state.best]
    return None if value > best else META.refuse("bid_too_low", card=name, value=value, best=best)


def _choose(state: State, seat: int, card: object) -> Refusal | None:
    return _not_in_hand(state.hands[seat], card, "card_played")


def _choose_jack(state: State, seat: int, card: object) -> Refusal | None:
    return _not_in_hand(state.jack_hand, card, "jack_card_played")


def _not_in_hand(hand: int, card: object, code: str) -> Refusal | None:
    known = card in NUMBERS if type(card) is int else type(card) is str and card == "rum"
    if not known:
        return META.refuse("no_such_card")
    return None if hand >> card_number(card) & 1 else META.refuse(code, card=card)  # type: ignore[arg-type]


def _rum(state: State, seat: int, number: object) -> Refusal | None:
    return _not_free(shown_to(state, seat), number, "number_shown")


def _rum_jack(state: State, seat: int, number: object) -> Refusal | None:
    return _not_free(shown_by_captains(state), number, "jack_number_shown")


def _not_free(shown: int, number: object, code: str) -> Refusal | None:
    if type(number) is not int or number not in NUMBERS:
        return META.refuse("no_such_number")
    return META.refuse(code, number=number) if shown >> number & 1 else None


def _rob(state: State, seat: int, victim: object, name: object) -> Refusal | None:
    if type(victim) is not int or not 0 <= victim < state.seats:
        return META.refuse("no_such_seat", seats=state.seats)
    if state.phase == MEETING:
        return _rob_at_jack(state, seat, victim, name)
    during = "brawl" if state.phase == BRAWL else "raid"
    if victim != state.victim:
        return META.refuse(f"{during}_other_victim", victim=state.victim)
    return _not_in(state.crews[victim], name, f"{during}_not_theirs")


def _rob_at_jack(state: State, seat: int, victim: int, name: object) -> Refusal | None:
    """rules: two-players (who meets the other's Black Jack may rob the renter)"""
    if state.seats != 2:
        return META.refuse("no_robbing_at_jack")
    if victim == seat or state.renter != victim:
        return META.refuse("jack_not_rented_by_other")
    if not may_rob_at_jack(state, seat):
        return META.refuse("jack_outnumbered", own=len(state.crews[seat]), theirs=len(state.crews[victim]))
    return _not_in(state.crews[victim], name, "jack_not_theirs")


def _salvage(state: State, seat: int, name: object) -> Refusal | None:
    return _not_in(state.boat, name, "not_on_boat")


def _lose(state: State, seat: int, name: object) -> Refusal | None:
    return _not_in(state.crews[seat], name, "lose_not_own")


def _not_in(cards: list[int], name: object, code: str) -> Refusal | None:
    if type(name) is not str or name not in SCOUNDREL:
        return META.refuse("no_such_scoundrel")
    return None if SCOUNDREL[name] in cards else META.refuse(code, card=name)


def _always(state: State, seat: int) -> Refusal | None:
    return None


_CHECKS: dict[str, Callable[..., Refusal | None]] = {
    "settle": _settle,
    "settle_jack": _settle,
    "bid": _bid,
    "pass": _always,
    "choose": _choose,
    "choose_jack": _choose_jack,
    "rum": _rum,
    "rum_jack": _rum_jack,
    "rob": _rob,
    "salvage": _salvage,
    "decline": _always,
    "lose": _lose,
}


def explain(state: State, seat: int) -> list[Disabled]:
    """The actions that a screen shows for this decision but that are not possible, each with its reason."""
    kind = kind_for(state, seat) if state.phase != OVER else None
    if kind is None:
        return []
    refused = [(action, check(state, seat, action)) for action in _candidates(state, seat, kind)]
    return [Disabled(action, refusal) for action, refusal in refused if refusal is not None]


def _candidates(state: State, seat: int, kind: str) -> tuple[Action, ...]:
    """What one could think of; the possible ones among them are in the menu."""
    if kind == "bid":
        return tuple(BID[card] for card in state.crews[seat])
    if kind == "salvage" and state.seats == 2:
        return tuple(ROB[1 - seat][card] for card in state.crews[1 - seat])
    return _SHOWN.get(kind, ())


_SHOWN: dict[str, tuple[Action, ...]] = {
    "settle": SETTLE,
    "settle_jack": SETTLE_JACK,
    "choose": CHOOSE[FULL_HAND],
    "choose_jack": CHOOSE_JACK[FULL_HAND],
    "rum": RUM_NUMBERS[FULL_HAND],
    "rum_jack": RUM_JACK_NUMBERS[FULL_HAND],
    "rob": (DECLINE,),
}
