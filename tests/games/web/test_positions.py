"""Positions of the rules: told in four languages, drawn, tried without a trace, and refused with their section."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.utils import translation

from escale.common import languages
from escale.common.text import typography
from games.core.json_form import encode
from games.core.positions.position import to_json
from games.models import Match
from games.presenting.teaching.positions import describe, place_examples, place_positions
from games.presenting.teaching.trials import MAX_ACTIONS
from games.registry import ENGINES
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS

POSITIONS = place_positions() | place_examples()
SHOUT = "shanghaien-shanghai"
MOST_BYTES = 20_000  # of a drawing


#: what stored questions about all actions of a type leave open, and a request has to say
LEFT_OPEN = {"place": {"die": 1}, "trick": {"card": "trick-1", "use": "reroll"}}


def describe_in(language: str, position_id: str):
    with translation.override(language):
        return describe(POSITIONS[position_id])


def post(client, position_id: str, actions: object, **headers):
    return client.post(
        f"/api/v1/positions/{position_id}/",
        {"actions": actions},
        content_type="application/json",
        headers={"Accept-Language": "en", **headers},
    )


@pytest.mark.parametrize("game", ENGINES)
def test_a_question_is_asked_in_every_language(game):
    ids = [position_id for position_id, placed in POSITIONS.items() if placed.game == game]
    assert ids
    for position_id in ids:
        english = describe_in("en", position_id)
        assert english.text.endswith("?") and "%(" not in english.text
        labels = [choice["label"] for choice in english.choices]
        assert len(set(labels)) == len(labels) and all(labels)
        for language in set(languages.codes()) - {"en"}:
            other = describe_in(language, position_id)
            assert other.text != english.text and other.answer == english.answer


@pytest.mark.parametrize("game", ENGINES)
def test_sentences_built_from_parts_have_the_spaces_of_french(game):
    ids = [position_id for position_id, placed in POSITIONS.items() if placed.game == game]
    for position_id in ids[:3]:
        described = describe_in("fr", position_id)
        words = json.dumps([described.text, described.because, described.board_words], ensure_ascii=False)
        built = [part for part in re.findall(r'"([^"]*)"', words) if " " in part]
        assert built
        assert [typography.apply_spacing(sentence, "fr") for sentence in built] == built


@pytest.mark.parametrize("position_id", POSITIONS)
def test_a_drawing_is_whole_and_can_do_nothing(position_id):
    for language in languages.codes():
        svg = describe_in(language, position_id).svg
        root = ElementTree.fromstring(svg)
        names = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert names <= {"svg", "rect", "circle", "text", "path"} and "text" in names
        height = float(root.attrib["height"])
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 <= float(text.attrib["x"]) <= 480 and 0 <= float(text.attrib["y"]) <= height
        assert len(svg) < MOST_BYTES


@pytest.mark.django_db
@pytest.mark.parametrize("position_id", POSITIONS)
def test_the_engine_answers_what_the_question_asks(client, position_id):
    placed = POSITIONS[position_id]
    action = encode(ENGINES[placed.game].META.actions, placed.position.asked_move.action)
    answer = post(client, position_id, [LEFT_OPEN.get(action["type"], {}) | action])
    if placed.position.probe.is_refusal:
        assert answer.status_code == 422
        problem = answer.json()
        assert problem["code"] == f"{placed.game}.{placed.moment.refusal.code}" and problem["number"] == 1
        assert problem["rule"]["key"] == placed.position.section
        assert problem["detail"] == describe_in("en", position_id).because
    else:
        assert answer.status_code == 200
        events = [encode(ENGINES[placed.game].META.events, event) for event in placed.moment.events]
        assert to_json(answer.json()["log"][0]["events"]) == to_json(events)


@pytest.mark.django_db
def test_actions_are_played_one_after_the_other_and_nothing_is_kept(client):
    first = post(client, SHOUT, []).json()
    assert first["seat"] == 0 and first["menu"] == [{"type": "roll"}] and first["log"] == []
    assert [entry["action"]["type"] for entry in first["disabled"]] == [
        "direction",
        "trick",
        "place",
        "shanghai",
    ]
    rolled = post(client, SHOUT, [{"type": "roll"}]).json()
    actions = [{"type": "roll"}, {"type": "direction", "one": "left"}]
    actions.append({"type": "place", "die": rolled["state"]["dice"][0]})
    placed = post(client, SHOUT, actions).json()
    assert placed["seat"] == 1 and placed["number"] == 3 and placed["prompt"].startswith("Bernd: ")
    assert post(client, SHOUT, actions).json() == placed, "the same actions draw the same dice"
    assert post(client, SHOUT, []).json() == first
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_later_action_is_refused_with_its_number(client):
    problem = post(client, SHOUT, [{"type": "roll"}, {"type": "shanghai"}]).json()
    assert (problem["code"], problem["number"]) == ("shanghaien.already_rolled", 2)
    assert {"type": "direction", "one": "left"} in problem["menu"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("actions", "place"),
    [
        ("roll", "actions"),
        ([1], "actions[0]"),
        ([{"type": "fly"}], "actions[0].type"),
        ([{"type": "roll"}, {"type": "place", "die": 1.5}], "actions[1].die"),
        ([{"type": "place"}], "actions[0].die"),
        ([{"type": "roll"}] * (MAX_ACTIONS + 1), "actions"),
    ],
)
def test_what_is_no_list_of_actions_is_told_with_its_place(client, actions, place):
    answer = post(client, SHOUT, actions)
    assert answer.status_code == 400 and place in answer.json()["errors"]


@pytest.mark.django_db
def test_there_is_no_other_position(client):
    assert post(client, "shanghaien-nothing", []).status_code == 404
    assert client.get("/api/v1/positions/shanghaien-nothing/").status_code == 404
    assert client.get("/positions/en/shanghaien-nothing.svg").status_code == 404
    assert client.get(f"/positions/xx/{SHOUT}.svg").status_code == 404


@pytest.mark.django_db
def test_trying_is_limited_and_costs_one_statement(client, monkeypatch, django_assert_num_queries):
    post(client, SHOUT, [])
    with django_assert_num_queries(1):
        assert post(client, SHOUT, [{"type": "roll"}]).status_code == 200
    monkeypatch.setattr("escale.common.limits.count_request", lambda *counted: 7)
    answer = post(client, SHOUT, [])
    assert (answer.status_code, answer["Retry-After"]) == (429, "7")


@pytest.mark.django_db
def test_the_drawing_is_kept_by_browsers(client):
    picture = client.get(f"/api/v1/positions/{SHOUT}/").json()["picture"]
    answer = client.get(picture)
    assert answer["Content-Type"] == "image/svg+xml" and "immutable" in answer["Cache-Control"]
    in_italian = client.get(f"/positions/it/{SHOUT}.svg", headers={"Accept-Language": "de"})
    assert in_italian["Content-Language"] == "it"


@pytest.fixture
def rule(db):
    call_command("load_rules", str(SHIPPED_TEXTS / "shanghaien"), verbosity=0)


@pytest.mark.usefixtures("rule")
def test_a_rule_shows_its_positions_without_scripts(client):
    page = client.get("/de/regeln/shanghaien/").content.decode()
    own = [placed for placed in POSITIONS.values() if placed.game == "shanghaien"]
    assert page.count('<figure class="position"') == len(own)
    tie = describe_in("de", "shanghaien-distribution-tie")
    assert tie.text in page and tie.because in page
    assert page.index('id="distribution-tie"') < page.index(tie.text) < page.index('id="round-end"')


@pytest.mark.usefixtures("rule")
def test_the_section_of_the_api_has_its_positions(client):
    (position,) = client.get("/api/v1/rules/shanghaien/shanghai/?lang=fr").json()["positions"]
    assert position["id"] == SHOUT and position["question"]["answer"] is False
    assert position["menu"] == position["view"]["menu"] == [{"type": "roll"}]
    assert position == client.get(f"/api/v1/positions/{SHOUT}/?lang=fr").json()
    assert client.get("/api/v1/rules/shanghaien/overview/").json()["positions"] == []
