"""The OpenAPI schema types every game, and what the site answers has these types."""

import json
from functools import cache

import jsonschema_rs
import pytest
from drf_spectacular.generators import SchemaGenerator

from games.core.records import write_document
from games.core.simulation import choose_at_random, list_cases, play_match
from games.presenting.teaching.positions import list_positions
from games.registry import ENGINES
from games.web.api.typed.games import JSON_TYPES
from tests.games.web.test_api_match import HUMAN, get, new_match, post

pytestmark = pytest.mark.django_db


@cache
def load_schema() -> dict:
    return json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str))


def validator(component: str) -> jsonschema_rs.Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{component}", "components": load_schema()["components"]}
    return jsonschema_rs.Draft202012Validator(schema)


def find_faults(component: str, body: object) -> list[str]:
    return [
        f"{list(error.instance_path)}: {error.message[:200]}"
        for error in validator(component).iter_errors(body)
    ]


def operations():
    for item in load_schema()["paths"].values():
        yield from item.values()


def test_every_game_of_the_site_has_its_types():
    names = load_schema()["components"]["schemas"]
    for slug in ENGINES:
        for part in ("Action", "Event", "Options", "State", "Outcome", "View", "Record"):
            assert f"{slug.title()}{part}" in names
        assert set(names[f"{slug.title()}Action"]["discriminator"]["mapping"]) == set(
            ENGINES[slug].META.actions
        )
        assert set(names[f"{slug.title()}Event"]["discriminator"]["mapping"]) == set(
            ENGINES[slug].META.events
        )


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(ENGINES))
def test_whole_matches_have_the_types_of_the_schema(client, slug):
    """A record, its views and its log."""
    view_faults = validator(f"{slug.title()}View")
    for number, case in enumerate(list_cases(ENGINES[slug])):
        record = write_document(play_match(case, 7000 + number, choose_at_random(case.engine)))
        assert find_faults(f"{slug.title()}Record", record) == []
        match = post(client, "/records/", record).json()
        for at in range(1, match["number"] + 1, max(1, match["number"] // 6)):
            for eyes in ("", "&eyes=0"):
                view = get(client, f"/matches/{match['id']}/view/?at={at}{eyes}").json()
                faults = [
                    f"{list(e.instance_path)}: {e.message[:200]}" for e in view_faults.iter_errors(view)
                ]
                assert faults == []
        last = get(client, f"/matches/{match['id']}/view/").json()
        assert find_faults("ViewOut", last) == [] and last["outcome"]["breakdown"]
        events = get(client, f"/matches/{match['id']}/events/").json()
        assert events["events"] and find_faults(f"{slug.title()}Events", events) == []
        facts = get(client, f"/matches/{match['id']}/").json()
        assert facts["outcome"]["breakdown"] and find_faults("MatchOut", facts) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(ENGINES))
def test_lessons_and_positions_have_the_types_of_the_schema(client, slug):
    assert find_faults(f"{slug.title()}Lesson", get(client, f"/games/{slug}/tutorial/").json()) == []
    puzzle = get(client, f"/puzzles/{slug}/").json()
    assert find_faults(f"{slug.title()}TrialView", puzzle["view"]) == []
    assert find_faults("PuzzleOut", puzzle) == []
    for placed in list_positions(slug):
        found = get(client, f"/positions/{placed.id}/").json()
        assert find_faults(f"{slug.title()}TrialView", found["view"]) == []
        assert find_faults("PositionOut", found) == []


def find_places_of_any_type(part: object, place: str = "") -> set[str]:
    """Where the schema allows anything: objects and lists whose members it does not describe."""
    if isinstance(part, list):
        return set().union(*(find_places_of_any_type(item, place) for item in part))
    if not isinstance(part, dict):
        return set()
    is_open = part.get("additionalProperties") in ({}, True) or part.get("items") == {}
    places = {place} if is_open else set()
    for name, inner in part.items():
        if name not in ("example", "examples"):
            places |= find_places_of_any_type(inner, f"{place}/{name}")
    return places


def test_only_what_depends_on_the_request_has_any_type():
    places = find_places_of_any_type(load_schema()["components"]["schemas"])
    places |= find_places_of_any_type(load_schema()["paths"])
    assert places == {
        "/NewMatchRequest/properties/setup",  # a part of the setup of a record, with gaps
        "/ProblemShape/properties/params",  # numbers and names of a sentence
    }


def test_a_view_of_another_game_is_refused_by_the_types(client):
    made = new_match(client, HUMAN, HUMAN, game="halunken")
    view = get(client, f"/matches/{made['id']}/view/").json()
    assert find_faults("HalunkenView", view) == [] and find_faults("MacaoView", view)
    assert find_faults("ShanghaienAction", {"type": "rob"}) and find_faults("HalunkenAction", {"type": "bid"})


def test_options_are_those_that_the_engine_checks():
    for slug, engine in ENGINES.items():
        options = load_schema()["components"]["schemas"][f"{slug.title()}Options"]["properties"]
        assert {name: described["enum"] for name, described in options.items()} == {
            option.name: list(option.values) for option in engine.META.options
        }
        assert all(described["type"] in JSON_TYPES.values() for described in options.values())


def test_every_operation_says_what_it_does():
    silent = [o["operationId"] for o in operations() if not (o.get("summary") and o.get("description"))]
    assert silent == [], "the docstring of the view, or `description` beside `summary`"


def test_answers_name_their_headers_and_304():
    for operation in operations():
        responses = operation["responses"]
        if "304" in responses:
            assert "ETag" in responses["200"]["headers"]
        assert "Retry-After" in responses["429"]["headers"]
    reading = [o for o in operations() if o["operationId"] == "matches_view"]
    assert "304" in reading[0]["responses"] and load_schema()["servers"][0]["url"].startswith("http")
