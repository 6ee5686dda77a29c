"""The ladder: what it says is right, it repeats itself, and it goes on where it stopped."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from games.bots import ladder
from games.bots.__main__ import main
from games.bots.base import uniform
from games.bots.ladder import Contest, play, wilson
from games.bots.levels import LEVELS, RANDOM
from games.registry import ENGINES


def still() -> float:
    return 0.0


@pytest.mark.parametrize(
    ("won", "matches", "low", "high"),
    [(0, 10, 0, 0.2775), (8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962), (20, 20, 0.8389, 1)],
)
def test_intervals_are_those_of_the_tables(won: int, matches: int, low: float, high: float) -> None:
    assert wilson(won, matches) == pytest.approx((low, high), abs=1e-4)


def test_a_match_is_repeated_by_its_number() -> None:
    contest = Contest("shanghaien", 2, "easy", "random")
    assert play(contest, 3, still) == play(contest, 3, still)
    assert play(contest, 3, still).moves != play(contest, 4, still).moves
    assert play(contest, 3, still).moves != play(contest._replace(seed=2), 3, still).moves


@pytest.mark.parametrize("slug", ENGINES)
def test_the_seats_are_taken_in_turn(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def watch(game: str, name: str) -> Any:
        return lambda turn, chance: (name == "easy" and seen[-1].add(turn.seat)) or uniform(turn, chance)

    monkeypatch.setattr(ladder, "player", watch)
    seats = max(ENGINES[slug].META.seats)
    for number in range(seats):
        seen.append(set())
        play(Contest(slug, seats, "easy", "random"), number, still)
    assert seen == [{seat} for seat in range(seats)]


def test_equal_bots_share_what_there_is_to_win() -> None:
    matches = [play(Contest("shanghaien", 2, "random", "random"), number, still) for number in range(200)]
    low, high = wilson(sum(match.won for match in matches), 200)
    assert low < 0.5 < high


def test_only_choices_are_timed() -> None:
    """A clock that ticks once a call: each decision takes one tick, and nothing else does."""
    ticks = iter(range(100_000))
    played = play(Contest("halunken", 2, "easy", "random"), 0, lambda: float(next(ticks)))
    assert played.seconds == tuple(map(float, played.decisions)) and min(played.decisions) > 5


def test_a_line_says_what_follows_from_its_matches() -> None:
    contest = Contest("macao", 4, "steady", "easy")
    one = ladder.Played(1.0, (0.5, 0.25), (10, 50), "a")
    half = ladder.Played(0.5, (0.5, 0.25), (10, 50), "b")
    line = ladder.add(ladder.add(ladder.entry(contest, "a"), [one]), [half, one])
    assert (line["matches"], line["won"], line["rate"], line["share"]) == (3, 2.5, 0.8333, 3.333)
    assert line["interval"] == pytest.approx(wilson(2.5, 3), abs=1e-4)
    assert line["share_interval"] == pytest.approx([4 * end for end in wilson(2.5, 3)], abs=1e-3)
    assert line["ms"] == [50.0, 5.0]
    assert line["command"].endswith("ladder --game macao --seats 4 --pairs steady:easy --matches 3 --seed 1")


def test_aims_are_for_neighbours_and_for_the_strongest() -> None:
    assert ladder.aim(Contest("macao", 2, "steady", "easy")) == 0.65
    assert ladder.aim(Contest("macao", 4, "steady", "easy")) == 1.5 / 4
    assert ladder.aim(Contest("macao", 2, "strong", "random")) == 0.97
    assert ladder.aim(Contest("shanghaien", 2, "strong", "plain-1000")) == 0.60
    assert ladder.aim(Contest("macao", 2, "steady", "random")) is None


def test_everybody_meets_everybody_weaker() -> None:
    assert len(ladder.round_robin("macao", 3, 1)) == 6
    pairs = [contest.pair for contest in ladder.round_robin("shanghaien", 2, 1)]
    assert len(pairs) == 7 and "easy:random" in pairs and pairs[-1] == "strong:plain-1000"


def test_plain_search_beats_chance() -> None:
    contest = Contest("shanghaien", 2, "plain-1000", RANDOM)
    assert sum(play(contest, number, still).won for number in range(2)) == 2


# --- the command

FEW = ["ladder", "--game", "halunken", "--seats", "3", "--pairs", "steady:easy"]


def results(file: Path) -> list[dict[str, Any]]:
    """What does not depend on the machine."""
    lines = json.loads(file.read_text(encoding="utf-8"))["results"]
    return [{name: line[name] for name in line if name not in ("cpu_seconds", "ms")} for line in lines]


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    assert main([*FEW, "--matches", "30", "--out", str(whole)]) == 0
    assert main([*FEW, "--matches", "7", "--out", str(parts)]) == 0
    assert results(parts)[0]["matches"] == 7
    assert main([*FEW, "--matches", "30", "--out", str(parts)]) == 0
    assert results(parts) == results(whole)


def test_more_processes_find_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    main([*FEW, "--matches", "9", "--out", str(one)])
    main([*FEW, "--matches", "9", "--workers", "2", "--out", str(two)])
    assert results(one) == results(two)


def test_bots_that_play_otherwise_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ladder.json"
    main([*FEW, "--matches", "9", "--out", str(file)])
    monkeypatch.setattr(ladder, "player", lambda game, name: uniform)
    main([*FEW, "--matches", "4", "--out", str(file)])
    (line,) = results(file)
    assert line["matches"] == 4


def test_other_lines_of_the_file_are_kept_and_what_is_measured_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ladder.json"
    main([*FEW, "--matches", "3", "--out", str(file)])
    main([*FEW[:-1], "easy:random", "--matches", "3", "--out", str(file)])
    assert [line["stronger"] for line in results(file)] == ["easy", "steady"]
    said = capsys.readouterr().out
    assert "steady:easy" in said and "n = 3" in said and "aim 0.500" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pairs", "strong"], "--pairs: 'strong' is not two of"),
        (["--pairs", "genius:easy"], "--pairs"),
        (["--game", "shanghaien", "--seats", "3"], "--seats: no game"),
    ],
)
def test_wrong_arguments_are_said(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "--matches", "1", *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_a_number_of_matches_is_a_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["ladder", "--matches", number])
    assert "is not a number from 1 on" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FEW, "--matches", "1", "--out", str(tmp_path / "none" / "ladder.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_file_of_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    key = {"game": "shanghaien", "seats": 2, "stronger": "easy", "weaker": "random", "seed": 1}
    for text in ("[1]", "{}", "x", '{"results": [{"game": "macao"}]}', json.dumps({"results": [key]})):
        file.write_text(text)
        assert main([*FEW, "--matches", "1", "--out", str(file)]) == 2
        assert file.read_text() == text and "something else" in capsys.readouterr().err


def test_levels_are_measured_in_the_order_in_which_they_are_offered() -> None:
    assert ladder.PLAYERS[: len(LEVELS) + 1] == (RANDOM, *LEVELS)


# --- the ladder that ships

SHIPPED = json.loads(Path(ladder.__file__).with_name("ladder.json").read_bytes())["results"]
#: of the slow ones one for each game
AGAIN = [line for line in SHIPPED if line["stronger"] != "strong" or (line["seats"], line["weaker"]) == (2, "steady")]


@pytest.mark.parametrize("line", AGAIN, ids=lambda line: ladder.command(line, line["matches"]).split("--", 1)[1])
def test_the_bots_are_those_that_were_measured(line: dict[str, Any]) -> None:
    contest = Contest(line["game"], line["seats"], line["stronger"], line["weaker"], line["seed"])
    assert play(contest, 0, still).moves == line["first"], "this bot plays otherwise now: measure it again"


def test_what_ships_was_counted_rightly() -> None:
    for line in SHIPPED:
        rate, matches = line["won"] / line["matches"], line["matches"]
        assert line["rate"] == pytest.approx(rate, abs=1e-4)
        assert line["interval"] == pytest.approx(wilson(line["won"], matches), abs=1e-4)
        assert line["command"] == ladder.command(line, matches)


def test_every_way_to_play_was_measured() -> None:
    ways = {(line["game"], line["seats"], line["stronger"], line["weaker"]) for line in SHIPPED}
    for game, engine in ENGINES.items():
        for seats in engine.META.seats:
            pairs = pairwise(ladder.KNOWN)
            assert {(game, seats, stronger, weaker) for weaker, stronger in pairs} <= ways
