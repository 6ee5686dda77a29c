"""What a finished match was made of: asked for, computed by the worker, and read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from games.analysing import analyses, computing
from games.core.contract import Json
from games.matches import record_import, replay
from games.matches.archiving import packing
from games.models import Match, MatchAnalysis
from games.registry import load_game
from tests.games.matches.finished import write_finished_match
from tests.games.table import Table

pytestmark = pytest.mark.django_db


def analyse_next_match() -> bool:
    """What both jobs of the worker do."""
    return computing.analyse_next_quick_match() or computing.analyse_next_slow_match()


def read(client, match: Match, language: str = "en"):
    return client.get(f"/api/v1/matches/{match.pk}/analysis/?lang={language}")


def analyse(client, match: Match, language: str = "en") -> Json:
    assert read(client, match).status_code == 202
    assert analyse_next_match()
    answer = read(client, match, language)
    assert answer.status_code == 200
    return answer.json()


def test_an_analysis_is_computed_by_the_worker_and_not_by_the_request(client) -> None:
    match = write_finished_match("shanghaien", 1)
    for _ in range(2):
        answer = read(client, match)
        assert (answer.status_code, answer["Retry-After"]) == (202, "2")
        assert answer.json() == {"status": "computing"}
    assert MatchAnalysis.objects.count() == 1
    assert analyse_next_match() and not analyse_next_match()
    answer = read(client, match)
    assert answer.status_code == 200 and answer["ETag"]


def test_luck_and_skill_make_the_result(client) -> None:
    document = analyse(client, write_finished_match("shanghaien", 2))
    for seat in document["seats"]:
        total = seat["luck"] + seat["skill"] + seat["unplayed"]
        assert total == pytest.approx(seat["result"] - 0.5, abs=1e-5) and seat["unplayed"] == 0
    own, other = document["seats"]
    assert own["luck"] == -other["luck"] and own["skill"] == -other["skill"]
    assert min(move["loss"] for move in document["moves"]) >= 0


def test_the_last_round_is_exact_and_the_others_are_marked_as_estimates(client) -> None:
    document = analyse(client, write_finished_match("shanghaien", 2))
    margins = [move["margin"] for move in document["moves"]]
    assert margins[0] > 0 and margins[-1] == 0 and margins == sorted(margins, key=lambda margin: margin == 0)


def test_a_choice_names_what_it_meets_in_its_position(client) -> None:
    moves = analyse(client, write_finished_match("shanghaien", 2))["moves"]
    placed = [choice for move in moves for choice in move["choices"] if choice["action"]["type"] == "place"]
    assert placed and all(choice["facts"]["card"] and " on the " in choice["label"] for choice in placed)
    assert {move["label"] for move in moves if move["action"]["type"] == "place"} <= {
        choice["label"] for choice in placed
    }


def test_each_move_names_its_event_also_after_moves_that_were_taken_back(client) -> None:
    match = write_finished_match("shanghaien", 4)
    document = analyse(client, match)
    assert [move["number"] for move in document["moves"]] == [step.number for step in replay.steps(match)]


@pytest.mark.slow
def test_a_packed_match_is_analysed_as_before(client) -> None:
    match = write_finished_match("shanghaien", 3)
    before = analyse(client, match)
    MatchAnalysis.objects.all().delete()
    assert packing.pack(match.pk)
    assert analyse(client, match) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the best move"), ("fr", "le meilleur coup"), ("it", "la mossa migliore"), ("de", "besten Zug")],
)
def test_a_line_sums_it_up_in_each_language(client, language: str, words: str) -> None:
    document = analyse(client, write_finished_match("shanghaien", 1), language)
    assert all(words in seat["summary"] and words in seat["summary_you"] for seat in document["seats"])


def test_nobody_learns_anything_before_the_end(client) -> None:
    table = Table()
    table.play(4)
    answer = read(client, table.match)
    assert answer.status_code == 409 and answer.json()["code"] == "not_over"
    assert not MatchAnalysis.objects.exists()


def test_a_match_that_was_given_up_says_what_was_left(client) -> None:
    record = replay.record(write_finished_match("shanghaien", 5))
    record["moves"] = record["moves"][:9]
    record["result"] = {"scores": [0, 0], "winners": [1], "reason": "resigned"}
    del record["fairness"]
    match = Match.objects.get(pk=record_import.record(record).pk)
    own, other = analyse(client, match)["seats"]
    assert own["result"] == 0 and own["unplayed"] == -other["unplayed"] < 0
    assert own["luck"] + own["skill"] + own["unplayed"] == pytest.approx(-0.5, abs=1e-5)


def test_a_game_without_an_analyst_says_so(client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = write_finished_match("macao", 1)
    monkeypatch.setattr(analyses, "load_game", lambda slug: replace(load_game(slug), analyst=None))
    answer = read(client, match)
    assert answer.status_code == 409 and answer.json()["code"] == "no_analysis"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["halunken", "macao"])
def test_a_game_that_is_not_solved_is_estimated_by_another_process(client, game: str) -> None:
    record = replay.record(write_finished_match(game, 5))
    seats = len(record["seats"])
    record["moves"] = record["moves"][:4]
    record["result"] = {"scores": [0] * seats, "winners": [0], "reason": "resigned"}
    del record["fairness"]
    document = analyse(client, Match.objects.get(pk=record_import.record(record).pk))
    assert document["method"] == "rollouts" and len(document["moves"]) == 4
    for seat in document["seats"]:
        total = seat["luck"] + seat["skill"] + seat["unplayed"]
        assert total == pytest.approx(seat["result"] - 1 / seats, abs=1e-5)
        assert "nothing was clearly better" in seat["summary"]
    assert all(move["margin"] > 0 for move in document["moves"])


def test_nobody_waits_for_the_slow_analysis_of_another_game(client) -> None:
    slow, quick = write_finished_match("macao", 1), write_finished_match("shanghaien", 1)
    for match in (slow, quick):
        assert read(client, match).status_code == 202
    assert computing.analyse_next_quick_match() and not computing.analyse_next_quick_match()
    assert read(client, quick).status_code == 200 and read(client, slow).status_code == 202


@pytest.mark.slow
def test_an_analysis_of_an_older_release_is_computed_again(client) -> None:
    match = write_finished_match("shanghaien", 1)
    document = analyse(client, match)
    older = {name: document[name] for name in ("format", "game", "deal", "moves", "value")} | {"version": 1}
    analyses.store_analysis(match, older)
    assert read(client, match).status_code == 202 and analyse_next_match()
    assert read(client, match).json()["version"] == document["version"]


def test_a_match_that_cannot_be_replayed_keeps_nobody_waiting(client) -> None:
    match, other = (write_finished_match("shanghaien", seed) for seed in (1, 2))
    for one in (match, other):
        assert read(client, one).status_code == 202
    match.events.filter(kind="move").first().delete()
    assert analyse_next_match() and analyse_next_match()
    assert read(client, match).json()["code"] == "no_analysis" and read(client, other).status_code == 200


def test_old_analyses_are_erased_and_computed_again(client) -> None:
    match = write_finished_match("shanghaien", 1)
    analyse(client, match)
    MatchAnalysis.objects.update(asked_at=timezone.now() - 2 * analyses.KEEP_FOR)
    assert not analyses.erase_old_analyses() and not MatchAnalysis.objects.exists()
    assert read(client, match).status_code == 202
