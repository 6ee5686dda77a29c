"""Five minutes and the quiz: questions in the order of a first match, and a wrong answer opens its section."""

import re

import pytest
from django.core.management import call_command

from games.core.positions.position import judge
from games.presenting.teaching.positions import count_further, find_position, place_positions
from games.presenting.teaching.practice import MAX_MISSED
from games.registry import ENGINES, load_probes, read_fresh_seeds
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS

pytestmark = pytest.mark.django_db
GAME = "shanghaien"
LESSON, QUIZ = f"/en/play/{GAME}/five-minutes/", f"/en/play/{GAME}/quiz/"
MOST_QUESTIONS = 12  # within five minutes
MOST_ASKED = 26  # more than the sections of a rule, and than the further positions of one


@pytest.fixture
def rule(db):
    call_command("load_rules", str(SHIPPED_TEXTS / GAME), verbosity=0)


def read_form(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))


def find_right(position_id: str) -> int:
    placed = find_position(position_id)
    asked = judge(placed.position, placed.moment)
    return list(asked.choices).index(asked.answer)


def answer_all(client, address: str, is_right) -> tuple[list[str], str]:
    """The positions that were asked about, and the last page."""
    asked, page = [], client.get(address).content.decode()
    while (form := read_form(page)) and len(asked) < MOST_ASKED:
        right = find_right(form["of"])
        answer = right if is_right(form["of"], len(asked)) else int(right == 0)
        asked.append(form["of"])
        page = client.get(address, form | {"answer": answer}).content.decode()
        assert (" is right.</strong>" in page) == (answer == right)
    return asked, page


@pytest.mark.parametrize("game", ENGINES)
def test_a_lesson_has_the_sections_of_a_first_match(game):
    sections = load_probes(game).sections_of_first_match
    assert len(set(sections)) == len(sections) <= MOST_QUESTIONS
    assert all(f"{game}-{section}" in place_positions() for section in sections)


def test_whoever_knows_the_rule_is_through_after_one_question_each(client):
    asked, page = answer_all(client, LESSON, lambda position, count: True)
    assert asked == [f"{GAME}-{section}" for section in load_probes(GAME).sections_of_first_match]
    assert "All answers were right." in page


@pytest.mark.slow
@pytest.mark.usefixtures("rule")
def test_a_wrong_answer_opens_its_section_and_comes_again_with_another_position(client):
    missed = f"{GAME}-shanghai"
    asked, page = answer_all(client, LESSON, lambda position, count: position != missed)
    assert len(asked) == len(load_probes(GAME).sections_of_first_match) + 1
    assert asked[-1].startswith(f"{missed}-") and asked[-1] != missed
    assert "Read these sections again" in page and f"/en/rules/{GAME}/#shanghai" in page
    page = client.get(LESSON, {"number": "5", "of": missed, "answer": "0"}).content.decode()
    assert "Not “Yes”: the right answer is “No”." in page
    assert "You have not placed a die yet" in page and "at least two of your dice are lying at cards" in page


@pytest.mark.slow
def test_the_quiz_never_ends_and_keeps_to_a_section(client):
    asked, _page = answer_all(client, QUIZ, lambda position, count: True)
    assert len(asked) == MOST_ASKED and len(set(asked)) == MOST_ASKED
    asked, _page = answer_all(client, f"{QUIZ}?section=place", lambda position, count: True)
    assert {position.rpartition("-")[0] for position in asked} == {f"{GAME}-place"}
    assert len(set(asked)) == count_further(place_positions()[f"{GAME}-place"])


@pytest.mark.parametrize(
    "query",
    ["number=-1", "number=" + "9" * 50, "of=macao-pay&answer=0", f"of={GAME}-roll&answer=99", "missed=x,y,roll",
     f"of={GAME}-roll-999&answer=0", "missed=" + ",".join(["roll"] * 999), "answer=0", "section=nothing"],
)  # fmt: skip
def test_what_an_address_says_wrongly_is_left_out(client, query):
    for address in (LESSON, QUIZ):
        page = client.get(f"{address}?{query}")
        assert page.status_code == 200 and read_form(page.content.decode())
    assert client.get("/en/play/nothing/quiz/").status_code == 404
    assert MAX_MISSED < 20


@pytest.mark.parametrize("game", ENGINES)
def test_further_positions_are_found_again(game):
    """The first and the last of each section: all of them are found in the same way."""
    for section, seeds in read_fresh_seeds(game).items():
        for number in {1, len(seeds)} if seeds else ():
            placed = find_position(f"{game}-{section}-{number}")
            assert placed is not None and judge(placed.position, placed.moment)
            assert placed.position.digest != place_positions()[f"{game}-{section}"].position.digest
