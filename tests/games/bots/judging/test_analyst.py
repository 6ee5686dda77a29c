"""Analyses by rollouts: their sums are exact, what they find is right where it can be known, and they repeat."""

from __future__ import annotations

import itertools

import pytest

from games.bots.base import ask_bot
from games.core.analysis.measures import (
    Analysis,
    find_luck,
    find_share,
    find_skill,
    list_values,
    write_analysis,
)
from games.core.records import Record, replay
from games.core.simulation import Case, play_match
from games.registry import load_game

CASES = [
    ("macao", 2, {}),
    ("halunken", 2, {"black_jack": True, "games": 1}),
    ("halunken", 4, {"black_jack": False, "games": 1}),
]


def play(game: str, seats: int, options: dict, seed: int = 1) -> Record:
    engine, bots = load_game(game).engine, load_game(game).bots

    def choose(state, seat, luck):
        return ask_bot(bots.easy if seat == 0 else bots.steady, engine, state, seat, luck)

    return play_match(Case(engine, seats, options), seed, choose)


def shorten(record: Record, moves: int) -> Record:
    """The same match, given up by all but the last seat after so many moves."""
    record.moves = record.moves[:moves]
    seats = len(record.seats)
    record.result = {"scores": [0] * seats, "winners": [seats - 1], "reason": "resigned"}
    return record


def analyse(record: Record) -> Analysis:
    analyst = load_game(record.engine.META.slug).analyst
    assert analyst is not None
    return analyst(record)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def analysed(request) -> tuple[Record, Analysis]:
    """The first eight moves of a match, and their analysis."""
    record = shorten(play(*request.param), 8)
    return record, analyse(record)


@pytest.mark.slow
def test_luck_and_skill_are_the_result_for_every_seat(analysed) -> None:
    record, analysis = analysed
    seats = len(record.seats)
    for seat in range(seats):
        values = list(list_values(analysis, seat))
        assert all(-1e-9 <= value <= 1 + 1e-9 for value in values)
        for (before, after), move in zip(itertools.pairwise(values), analysis.moves, strict=True):
            assert after - before == pytest.approx(move.lucks[seat] - move.losses[seat], abs=1e-12)
        total = find_luck(analysis, seat) + find_skill(analysis, seat)
        left = find_share(record, seat) - analysis.last_values[seat]
        assert total + left == pytest.approx(find_share(record, seat) - 1 / seats, abs=1e-12)
    assert all(sum(move.values) == pytest.approx(1) for move in analysis.moves)


@pytest.mark.slow
def test_only_moves_that_draw_or_reveal_have_luck(analysed) -> None:
    record, analysis = analysed
    engine = record.engine
    states = [step.state.copy() for step in replay(record)]
    lucky = 0
    for state, move in zip(states, analysis.moves, strict=False):
        if engine.may_undo(state, move.seat, move.action):
            assert all(luck == pytest.approx(0, abs=1e-12) for luck in move.lucks)
        else:
            lucky += any(abs(luck) > 0.001 for luck in move.lucks)
    assert lucky


@pytest.mark.slow
def test_giving_up_a_match_that_is_won_is_a_blunder_and_the_reason_names_the_better_move() -> None:
    """The easy bot bids its last scoundrel away: without it, it has lost; by passing it would have won."""
    record = play("halunken", 2, {"black_jack": True, "games": 1}, seed=3)
    assert record.moves[43].action == ("bid", "grey-13")
    move = analyse(record).moves[43]
    assert move.loss == pytest.approx(1) and move.choices[0].action == ("pass",)
    assert move.reason is not None and move.loss_margin < 0.1


@pytest.mark.slow
def test_the_document_says_that_it_estimates_and_the_same_match_gives_the_same() -> None:
    record = shorten(play("macao", 3, {}), 3)
    document = write_analysis(record, analyse(record))
    assert document == write_analysis(record, analyse(record))
    assert document["method"] == "rollouts" and len(document["seats"]) == 3
    for move in document["moves"]:
        assert move["margin"] > 0
        assert move["choices"][0]["value"] == max(choice["value"] for choice in move["choices"])
        assert move["action"] in [choice["action"] for choice in move["choices"]]
        assert (move["reason"] is None) == (move["loss"] == 0)
        assert move["loss_margin"] < move["loss"] or move["loss"] == 0
