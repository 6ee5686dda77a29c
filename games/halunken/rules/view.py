"""What one seat, or a spectator, may see: built new from what lies open, never a filtered copy."""

from __future__ import annotations

from typing import Any

from games.core.contract import Json, encode
from games.halunken.rules.menu import decisions, shown_to
from games.halunken.rules.meta import META
from games.halunken.rules.scoring import explained, totals, worth
from games.halunken.rules.state import (
    ALONE,
    AUCTION,
    BRAWL,
    CHOOSING,
    MEETING,
    OVER,
    RAID,
    RUM_JACK_NUMBER,
    RUM_NUMBER,
    SETTLING,
    SETTLING_JACK,
    State,
)
from games.halunken.rules.tables import (
    FULL_HAND,
    JACK_CARDS,
    NAME,
    NUMBERS,
    PER_DIVE,
    ROUNDS,
    RUM,
    SPACES,
    card_name,
    cards_of,
)

#: phase -> its name, and the section of the rule in force
_PHASES = {
    SETTLING: ("settling", "setup"),
    SETTLING_JACK: ("settling_jack", "setup-black-jack"),
    AUCTION: ("auction", "auction"),
    CHOOSING: ("choosing", "movement"),
    RUM_NUMBER: ("rum", "rum"),
    RUM_JACK_NUMBER: ("rum_jack", "two-players"),
    BRAWL: ("brawl", "brawl"),
    MEETING: ("meeting", "meet-black-jack"),
    RAID: ("raid", "black-jack"),
    ALONE: ("alone", "black-jack-alone"),
    OVER: ("over", "game-end"),
}


def view(state: State, seat: int | None) -> Json:
    phase, rule = _PHASES[state.phase]
    return {
        "game": META.slug,
        "you": seat,
        "seats": state.seats,
        "options": {"black_jack": state.black_jack, "games": state.games},
        "match_game": state.game,
        "round": state.round,
        "rounds": ROUNDS,
        "phase": phase,
        "rule": rule,
        "first": state.first,
        "waiting": [decision.seat for decision in decisions(state)],
        "ring": [_dive(state, space) for space in range(SPACES)],
        "captains": [space if space >= 0 else None for space in state.pos],
        "jack": _jack(state),
        "boat": [NAME[card] for card in state.boat],
        "crews": [_crew(crew) for crew in state.crews],
        "hands": [_hand(state, owner) for owner in range(state.seats)],
        "chosen": _chosen(state, seat),
        "auction": _auction(state),
        "victim": _known(state.victim),
        "queue": state.queue[::-1],
        "passed": state.passed[::-1],
        "ghosts": _ghosts(state, seat) if seat is not None and state.round else None,
        "recap": [encode(META.events, event) for event in state.recap],
        "points": totals(state),
        "finished": [{"seats": [dict(entry) for entry in game["seats"]]} for game in state.finished],
    }


def _known(number: int) -> int | None:
    return number if number >= 0 else None


def _name(card: int) -> str | None:
    return NAME[card] if card >= 0 else None


def _dive(state: State, space: int) -> Json:
    """While the captains settle every scoundrel lies face down (rules: setup)."""
    top = None if state.phase == SETTLING else _name(state.top(space))
    return {"space": space, "top": top, "left": PER_DIVE - state.taken[space]}


def _crew(crew: list[int]) -> Json:
    return {"cards": [NAME[card] for card in sorted(crew)], "count": len(crew), **explained(worth(crew))}


def _hand(state: State, seat: int) -> Json:
    """The row of the matrix: what lies revealed, round by round, and what is left."""
    return {
        "played": [card_name(cards[seat]) for cards in state.played],
        "left": [card_name(card) for card in cards_of(state.hands[seat])],
    }


def _jack(state: State) -> Json | None:
    if not state.black_jack:
        return None
    names = [card_name(card) for card in state.jack_used] if state.duel else list(state.jack_used)
    if state.duel:
        left = [card_name(card) for card in cards_of(state.jack_hand)]
    else:
        left = [card for card in JACK_CARDS if card not in state.jack_used]
    return {
        "space": _known(state.jack_space),
        "opener": _known(state.opener),
        "renter": _known(state.renter),
        "number": state.jack_number if state.jack_number and state.phase != CHOOSING else None,
        "played": names,
        "left": left,
    }


def _chosen(state: State, seat: int | None) -> Json:
    """Who has chosen is open, what was chosen only to oneself until the reveal (rules: movement)."""
    own: Json = {}
    if seat is not None and state.phase == CHOOSING:
        own = {"card": card_name(state.chosen[seat]) if state.chosen[seat] else None}
        if state.duel and seat == state.renter:
            own["jack"] = card_name(state.jack_card) if state.jack_card else None
    return {
        "seats": [bool(card) for card in state.chosen],
        "jack": bool(state.jack_card),
        "own": own,
        "numbers": [None] * state.seats if state.phase == CHOOSING else [number or None for number in state.numbers],
    }


def _auction(state: State) -> Json | None:
    if state.phase != AUCTION:
        return None
    return {"best": _name(state.best), "bidder": _known(state.bidder), "to_act": state.to_act}


def _ghosts(state: State, seat: int) -> Json:
    """Where each card left would lead from here, before anybody else has moved, and what may happen there."""
    left = cards_of(state.hands[seat])
    return {
        "stay": _name(state.top(state.pos[seat])),
        "cards": [
            {
                "card": card_name(card),
                "cancelled_by": [o for o in range(state.seats) if o != seat and state.hands[o] >> card & 1],
                "landings": [_landing(state, seat, n) for n in (NUMBERS if card == RUM else (card,))],
            }
            for card in left
        ],
        "rum": [_landing(state, seat, number) for number in _rum_numbers(state, seat)],
        "jack": _jack_landings(state, seat),
    }


def _rum_numbers(state: State, seat: int) -> list[int]:
    """The numbers that this seat may name now for its rum (rules: rum)."""
    if state.phase != RUM_NUMBER or seat != state.who:
        return []
    return [number for number in NUMBERS if not shown_to(state, seat) >> number & 1]


def _jack_landings(state: State, seat: int) -> list[Json]:
    """Two players: where Black Jack would come from here, for the renter (rules: two-players)."""
    if not state.duel or seat != state.renter or state.phase not in (CHOOSING, RUM_JACK_NUMBER):
        return []
    return [{"number": number, "space": (state.jack_space + number) % SPACES} for number in NUMBERS]


def _landing(state: State, seat: int, number: int) -> Json:
    space = (state.pos[seat] + number) % SPACES
    takes = state.top(space)
    met = state.pos.index(space) if space in state.pos else -1
    own = len(state.crews[seat]) + (takes >= 0)
    robs = met >= 0 and 0 < len(state.crews[met]) >= own
    jack = space == state.jack_space
    return {
        "number": number,
        "space": space,
        "takes": _name(takes),
        "captain": _known(met),
        "robs": robs,
        "jack": jack,
        "salvage": jack and bool(state.boat),
        "rivals": [rival for other in range(state.seats) if other != seat for rival in _rival(state, other, space)],
    }


def _rival(state: State, other: int, space: int) -> list[dict[str, Any]]:
    """Whether another captain can come to the same space with a card left."""
    distance = (space - state.pos[other]) % SPACES
    if distance not in NUMBERS:
        return []
    cards = state.hands[other] & (1 << distance | 1 << RUM) & FULL_HAND
    return [{"seat": other, "cards": [card_name(card) for card in cards_of(cards)]}] if cards else []
