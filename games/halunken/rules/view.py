"""The view of a seat or a spectator: a new object with what lies open, so that nothing hidden slips in."""

from __future__ import annotations

from typing import Any

from games.core.contract import Json
from games.core.json_form import encode
from games.halunken.rules.menu import decisions, mask_shown_to
from games.halunken.rules.meta import META
from games.halunken.rules.scoring import add_totals, count_worth, describe_worth
from games.halunken.rules.shapes.board import RULES_BY_PHASE
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
    JACK_CARDS,
    NUMBERS,
    PER_DIVE,
    ROUNDS,
    RUM,
    SCOUNDREL_NAMES,
    SPACES,
    card_name,
    cards_of,
    has_card,
)

#: phase -> its name
_PHASES = {
    SETTLING: "settling",
    SETTLING_JACK: "settling_jack",
    AUCTION: "auction",
    CHOOSING: "choosing",
    RUM_NUMBER: "rum",
    RUM_JACK_NUMBER: "rum_jack",
    BRAWL: "brawl",
    MEETING: "meeting",
    RAID: "raid",
    ALONE: "alone",
    OVER: "over",
}


def view(state: State, seat: int | None) -> Json:
    phase = _PHASES[state.phase]
    return {
        "game": META.slug,
        "you": seat,
        "seats": state.seats,
        "options": {"black_jack": state.black_jack, "games": state.games},
        "match_game": state.game,  # which game of the match is played, from 1
        "round": state.round,
        "rounds": ROUNDS,
        "phase": phase,
        "rule": RULES_BY_PHASE[phase],
        "first": state.first_seat,
        "waiting": [decision.seat for decision in decisions(state)],
        "ring": [_describe_dive(state, space) for space in range(SPACES)],
        "captains": [space if space >= 0 else None for space in state.positions],
        "jack": _describe_jack(state),
        "boat": [SCOUNDREL_NAMES[card] for card in state.boat],
        "crews": [_describe_crew(crew) for crew in state.crews],
        "hands": [_describe_hand(state, owner) for owner in range(state.seats)],
        "chosen": _describe_choices(state, seat),
        "auction": _describe_auction(state),
        "victim": _or_none(state.victim),
        # In both lists the next seat is the first, but in the state it is the last.
        "queue": list(reversed(state.movers)),
        "passed": list(reversed(state.raid_targets)),  # seats that Black Jack has passed and not robbed yet
        # previews that the board draws where cards would lead
        "ghosts": _describe_ghosts(state, seat) if seat is not None and state.round else None,
        "recap": [encode(META.events, event) for event in state.recap],  # the events since the last reveal
        "points": add_totals(state),
        "finished": [{"seats": [dict(entry) for entry in game["seats"]]} for game in state.finished_games],
    }


def _or_none(number: int) -> int | None:
    return number if number >= 0 else None


def _name_or_none(card: int) -> str | None:
    return SCOUNDREL_NAMES[card] if card >= 0 else None


def _describe_dive(state: State, space: int) -> Json:
    """A dive with its first scoundrel. While the captains settle, all lie face down (rules: setup)."""
    top = None if state.phase == SETTLING else _name_or_none(state.top_card(space))
    return {"space": space, "top": top, "left": PER_DIVE - state.taken_counts[space]}


def _describe_crew(crew: list[int]) -> Json:
    return {
        "cards": [SCOUNDREL_NAMES[card] for card in sorted(crew)],
        "count": len(crew),
        **describe_worth(count_worth(crew)),
    }


def _describe_hand(state: State, seat: int) -> Json:
    """The revealed cards of a seat, round by round, and its remaining ones."""
    return {
        "played": [card_name(cards[seat]) for cards in state.played],
        "left": [card_name(card) for card in cards_of(state.hands[seat])],
    }


def _describe_jack(state: State) -> Json | None:
    if not state.black_jack:
        return None
    if state.duel:
        # Here Black Jack has movement cards, one of which is rum; otherwise he has a pile of numbers.
        played = [card_name(card) for card in state.jack_used]
        left = [card_name(card) for card in cards_of(state.jack_hand)]
    else:
        played = list(state.jack_used)
        left = [card for card in JACK_CARDS if card not in state.jack_used]
    # While the seats choose, the number may have been chosen, too, but it has not been revealed.
    shows_number = state.jack_number > 0 and state.phase != CHOOSING
    return {
        "space": _or_none(state.jack_space),
        "opener": _or_none(state.opener),  # the seat that begins the auction
        "renter": _or_none(state.renter),  # the seat that plays Black Jack in this round
        "number": state.jack_number if shows_number else None,
        "played": played,
        "left": left,
    }


def _describe_choices(state: State, seat: int | None) -> Json:
    """Who has chosen. What was chosen is shown only to the seat itself until the reveal (rules: movement)."""
    own: Json = {}
    if seat is not None and state.phase == CHOOSING:
        own = {"card": card_name(state.chosen_cards[seat]) if state.chosen_cards[seat] else None}
        if state.duel and seat == state.renter:
            own["jack"] = card_name(state.jack_card) if state.jack_card else None
    # how far each captain goes; None before the reveal, and if its card was cancelled
    numbers: list[int | None] = [None] * state.seats
    if state.phase != CHOOSING:
        numbers = [number or None for number in state.numbers]
    return {
        "seats": [bool(card) for card in state.chosen_cards],
        "jack": bool(state.jack_card),
        "own": own,
        "numbers": numbers,
    }


def _describe_auction(state: State) -> Json | None:
    if state.phase != AUCTION:
        return None
    return {
        "best": _name_or_none(state.best_bid),
        "bidder": _or_none(state.bidder),
        "to_act": state.answers_due,
    }


def _describe_ghosts(state: State, seat: int) -> Json:
    """Says where each remaining card would lead before anybody else has moved, and what may happen there."""
    return {
        "stay": _name_or_none(state.top_card(state.positions[seat])),
        "cards": [_describe_card_left(state, seat, card) for card in cards_of(state.hands[seat])],
        "rum": [_describe_landing(state, seat, number) for number in _list_rum_numbers(state, seat)],
        "jack": _list_jack_landings(state, seat),
    }


def _describe_card_left(state: State, seat: int, card: int) -> Json:
    others = [other for other in range(state.seats) if other != seat]
    numbers = NUMBERS if card == RUM else (card,)
    return {
        "card": card_name(card),
        "cancelled_by": [other for other in others if has_card(state.hands[other], card)],
        "landings": [_describe_landing(state, seat, number) for number in numbers],
    }


def _list_rum_numbers(state: State, seat: int) -> list[int]:
    """The numbers that this seat may name now for its rum (rules: rum)."""
    if state.phase != RUM_NUMBER or seat != state.decider:
        return []
    forbidden = mask_shown_to(state, seat)
    return [number for number in NUMBERS if not has_card(forbidden, number)]


def _list_jack_landings(state: State, seat: int) -> list[Json]:
    """With two players, for the renter: where Black Jack would stop with each number (rules: two-players)."""
    if not state.duel or seat != state.renter or state.phase not in (CHOOSING, RUM_JACK_NUMBER):
        return []
    return [{"number": number, "space": (state.jack_space + number) % SPACES} for number in NUMBERS]


def _describe_landing(state: State, seat: int, number: int) -> Json:
    space = (state.positions[seat] + number) % SPACES
    card = state.top_card(space)
    captain = state.positions.index(space) if space in state.positions else -1
    own_crew = len(state.crews[seat]) + (1 if card >= 0 else 0)
    rival_crew = len(state.crews[captain]) if captain >= 0 else 0
    robs = rival_crew > 0 and rival_crew >= own_crew
    jack = space == state.jack_space
    rivals = []
    for other in range(state.seats):
        if other != seat:
            rivals += _describe_rival(state, other, space)
    return {
        "number": number,
        "space": space,
        "takes": _name_or_none(card),
        "captain": _or_none(captain),
        "robs": robs,
        "jack": jack,
        "salvage": jack and bool(state.boat),
        "rivals": rivals,
    }


def _describe_rival(state: State, other: int, space: int) -> list[dict[str, Any]]:
    """The remaining cards with which another captain can come to the same space."""
    distance = (space - state.positions[other]) % SPACES
    if distance not in NUMBERS:
        return []
    cards = [card_name(card) for card in (distance, RUM) if has_card(state.hands[other], card)]
    return [{"seat": other, "cards": cards}] if cards else []
