"""The puzzle of a day: the same for everybody, solved without an account, with the section that says why."""

from datetime import date, timedelta

import pytest
from django.utils import timezone, translation

from escale.common import languages
from games.bots.puzzling import CLEAR_GAP
from games.presenting.teaching.positions import describe, place_puzzles
from games.presenting.teaching.puzzles import choose_puzzle
from games.registry import ENGINES, has_puzzles, load_game, read_puzzles

pytestmark = pytest.mark.django_db
PUZZLES = place_puzzles()
GAMES = [game for game in ENGINES if has_puzzles(game)]
SOME_DAYS = 31
EXACT_GAME = "shanghaien"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_puzzles_for_a_month_and_each_has_its_day(game):
    first = date(2026, 1, 1)
    chosen = {choose_puzzle(game, first + timedelta(days=day)).id for day in range(SOME_DAYS)}
    assert len(chosen) == SOME_DAYS


@pytest.mark.parametrize("game", GAMES)
def test_one_action_of_the_menu_is_clearly_the_best(game):
    engine = ENGINES[game]
    for puzzle in read_puzzles(game):
        engine.invariant(puzzle.state)
        menu = engine.legal(puzzle.state, puzzle.seat)
        assert all(choice.action in menu for choice in puzzle.choices)
        assert len({choice.action for choice in puzzle.choices}) == len(puzzle.choices) > 1
        second, best = sorted(choice.value for choice in puzzle.choices)[-2:]
        assert best - second >= CLEAR_GAP and puzzle.choices[puzzle.best].value == best


def test_the_solver_finds_the_same_values_again():
    solve_menu = load_game(EXACT_GAME).solve_menu
    for puzzle in read_puzzles(EXACT_GAME)[:6]:
        values = dict(solve_menu(puzzle.state, puzzle.seat))
        for choice in puzzle.choices:
            assert choice.value == pytest.approx(values[choice.action], abs=1e-3)
        assert max(values.values()) == values[puzzle.choices[puzzle.best].action]


@pytest.mark.parametrize("puzzle_id", PUZZLES)
def test_a_puzzle_is_asked_and_explained_in_every_language(puzzle_id):
    answers = set()
    for language in languages.codes():
        with translation.override(language):
            described = describe(PUZZLES[puzzle_id])
        labels = [choice["label"] for choice in described.choices]
        assert len(set(labels)) == len(labels) and "%(" not in described.text + described.because
        assert described.text.endswith("?") and described.because
        answers.add(described.answer)
    assert len(answers) == 1


def test_the_page_asks_and_tells_the_solution_only_after_an_answer(client):
    placed = choose_puzzle(EXACT_GAME, timezone.localdate())
    address = f"/en/play/{EXACT_GAME}/puzzle/"
    page = client.get(address).content.decode()
    assert "What is your best move?" in page and "The solution" not in page
    right = describe(placed).answer
    page = client.get(address, {"answer": right}).content.decode()
    assert " is right.</strong>" in page and "The solution" in page and "These figures are exact" in page
    page = client.get(address, {"answer": int(right == 0)}).content.decode()
    assert "the right answer is" in page
    for wrong in ({"answer": "9"}, {"answer": "x"}, {"day": "2999-01-01"}, {"day": "yesterday"}):
        page = client.get(address, wrong)
        assert page.status_code == 200 and "The solution" not in page.content.decode()
    assert client.get("/en/play/nothing/puzzle/").status_code == 404


def test_the_api_gives_the_puzzle_and_its_position_plays_any_action(client):
    puzzle = client.get(f"/api/v1/puzzles/{EXACT_GAME}/").json()
    best = puzzle["question"]["answer"]
    place = [choice["value"] for choice in puzzle["question"]["choices"]].index(best)
    assert puzzle["is_exact"] and puzzle["day"] == timezone.localdate().isoformat()
    assert puzzle["values"][place]["value"] == max(value["value"] for value in puzzle["values"])
    for action in puzzle["menu"]:
        tried = client.post(
            f"/api/v1/positions/{puzzle['id']}/", {"actions": [action]}, content_type="application/json"
        )
        assert tried.status_code == 200 and tried.json()["log"][0]["text"]
    yesterday = timezone.localdate() - timedelta(days=1)
    other = client.get(f"/api/v1/puzzles/{EXACT_GAME}/", {"day": yesterday.isoformat()}).json()
    assert other["id"] != puzzle["id"]
    for day, status in (("x", 400), ("", 400), ("2999-01-01", 404), ("1999-01-01", 404)):
        assert client.get(f"/api/v1/puzzles/{EXACT_GAME}/", {"day": day}).status_code == status
    assert client.get("/api/v1/puzzles/nothing/").status_code == 404
