"""Who must decide what, and the finite menu for it."""

from __future__ import annotations

from collections.abc import Sequence

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
    BID,
    CHOOSE,
    CHOOSE_JACK,
    DECLINE,
    FULL_HAND,
    LOSE,
    PASS,
    ROB,
    RUM_JACK_NUMBERS,
    RUM_NUMBERS,
    SALVAGE,
    SETTLE,
    SETTLE_JACK,
    VALUE,
)

#: the kind of the one decision that a phase asks for; CHOOSING asks everybody
KINDS = {
    SETTLING: "settle",
    SETTLING_JACK: "settle_jack",
    AUCTION: "bid",
    RUM_NUMBER: "rum",
    RUM_JACK_NUMBER: "rum_jack",
    BRAWL: "rob",
    MEETING: "salvage",
    RAID: "rob",
    ALONE: "lose",
}


def turn(state: State) -> int:
    return state.who


def kind_for(state: State, seat: int) -> str | None:
    """What this seat must decide now, if anything."""
    if state.phase == CHOOSING:
        if not must_choose(state, seat):
            return None
        return "choose_jack" if state.chosen[seat] else "choose"
    return KINDS[state.phase] if seat == state.who else None


def decisions(state: State) -> list[Decision]:
    """Choices of cards are named by seat, so that one arriving does not make another stale."""
    where = f"{state.game}.{state.round}"
    if state.phase == CHOOSING:
        kinds = [(seat, kind_for(state, seat)) for seat in range(state.seats)]
        return [Decision(f"{where}.{kind}.{seat}", seat, kind) for seat, kind in kinds if kind]
    if state.who < 0:
        return []
    kind = KINDS[state.phase]
    rule = "black-jack" if state.phase == RAID else ""
    return [Decision(f"{where}.{kind}.{state.step}", state.who, kind, rule)]


def legal(state: State, seat: int) -> Sequence[Action]:
    phase = state.phase
    if phase == CHOOSING:
        if not state.chosen[seat]:
            return CHOOSE[state.hands[seat]]
        return CHOOSE_JACK[state.jack_hand] if must_choose(state, seat) else ()
    if seat != state.who:
        return ()
    if phase == AUCTION:
        return _bids(state, seat)
    if phase == ALONE:
        return [LOSE[card] for card in state.crews[seat]]
    if phase in (BRAWL, RAID):
        rob = ROB[state.victim]
        return [rob[card] for card in state.crews[state.victim]]
    return _RARE[phase](state, seat)


def _bids(state: State, seat: int) -> list[Action]:
    """Only a higher value beats the best bid (ruling 2)."""
    best = VALUE[state.best] if state.best >= 0 else 0
    menu = [BID[card] for card in state.crews[seat] if VALUE[card] > best]
    menu.append(PASS)
    return menu


def _meeting(state: State, seat: int) -> list[Action]:
    menu = [SALVAGE[card] for card in state.boat]
    if may_rob_at_jack(state, seat):
        rob = ROB[1 - seat]
        menu += [rob[card] for card in state.crews[1 - seat]]
    menu.append(DECLINE)
    return menu


def shown_to(state: State, seat: int) -> int:
    """Numbers that the others' cards show, as a mask: forbidden for this seat's rum (ruling 3)."""
    mask = 0
    for other, card in enumerate(state.chosen):
        if other != seat:
            mask |= 1 << card
    return mask


def shown_by_captains(state: State) -> int:
    """Numbers that captains' cards show: forbidden for Black Jack's rum (ruling 10)."""
    return shown_to(state, -1)


_RARE = {
    SETTLING: lambda state, seat: [a for a in SETTLE if a[1] not in state.pos],
    SETTLING_JACK: lambda state, seat: [a for a in SETTLE_JACK if a[1] not in state.pos],
    RUM_NUMBER: lambda state, seat: RUM_NUMBERS[FULL_HAND & ~shown_to(state, seat)],
    RUM_JACK_NUMBER: lambda state, seat: RUM_JACK_NUMBERS[FULL_HAND & ~shown_by_captains(state)],
    MEETING: _meeting,
}
