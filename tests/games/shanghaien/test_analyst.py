"""The analysis of a match of Shanghaien: its laws hold, and it ranks those who play."""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import pytest

from games.bots.base import ask_bot
from games.bots.levels import make_bot
from games.core.analysis.measures import GRADES, grade_loss, list_values, summarise, write_analysis
from games.core.chance import QuickChance
from games.core.contract import Json
from games.core.records import Record
from games.core.simulation import Case, play_match
from games.registry import load_levels
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.menu import legal
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import DECK
from games.shanghaien.solver import __main__ as commands
from games.shanghaien.solver.analyst import _explain as explain
from games.shanghaien.solver.analyst import analyse
from games.shanghaien.solver.measures.laws import Laws, judge_matches
from games.shanghaien.solver.solution import ROLLS, solve
from games.shanghaien.words import WORDS
from tests.games.shanghaien.positions import LEFT, RIGHT, ROLL, SHANGHAI, place, position

LEVELS = load_levels("shanghaien")
CASE = Case(ENGINE, 2, {"extra_trick": False})


def play(own: str, other: str, seed: int) -> Record:
    bots = [make_bot(LEVELS, name) for name in (own, other)]

    def choose(state: State, seat: int, luck: QuickChance):
        return ask_bot(bots[seat], ENGINE, state, seat, luck)

    return play_match(CASE, seed, choose)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_luck_and_skill_are_the_result_and_every_step_is_one_of_both(seed: int) -> None:
    record = play("easy", "steady", seed)
    analysis = analyse(record)
    values = list(list_values(analysis))
    assert values[-1] == {(0,): 1.0, (1,): 0.0, (0, 1): 0.5}[tuple(record.result["winners"])]
    for (before, after), move in zip(itertools.pairwise(values), analysis.moves, strict=True):
        sign = 1 if move.seat == 0 else -1
        assert after - before == pytest.approx(sign * (move.luck - move.loss), abs=1e-12)
    for seat in (0, 1):
        found = summarise(
            analysis, seat, record.result["winners"].count(seat) / len(record.result["winners"])
        )
        assert found["luck"] + found["skill"] == pytest.approx(found["result"] - 0.5, abs=2e-6)
        assert found["unplayed"] == 0


def test_only_draws_have_luck() -> None:
    """Within a round values are exact, so a move that draws nothing has none."""
    for move in analyse(play("steady", "steady", 7)).moves:
        draws = move.action[0] in ("roll", "shanghai") or "reroll" in move.action
        assert draws or move.luck == pytest.approx(0, abs=1e-9)


def test_the_mean_luck_of_a_roll_is_nothing() -> None:
    state = position(
        round=8, dice=([1, 4], [2, 6]), tavern=["red-4", "blue-1", "grey-4", "green-1", "red-1", "blue-2"]
    )
    solution = solve(state)
    before = solution.judge(state, ROLL)
    rolled = state.copy()
    ENGINE.advance(rolled, 0, ROLL, QuickChance(0))
    luck = []
    for roll, times in ROLLS:
        rolled.roll = roll
        luck += [solution.find_value(rolled) - before] * times
    assert len(luck) == 36 and sum(luck) == pytest.approx(0, abs=1e-12)
    assert max(luck) > 0.01 and min(luck) < -0.01


@pytest.mark.slow
def test_whoever_plays_better_is_found_to_lose_less() -> None:
    """Losses a decision. A few matches do not tell easy from random."""
    losses = {}
    for name in ("random", "easy", "steady", "master"):
        seats = [summarise(analyse(play(name, name, seed)), 0, 0.5) for seed in (1, 2)]
        losses[name] = sum(seat["lost"] for seat in seats) / sum(seat["decisions"] for seat in seats)
    assert min(losses["random"], losses["easy"]) > losses["steady"] > losses["master"]
    assert losses["master"] < 1e-6


def test_a_win_that_is_certain_is_worth_1_and_never_less_than_going_on() -> None:
    tavern = ["red-4", "red-3a", "red-3b", "red-2", "blue-1", "blue-2"]
    state = position(round=8, dice=([1, 2, 3, 4], [5, 5, 6]), tavern=tavern, own=([], ["blue-4"]))
    assert dict(solve(state).judge_menu())[SHANGHAI] == 1.0 == solve(state).find_value(state)


def test_the_master_plays_both_dice_before_the_direction_is_chosen() -> None:
    """The solution then begins between the trick and the dice that it lays."""
    state = position(
        round=8,
        phase="aim_both",
        rolled=(2, 5),
        one="",
        tavern=DECK[:6],
        own=(["grey-4"], ["grey-3a"]),
        used=1,
    )
    judged = solve(state).judge_menu()
    assert [action for action, _ in judged] == [LEFT, RIGHT]
    assert all(0 <= value <= 1 for _, value in judged)


def find_value_of_played(move: Json) -> float:
    return next(choice["value"] for choice in move["choices"] if choice["action"] == move["action"])


def test_the_document_gives_the_best_first_and_always_what_was_played() -> None:
    record = play("random", "random", 3)
    document = write_analysis(record, analyse(record))
    kinds = set()
    for move in document["moves"]:
        values = [choice["value"] for choice in move["choices"]]
        assert max(values) == values[0] and move["action"] in [choice["action"] for choice in move["choices"]]
        assert move["loss"] == pytest.approx(values[0] - find_value_of_played(move), abs=2e-6)
        assert (move["reason"] is None) == (move["loss"] < 0.0005)
        kinds |= {move["grade"]}
        if move["things"]:
            assert move["reason"] is not None
    assert {"", "blunder"} < kinds <= {"", *GRADES}


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [([1, 1, 2, 2, 3], [4], "should_shout"), ([1], [4, 4, 5, 5, 6], "should_shout_behind")],
)
def test_the_reason_to_shout_depends_on_who_is_ahead(mine: list[int], theirs: list[int], code: str) -> None:
    state = position(round=3, dice=(mine, theirs), tavern=DECK[:6])
    reason = explain(state, 0, SHANGHAI, 0.6)
    assert (reason.code, reason.params["mine"] > reason.params["theirs"]) == (code, code == "should_shout")
    assert explain(state, 0, SHANGHAI, 1.0).code == "should_win"


def test_every_reason_has_a_sentence() -> None:
    record = play("random", "random", 3)
    codes = {move.reason.code for move in analyse(record).moves if move.reason}
    assert "should_roll" in codes and codes <= set(WORDS.reasons)


@pytest.mark.parametrize(
    ("loss", "grade"), [(0, ""), (0.019, ""), (0.02, "doubtful"), (0.04, "mistake"), (0.5, "blunder")]
)
def test_losses_have_the_grades_of_backgammon(loss: float, grade: str) -> None:
    assert grade_loss(loss) == grade


def test_a_joker_that_the_solver_leaves_out_is_judged_when_somebody_plays_it() -> None:
    state = position(
        round=8,
        phase="rolled",
        rolled=(3, 4),
        dice=([], [2]),
        tavern=["red-4", "blue-1", "yellow-2", "green-2", "grey-1", "purple-2"],
        own=(["red-2", "blue-3a", "green-1", "trick-1"], ["yellow-3a", "grey-2", "blue-4"]),
    )
    solution = solve(state)
    listed = {action for action, _ in solution.judge_menu()}
    left_out = [action for action in legal(state, 0) if action not in listed]
    assert left_out and place(3) in listed
    best = max(value for _, value in solution.judge_menu())
    assert all(solution.judge(state, action) <= best + 1e-12 for action in left_out)


@pytest.mark.slow
def test_the_laws_hold_match_by_match_and_luck_is_nothing_on_the_average() -> None:
    """`python -m games.shanghaien.solver laws` looks at thousands of matches."""
    laws = Laws()
    for match in judge_matches(LEVELS, range(1, 5)):
        assert match.gap < 1e-12 and match.decisions and match.total_loss >= 0
        laws.add(match)
    mean, half = laws.find_mean_luck()
    assert abs(mean) < half < 0.6
    assert next(laws.describe()).startswith("4 matches: mean luck")


@pytest.mark.slow
def test_the_laws_are_looked_at_further_after_a_stop(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    def look_at(matches: int, out: Path | None) -> str:
        commands.laws(argparse.Namespace(seed=1, matches=matches, out=out))
        return capsys.readouterr().out

    kept = tmp_path / "matches"
    look_at(1, kept)
    assert look_at(2, kept) == look_at(2, None)
    assert len(kept.read_text().splitlines()) == 2


def test_before_the_last_round_only_losses_beyond_the_error_of_estimates_are_mistakes() -> None:
    analysis = analyse(play("random", "random", 3))
    graded = [move for move in analysis.moves if move.grade]
    assert graded and all(move.loss > move.margin for move in graded)
    doubted = [move for move in analysis.moves if grade_loss(move.loss) and not move.is_proven]
    assert doubted and all(move.margin >= move.loss and not move.grade for move in doubted)
    assert sum(summarise(analysis, 0, 0.5)["grades"].values()) == sum(move.seat == 0 for move in graded)
