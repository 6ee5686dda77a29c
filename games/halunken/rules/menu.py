"""Who must decide what, and the menus of actions.

Rulings are cited here by their keys in the rule of Halunken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.core.contract import Action, Decision
from games.halunken.rules.round.choosing import must_choose
from games.halunken.rules.round.moving import may_rob_at_jack
from games.halunken.rules.state import (
    ALONE,
    AUCTION,
    BRAWL,
    CHOOSING,
    MEETING,
    RAID,
    RUM_JACK_NUMBER,
    RUM_NUMBER,
    SETTLING,
    SETTLING_JACK,
    State,
)
from games.halunken.rules.tables import (
    ALL_CARDS_MASK,
    BID,
    CHOOSE_JACK_MENUS,
    CHOOSE_MENUS,
    DECLINE,
    LOSE,
    PASS,
    ROB,
    RUM_JACK_MENUS,
    RUM_MENUS,
    SALVAGE,
    SETTLE,
    SETTLE_JACK,
    VALUE,
)

#: phase -> the kind of its only decision; in CHOOSING everybody decides
KINDS = {
    SETTLING: "settle",
    SETTLING_JACK: "settle_jack",
    AUCTION: "bid",
    RUM_NUMBER: "rum",
    RUM_JACK_NUMBER: "rum_jack",
    BRAWL: "rob",
    MEETING: "salvage",  # a captain has come to Black Jack, and can take a scoundrel
    RAID: "rob",
    ALONE: "lose",  # nobody has rented Black Jack, and he has passed a captain
}


def turn(state: State) -> int:
    return state.decider


def find_decision_kind(state: State, seat: int) -> str | None:
    """What this seat must decide now; None if nothing."""
    if state.phase == CHOOSING:
        if not must_choose(state, seat):
            return None
        # With two players, the renter chooses for its captain first, then for Black Jack.
        return "choose_jack" if state.chosen_cards[seat] else "choose"
    return KINDS[state.phase] if seat == state.decider else None


def decisions(state: State) -> list[Decision]:
    """All open decisions.

    While all choose, an id names the seat, so that the choice of one seat does not invalidate the id of
    another.
    """
    place = f"{state.game}.{state.round}"
    if state.phase == CHOOSING:
        open_decisions = []
        for seat in range(state.seats):
            kind = find_decision_kind(state, seat)
            if kind is not None:
                open_decisions.append(Decision(f"{place}.{kind}.{seat}", seat, kind))
        return open_decisions
    if state.decider < 0:
        return []
    kind = KINDS[state.phase]
    # The kind `rob` belongs to the section on brawls; a raid is another section.
    rule = "black-jack" if state.phase == RAID else ""
    return [Decision(f"{place}.{kind}.{state.step}", state.decider, kind, rule)]


def legal(state: State, seat: int) -> Sequence[Action]:
    phase = state.phase
    if phase == CHOOSING:
        if not state.chosen_cards[seat]:
            return CHOOSE_MENUS[state.hands[seat]]
        return CHOOSE_JACK_MENUS[state.jack_hand] if must_choose(state, seat) else ()
    if seat != state.decider:
        return ()
    if phase == AUCTION:
        return _list_bids(state, seat)
    if phase == ALONE:
        return [LOSE[card] for card in state.crews[seat]]
    if phase in (BRAWL, RAID):
        rob = ROB[state.victim]
        return [rob[card] for card in state.crews[state.victim]]
    return _MENUS[phase](state, seat)


def _list_bids(state: State, seat: int) -> list[Action]:
    """The scoundrels of a higher value than the best bid (ruling `bids`), and to pass."""
    best = VALUE[state.best_bid] if state.best_bid >= 0 else 0
    menu = [BID[card] for card in state.crews[seat] if VALUE[card] > best]
    menu.append(PASS)
    return menu


def _list_meeting_actions(state: State, seat: int) -> list[Action]:
    menu = [SALVAGE[card] for card in state.boat]
    if may_rob_at_jack(state, seat):
        other_seat = 1 - seat  # only with two players may a captain rob at Black Jack
        rob = ROB[other_seat]
        menu += [rob[card] for card in state.crews[other_seat]]
    menu.append(DECLINE)
    return menu


def mask_shown_to(state: State, seat: int) -> int:
    """The mask of the others' cards, whose numbers this seat's rum may not name (ruling `rum-number`)."""
    return _make_mask(card for other, card in enumerate(state.chosen_cards) if other != seat)


def mask_shown_by_captains(state: State) -> int:
    """The mask of the captains' cards, whose numbers Black Jack's rum may not name (rules: two-players)."""
    return _make_mask(state.chosen_cards)


def _make_mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


#: rare phases -> their menu
_MENUS = {
    SETTLING: lambda state, seat: [action for action in SETTLE if action[1] not in state.positions],
    SETTLING_JACK: lambda state, seat: [action for action in SETTLE_JACK if action[1] not in state.positions],
    RUM_NUMBER: lambda state, seat: RUM_MENUS[ALL_CARDS_MASK & ~mask_shown_to(state, seat)],
    RUM_JACK_NUMBER: lambda state, seat: RUM_JACK_MENUS[ALL_CARDS_MASK & ~mask_shown_by_captains(state)],
    MEETING: _list_meeting_actions,
}
