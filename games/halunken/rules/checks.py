"""Says why an action is not allowed, whatever it is, and which actions of a decision are not possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from games.core.contract import Action, Disabled, Refusal
from games.halunken.rules.menu import find_decision_kind, mask_shown_by_captains, mask_shown_to
from games.halunken.rules.meta import META
from games.halunken.rules.round.moving import may_rob_at_jack
from games.halunken.rules.state import BRAWL, CHOOSING, MEETING, OVER, RAID, SETTLING_JACK, State
from games.halunken.rules.tables import (
    ALL_CARDS_MASK,
    BID,
    CHOOSE_JACK_MENUS,
    CHOOSE_MENUS,
    DECLINE,
    NUMBERS,
    ROB,
    RUM_JACK_MENUS,
    RUM_MENUS,
    SCOUNDREL,
    SETTLE,
    SETTLE_JACK,
    SPACES,
    VALUE,
    card_number,
    has_card,
)

#: types of action that exist only with Black Jack, and only for two players with Black Jack
_NEED_JACK = {"settle_jack", "bid", "pass", "choose_jack", "rum_jack", "salvage", "lose"}
_NEED_DUEL = {"choose_jack", "rum_jack"}
#: kind of decision -> the types of action that answer it, unless it is one with the same name
_ANSWERS = {"bid": {"bid", "pass"}, "salvage": {"salvage", "rob", "decline"}}


def check(state: State, seat: int, action: object) -> Refusal | None:
    if state.phase == OVER:
        return META.refuse("match_over")
    if not _is_action(action):
        return META.refuse("unknown_action")
    refusal = _check_time(state, seat, action[0])
    if refusal is not None:
        return refusal
    kind, *fields = action
    return _CHECKS[kind](state, seat, *fields)


def _check_time(state: State, seat: int, kind: str) -> Refusal | None:
    """The refusal if the kind of match, the seat or the moment does not allow such an action."""
    if kind in _NEED_JACK and not state.black_jack:
        return META.refuse("without_black_jack")
    if kind in _NEED_DUEL and not state.duel:
        return META.refuse("two_players_only")
    if type(seat) is not int or not 0 <= seat < state.seats:
        return META.refuse("no_such_seat", seats=state.seats)
    expected = find_decision_kind(state, seat)
    if expected is None:
        return META.refuse("already_chosen" if state.phase == CHOOSING else "not_your_decision")
    if kind == "decline" and expected == "rob":
        return META.refuse(
            "raid_compulsory" if state.phase == RAID else "brawl_compulsory", victim=state.victim
        )
    if kind not in _ANSWERS.get(expected, {expected}):
        return META.refuse("other_decision", expected=expected)
    return None


def _is_action(action: object) -> TypeGuard[Action]:
    if type(action) is not tuple or not action or type(action[0]) is not str or action[0] not in META.actions:
        return False
    return len(action) == 1 + len(META.actions[action[0]])


def _check_settle(state: State, seat: int, space: object) -> Refusal | None:
    if type(space) is not int or not 0 <= space < SPACES:
        return META.refuse("no_such_space", spaces=SPACES)
    if space in state.positions:
        return META.refuse("jack_space_taken" if state.phase == SETTLING_JACK else "space_taken", space=space)
    return None


def _check_bid(state: State, seat: int, name: object) -> Refusal | None:
    refusal = _check_in(state.crews[seat], name, "bid_not_own")
    if refusal or state.best_bid < 0:
        return refusal
    value, best = VALUE[SCOUNDREL[str(name)]], VALUE[state.best_bid]
    return None if value > best else META.refuse("bid_too_low", card=name, value=value, best=best)


def _check_choose(state: State, seat: int, card: object) -> Refusal | None:
    return _check_in_hand(state.hands[seat], card, "card_played")


def _check_choose_jack(state: State, seat: int, card: object) -> Refusal | None:
    return _check_in_hand(state.jack_hand, card, "jack_card_played")


def _check_in_hand(hand: int, card: object, code: str) -> Refusal | None:
    is_number = type(card) is int and card in NUMBERS
    is_rum = type(card) is str and card == "rum"
    if not is_number and not is_rum:
        return META.refuse("no_such_card")
    if has_card(hand, card_number(card)):  # type: ignore[arg-type]
        return None
    return META.refuse(code, card=card)


def _check_rum(state: State, seat: int, number: object) -> Refusal | None:
    return _check_free(mask_shown_to(state, seat), number, "number_shown")


def _check_rum_jack(state: State, seat: int, number: object) -> Refusal | None:
    return _check_free(mask_shown_by_captains(state), number, "jack_number_shown")


def _check_free(shown_mask: int, number: object, code: str) -> Refusal | None:
    if type(number) is not int or number not in NUMBERS:
        return META.refuse("no_such_number")
    return META.refuse(code, number=number) if has_card(shown_mask, number) else None


def _check_rob(state: State, seat: int, victim: object, name: object) -> Refusal | None:
    if type(victim) is not int or not 0 <= victim < state.seats:
        return META.refuse("no_such_seat", seats=state.seats)
    if state.phase == MEETING:
        return _check_rob_at_jack(state, seat, victim, name)
    occasion = "brawl" if state.phase == BRAWL else "raid"
    if victim != state.victim:
        return META.refuse(f"{occasion}_other_victim", victim=state.victim)
    return _check_in(state.crews[victim], name, f"{occasion}_not_theirs")


def _check_rob_at_jack(state: State, seat: int, victim: int, name: object) -> Refusal | None:
    """A seat that meets Black Jack may rob the other seat if that one rents him. rules: two-players"""
    if state.seats != 2:
        return META.refuse("no_robbing_at_jack")
    if victim == seat or state.renter != victim:
        return META.refuse("jack_not_rented_by_other")
    if not may_rob_at_jack(state, seat):
        return META.refuse("jack_outnumbered", own=len(state.crews[seat]), theirs=len(state.crews[victim]))
    return _check_in(state.crews[victim], name, "jack_not_theirs")


def _check_salvage(state: State, seat: int, name: object) -> Refusal | None:
    return _check_in(state.boat, name, "not_on_boat")


def _check_lose(state: State, seat: int, name: object) -> Refusal | None:
    return _check_in(state.crews[seat], name, "lose_not_own")


def _check_in(cards: list[int], name: object, code: str) -> Refusal | None:
    if type(name) is not str or name not in SCOUNDREL:
        return META.refuse("no_such_scoundrel")
    return None if SCOUNDREL[name] in cards else META.refuse(code, card=name)


def _allow(state: State, seat: int) -> Refusal | None:
    return None


_CHECKS: dict[str, Callable[..., Refusal | None]] = {
    "settle": _check_settle,
    "settle_jack": _check_settle,
    "bid": _check_bid,
    "pass": _allow,
    "choose": _check_choose,
    "choose_jack": _check_choose_jack,
    "rum": _check_rum,
    "rum_jack": _check_rum_jack,
    "rob": _check_rob,
    "salvage": _check_salvage,
    "decline": _allow,
    "lose": _check_lose,
}


def explain(state: State, seat: int) -> list[Disabled]:
    """The actions that a screen shows for this decision but that are not possible, each with its reason."""
    kind = find_decision_kind(state, seat) if state.phase != OVER else None
    if kind is None:
        return []
    disabled = []
    for action in _list_candidates(state, seat, kind):
        refusal = check(state, seat, action)
        if refusal is not None:
            disabled.append(Disabled(action, refusal))
    return disabled


def _list_candidates(state: State, seat: int, kind: str) -> tuple[Action, ...]:
    """The actions that one might consider, possible or not."""
    if kind == "bid":
        return tuple(BID[card] for card in state.crews[seat])
    if kind == "salvage" and state.seats == 2:
        return tuple(ROB[1 - seat][card] for card in state.crews[1 - seat])
    return _CANDIDATES.get(kind, ())


#: kind of decision -> its candidates, if they are the same in every position
_CANDIDATES: dict[str, tuple[Action, ...]] = {
    "settle": SETTLE,
    "settle_jack": SETTLE_JACK,
    "choose": CHOOSE_MENUS[ALL_CARDS_MASK],
    "choose_jack": CHOOSE_JACK_MENUS[ALL_CARDS_MASK],
    "rum": RUM_MENUS[ALL_CARDS_MASK],
    "rum_jack": RUM_JACK_MENUS[ALL_CARDS_MASK],
    "rob": (DECLINE,),
}
