"""The ladder: what it says is right, it repeats itself, and it goes on where it stopped."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from games.bots import ladder
from games.bots.base import choose_any
from games.bots.ladder import Contest, wilson_interval
from games.bots.levels import LEVELS, RANDOM
from games.registry import ENGINES, HOME, load_levels


def still() -> float:
    return 0.0


def play(contest: Contest, number: int, clock: ladder.Clock = still) -> ladder.MatchResult:
    return ladder.play_match(contest, number, clock, ENGINES[contest.game], load_levels(contest.game))


@pytest.mark.parametrize(
    ("won", "matches", "low", "high"),
    [(0, 10, 0, 0.2775), (8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962), (20, 20, 0.8389, 1)],
)
def test_intervals_are_those_of_the_tables(won: int, matches: int, low: float, high: float) -> None:
    assert wilson_interval(won, matches) == pytest.approx((low, high), abs=1e-4)


def test_a_match_is_repeated_by_its_number() -> None:
    contest = Contest("shanghaien", 2, "easy", "random")
    assert play(contest, 3) == play(contest, 3)
    assert play(contest, 3).moves != play(contest, 4).moves
    assert play(contest, 3).moves != play(contest._replace(seed=2), 3).moves


@pytest.mark.parametrize("slug", ENGINES)
def test_the_seats_are_taken_in_turn(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def watch(engine: Any, levels: Any, name: str) -> Any:
        return lambda turn, chance: (name == "easy" and seen[-1].add(turn.seat)) or choose_any(turn, chance)

    monkeypatch.setattr(ladder, "make_player", watch)
    seats = max(ENGINES[slug].META.seats)
    for number in range(seats):
        seen.append(set())
        play(Contest(slug, seats, "easy", "random"), number)
    assert seen == [{seat} for seat in range(seats)]


@pytest.mark.slow
def test_equal_bots_share_what_there_is_to_win() -> None:
    matches = [play(Contest("shanghaien", 2, "random", "random"), number) for number in range(200)]
    low, high = wilson_interval(sum(match.won for match in matches), 200)
    assert low < 0.5 < high


def test_only_choices_are_timed() -> None:
    """A clock that ticks once a call: each decision takes one tick, and nothing else does."""
    ticks = iter(range(100_000))
    played = play(Contest("halunken", 2, "easy", "random"), 0, lambda: float(next(ticks)))
    assert played.seconds == tuple(map(float, played.decisions)) and min(played.decisions) > 5


def test_a_line_says_what_follows_from_its_matches() -> None:
    contest = Contest("macao", 4, "steady", "easy")
    one = ladder.MatchResult(1.0, (0.5, 0.25), (10, 50), "a")
    half = ladder.MatchResult(0.5, (0.5, 0.25), (10, 50), "b")
    line = ladder.add_matches(ladder.add_matches(ladder.start_line(contest, "a"), [one]), [half, one])
    assert (line["matches"], line["won"], line["rate"], line["share"]) == (3, 2.5, 0.8333, 3.333)
    assert line["interval"] == pytest.approx(wilson_interval(2.5, 3), abs=1e-4)
    assert line["share_interval"] == pytest.approx([4 * end for end in wilson_interval(2.5, 3)], abs=1e-3)
    assert line["ms"] == [50.0, 5.0]
    assert line["command"].endswith("ladder --game macao --seats 4 --pairs steady:easy --matches 3 --seed 1")


def test_aims_are_for_neighbours_and_for_the_strongest() -> None:
    assert ladder.find_target(Contest("macao", 2, "steady", "easy")) == 0.65
    assert ladder.find_target(Contest("macao", 4, "steady", "easy")) == 1.5 / 4
    assert ladder.find_target(Contest("macao", 2, "strong", "random")) == 0.97
    assert ladder.find_target(Contest("shanghaien", 2, "strong", "plain-1000")) == 0.60
    assert ladder.find_target(Contest("shanghaien", 2, "master", "strong")) == 0.60
    assert ladder.find_target(Contest("macao", 2, "steady", "random")) is None


def test_everybody_meets_everybody_weaker() -> None:
    assert len(ladder.list_contests("macao", 3, 1, load_levels("macao"))) == 6
    pairs = [contest.pair for contest in ladder.list_contests("shanghaien", 2, 1, load_levels("shanghaien"))]
    assert (
        len(pairs) == 11 and {"easy:random", "master:strong"} < {*pairs} and pairs[-1] == "strong:plain-1000"
    )


@pytest.mark.slow
def test_plain_search_beats_chance() -> None:
    contest = Contest("shanghaien", 2, "plain-1000", RANDOM)
    assert sum(play(contest, number).won for number in range(2)) == 2


def test_levels_are_measured_in_the_order_in_which_they_are_offered() -> None:
    assert ladder.PLAYERS[: len(LEVELS) + 1] == (RANDOM, *LEVELS)


# --- the ladder that ships

SHIPPED = [
    line for slug in ENGINES for line in json.loads((HOME / slug / "ladder.json").read_bytes())["results"]
]
SLOW = {"strong", "master"}


def choose_lines_to_repeat() -> list[dict[str, Any]]:
    """All quick ones, and of the slow ones the first of the strongest bot of each game."""
    lines = [line for line in SHIPPED if line["stronger"] not in SLOW]
    for slug in ENGINES:
        strongest = load_levels(slug).list_names()[-1]
        lines.append(next(line for line in SHIPPED if (line["game"], line["stronger"]) == (slug, strongest)))
    return lines


REPEATED = choose_lines_to_repeat()


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", REPEATED, ids=lambda line: ladder.write_command(line, line["matches"]).split("--", 1)[1]
)
def test_the_bots_are_those_that_were_measured(line: dict[str, Any]) -> None:
    contest = Contest(line["game"], line["seats"], line["stronger"], line["weaker"], line["seed"])
    assert play(contest, 0).moves == line["first"], "this bot plays otherwise now: measure it again"


def test_what_ships_was_counted_rightly() -> None:
    for line in SHIPPED:
        rate, matches = line["won"] / line["matches"], line["matches"]
        assert line["rate"] == pytest.approx(rate, abs=1e-4)
        assert line["interval"] == pytest.approx(wilson_interval(line["won"], matches), abs=1e-4)
        assert line["command"] == ladder.write_command(line, matches)


def test_every_way_to_play_was_measured() -> None:
    ways = {(line["game"], line["seats"], line["stronger"], line["weaker"]) for line in SHIPPED}
    for game, engine in ENGINES.items():
        for seats in engine.META.seats:
            pairs = pairwise((RANDOM, *load_levels(game).list_names()))
            assert {(game, seats, stronger, weaker) for weaker, stronger in pairs} <= ways
