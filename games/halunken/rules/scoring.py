"""Counts what a crew is worth (rules: scoring)."""

from __future__ import annotations

from typing import NamedTuple

from games.core.contract import Json, Outcome
from games.halunken.rules.state import OVER, State
from games.halunken.rules.tables import COLOUR, COLOURS, VALUE


class Worth(NamedTuple):
    """The points of a crew. The lists are by colour."""

    total: int
    doubled: int  # the colour that counts twice, -1 for an empty crew
    sums: list[int]
    counts: list[int]


def count_worth(crew: list[int]) -> Worth:
    """The points of a crew.

    If several colours have the most cards, the best of them is doubled (rules: scoring).
    """
    sums, counts = [0] * len(COLOURS), [0] * len(COLOURS)
    for card in crew:
        sums[COLOUR[card]] += VALUE[card]
        counts[COLOUR[card]] += 1
    if not crew:
        return Worth(0, -1, sums, counts)
    most = max(counts)
    # If the sums are equal too, either colour gives the same total.
    extra, doubled = max((sums[colour], colour) for colour in range(len(COLOURS)) if counts[colour] == most)
    return Worth(sum(sums) + extra, doubled, sums, counts)


def describe_game(state: State) -> list[Json]:
    """The points of each seat in the game that has just ended."""
    return [describe_worth(count_worth(crew)) for crew in state.crews]


def describe_worth(worth: Worth) -> Json:
    by_colour = {}
    for colour, name in enumerate(COLOURS):
        by_colour[name] = {"count": worth.counts[colour], "sum": worth.sums[colour]}
    return {
        "total": worth.total,
        "doubled": COLOURS[worth.doubled] if worth.doubled >= 0 else None,
        "colours": by_colour,
    }


def add_totals(state: State) -> list[int]:
    """Returns by seat the points of all finished games (rules: variant-long)."""
    return [sum(game["seats"][seat]["total"] for game in state.finished_games) for seat in range(state.seats)]


def outcome(state: State) -> Outcome | None:
    """The result of a match that is over.

    The highest total wins; equal totals share the victory (ruling `equal-totals`).
    """
    if state.phase != OVER:
        return None
    scores = add_totals(state)
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return Outcome(scores, ranks, winners, "complete", {"games": state.finished_games})
