"""What a seat may know, made for a screen: facts only, built new. Nobody knows the draw pile."""

from __future__ import annotations

from games.core.contract import Json
from games.shanghaien.rules.menu import owned
from games.shanghaien.rules.scoring import breakdown, judge, totals
from games.shanghaien.rules.state import HIDDEN, PHASES, State
from games.shanghaien.rules.tables import CARDS, ENDS, NATION, NATIONS, ROUNDS, ROW, SAILORS, SECOND, VALUE


def view(state: State, seat: int | None) -> Json:
    """The position as a seat sees it; a spectator sits beside seat 0."""
    return {
        "game": "shanghaien",
        "seat": seat,
        "options": {"extra_trick": state.extra_trick},
        "round": state.round,
        "rounds": ROUNDS,
        "starter": state.starter,
        "turn": state.seat if state.seat >= 0 else None,
        "phase": PHASES[state.phase],
        "dice": list(state.pair),
        "direction": _end(state.direction),
        "tavern": _tavern(state),
        "draw_pile": len(state.deck) - (ROW * state.round),
        "seats": [_seat(state, each) for each in (0, 1)],
        "table": _table(state, 1 if seat == 1 else 0),
        "last_round": _last(state),
    }


def _end(direction: int) -> str | None:
    return ENDS[direction - 1] if direction else None


def _tavern(state: State) -> list[Json]:
    """The row, left to right as seat 0 sees it, with what a Shanghai would do now."""
    verdicts = judge(state.laid)
    row: list[Json] = []
    for place, card in enumerate(state.tavern()):
        number = None if not state.direction else place + 1 if state.direction == 1 else ROW - place
        facts: Json = {**_card(card), "number": number, "dice": [0, 0], "now": None}
        if number:
            to, dice, sums = verdicts[number - 1]
            facts["dice"] = list(dice)
            facts["now"] = _verdict(to, sums)
        row.append(facts)
    return row


def _verdict(to: int | None, sums: tuple[int, int] | None) -> Json:
    """Who takes the card (None: it leaves the game), and the sums if equal dice left it to them."""
    return {"to": to, "sums": sums and list(sums)}


def _card(card: int) -> Json:
    if card < SAILORS:
        return {"card": CARDS[card], "nation": NATIONS[NATION[card]], "value": VALUE[card]}
    return {"card": CARDS[card], "second": SECOND[CARDS[card]]}


def _seat(state: State, seat: int) -> Json:
    return {
        "supply": state.supply[seat],
        "trick_played": bool(state.used >> seat & 1),
        "tricks": [_trick(state, seat, card) for card in owned(state, seat)],
        "crew": _crew(state, seat),
        "score": totals(state)[seat],
    }


def _trick(state: State, seat: int, card: str) -> Json:
    """A trick card with the nations that it may join."""
    nations = [name for nation, name in enumerate(NATIONS) if state.sailors[seat] >> nation & 1]
    return {"card": card, "second": SECOND[card], "nations": nations}


def _crew(state: State, seat: int) -> Json:
    """Nation -> the cards won, jokers last."""
    crew: dict[str, list[str]] = {}
    for card in range(SAILORS):
        if state.owner[card] == seat + 1:
            crew.setdefault(NATIONS[NATION[card]], []).append(CARDS[card])
    for card, owner, nation in state.jokers:
        if owner == seat:
            crew[NATIONS[nation]].append(CARDS[card])
    return crew


def _table(state: State, me: int) -> list[Json]:
    """Per nation: my points, the opponent's, what may still come (tavern and draw pile), what would count now."""
    cards, points = [0] * len(NATIONS), [0] * len(NATIONS)
    for card in range(SAILORS):
        if state.owner[card] == HIDDEN:
            cards[NATION[card]] += 1
            points[NATION[card]] += VALUE[card]
    rows = []
    for nation, counted in enumerate(breakdown(state)["nations"]):
        crews, scores = counted["crews"], counted["points"]
        row = {"nation": counted["nation"], "mine": crews[me], "opponent": crews[1 - me]}
        row |= {"cards_left": cards[nation], "points_left": points[nation]}
        rows.append(row | {"mine_now": scores[me], "opponent_now": scores[1 - me]})
    return rows


def _last(state: State) -> Json | None:
    """How the last round was distributed: by number, dice and sums of both seats, and who took the card."""
    if state.last is None:
        return None
    number, by, direction, given = state.last
    cards = [
        {"card": card, "number": value, "dice": list(dice), **_verdict(to, sums)}
        for _, card, value, to, dice, sums in given
    ]
    return {"round": number, "by": by, "direction": _end(direction), "cards": cards}
