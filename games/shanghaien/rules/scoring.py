"""Who takes a card, and what the crews are worth."""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Outcome
from games.shanghaien.rules.state import OVER, State
from games.shanghaien.rules.tables import DICE, NATIONS, ROW

#: who takes the card (None: it leaves the game), dice of both, sums of both if these decided
Verdict = tuple[int | None, tuple[int, int], tuple[int, int] | None]


def _by_dice(one: int, other: int) -> Verdict | None:
    """rules: distribution. None where the cards beside must tell."""
    if one == other:
        return None if one else (None, (0, 0), None)
    return int(other > one), (one, other), None


#: the same for all dice of seat 0, of seat 1
_BY_DICE: Final = [[_by_dice(one, other) for other in range(DICE + 1)] for one in range(DICE + 1)]


def judge(laid: list[int]) -> list[Verdict]:
    """All six cards on the same dice, by number."""
    return [_BY_DICE[laid[place]][laid[ROW + place]] or _by_sums(laid, place) for place in range(ROW)]


def _by_sums(laid: list[int], place: int) -> Verdict:
    """rules: distribution-tie"""
    one = other = 0
    if place > 0:
        one, other = laid[place - 1] * place, laid[ROW + place - 1] * place
    if place < ROW - 1:
        one += laid[place + 1] * (place + 2)
        other += laid[ROW + place + 1] * (place + 2)
    to = None if one == other else int(other > one)
    return to, (laid[place], laid[ROW + place]), (one, other)


def compare(one: int, other: int) -> tuple[int, int]:
    """What two crews of a nation score. rules: scoring"""
    if not one or not other:
        return one, other
    if one == other:
        return 0, 0
    return (other, 0) if one > other else (0, one)


def breakdown(state: State) -> dict[str, Any]:
    """What would count if the match ended now, nation by nation."""
    size = len(NATIONS)
    crews = [(state.crew[nation], state.crew[size + nation]) for nation in range(size)]
    nations = [
        {"nation": name, "crews": list(crew), "points": list(compare(*crew))}
        for name, crew in zip(NATIONS, crews, strict=True)
    ]
    return {"nations": nations, "tricks": [mask.bit_count() for mask in state.tricks]}


def totals(state: State) -> list[int]:
    """The score of each seat if the match ended now."""
    one, other = (mask.bit_count() for mask in state.tricks)
    crew, size = state.crew, len(NATIONS)
    for nation in range(size):
        points = compare(crew[nation], crew[size + nation])
        one += points[0]
        other += points[1]
    return [one, other]


def outcome(state: State) -> Outcome | None:
    """rules: game-end"""
    if state.phase != OVER:
        return None
    scores = totals(state)
    ranks = [1 if score == max(scores) else 2 for score in scores]
    winners = [seat for seat in (0, 1) if ranks[seat] == 1]
    return Outcome(scores, ranks, winners, "eight_rounds", breakdown(state))
