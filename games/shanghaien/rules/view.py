"""What a seat may know, as a new object for a screen. Nobody knows the draw pile."""

from __future__ import annotations

from games.core.contract import Json
from games.shanghaien.rules.menu import list_nations, list_owned_tricks
from games.shanghaien.rules.scoring import add_scores, describe_scores, judge_row
from games.shanghaien.rules.state import HIDDEN, PHASES, State
from games.shanghaien.rules.tables import (
    CARDS,
    CARDS_IN_ROW,
    ENDS,
    NATION,
    NATIONS,
    ROUNDS,
    SAILOR_COUNT,
    SECOND_USE,
    VALUE,
    has_bit,
)


def view(state: State, seat: int | None) -> Json:
    """The position as a seat sees it; a spectator sees it as seat 0 does."""
    return {
        "game": "shanghaien",
        "seat": seat,
        "options": {"extra_trick": state.extra_trick},
        "round": state.round,
        "rounds": ROUNDS,
        "starter": state.starter,
        "turn": state.decider if state.decider >= 0 else None,
        "phase": PHASES[state.phase],
        "dice": list(state.roll),
        "direction": _name_end(state.direction),
        "tavern": _describe_tavern(state),
        "draw_pile": len(state.deck) - (CARDS_IN_ROW * state.round),
        "seats": [_describe_seat(state, place) for place in (0, 1)],
        "table": _describe_nations(state, 1 if seat == 1 else 0),
        "last_round": _describe_last_round(state),
    }


def _name_end(direction: int) -> str | None:
    return ENDS[direction - 1] if direction else None


def _describe_tavern(state: State) -> list[Json]:
    """The row, left to right as seat 0 sees it, with the takers of the cards if the round ended now."""
    verdicts = judge_row(state.dice_laid)
    row: list[Json] = []
    for place, card in enumerate(state.find_tavern()):
        number = _number_of(state, place)
        facts: Json = {**_describe_card(card), "number": number, "dice": [0, 0], "now": None}
        if number:
            to, dice, sums = verdicts[number - 1]
            facts["dice"] = list(dice)
            facts["now"] = _describe_verdict(to, sums)
        row.append(facts)
    return row


def _number_of(state: State, place: int) -> int | None:
    """The number of a place of the row, counted from the left; None before the direction is chosen."""
    if not state.direction:
        return None
    return place + 1 if state.direction == 1 else CARDS_IN_ROW - place


def _describe_verdict(to: int | None, sums: tuple[int, int] | None) -> Json:
    """Who takes the card (None: it leaves the game), and the sums if the dice were equal."""
    return {"to": to, "sums": sums and list(sums)}


def _describe_card(card: int) -> Json:
    if card < SAILOR_COUNT:
        return {"card": CARDS[card], "nation": NATIONS[NATION[card]], "value": VALUE[card]}
    return {"card": CARDS[card], "second": SECOND_USE[CARDS[card]]}


def _describe_seat(state: State, seat: int) -> Json:
    return {
        "supply": state.supply[seat],
        "trick_played": has_bit(state.trick_players, seat),
        "tricks": [_describe_trick(state, seat, card) for card in list_owned_tricks(state, seat)],
        "crew": _list_crew(state, seat),
        "score": add_scores(state)[seat],
    }


def _describe_trick(state: State, seat: int, card: str) -> Json:
    """A trick card with the nations that it may join."""
    return {"card": card, "second": SECOND_USE[card], "nations": list_nations(state, seat)}


def _list_crew(state: State, seat: int) -> Json:
    """Nation -> the cards that the seat has, jokers last."""
    crew: dict[str, list[str]] = {}
    for card in range(SAILOR_COUNT):
        if state.owner[card] == seat + 1:
            crew.setdefault(NATIONS[NATION[card]], []).append(CARDS[card])
    for card, owner, nation in state.jokers:
        if owner == seat:
            crew[NATIONS[nation]].append(CARDS[card])
    return crew


def _describe_nations(state: State, me: int) -> list[Json]:
    """Lists by nation the values of both crews, the cards to come (in row and pile) and the points now."""
    cards, points = [0] * len(NATIONS), [0] * len(NATIONS)
    for card in range(SAILOR_COUNT):
        if state.owner[card] == HIDDEN:
            cards[NATION[card]] += 1
            points[NATION[card]] += VALUE[card]
    rows = []
    for nation, counted in enumerate(describe_scores(state)["nations"]):
        crews, scores = counted["crews"], counted["points"]
        row = {"nation": counted["nation"], "mine": crews[me], "opponent": crews[1 - me]}
        row |= {"cards_left": cards[nation], "points_left": points[nation]}
        rows.append(row | {"mine_now": scores[me], "opponent_now": scores[1 - me]})
    return rows


def _describe_last_round(state: State) -> Json | None:
    """How the last round was distributed: for each card its number, both seats' dice and sums, the taker."""
    if state.last_round is None:
        return None
    number, ended_by, direction, given_events = state.last_round
    cards = [
        {"card": card, "number": value, "dice": list(dice), **_describe_verdict(to, sums)}
        for _, card, value, to, dice, sums in given_events
    ]
    return {"round": number, "by": ended_by, "direction": _name_end(direction), "cards": cards}
