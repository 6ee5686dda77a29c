"""Every problem of the API has a sentence, and a page that explains its code."""

import ast
from itertools import chain

import pytest
from rest_framework import exceptions

from escale.common.api.problems import Problem, list_errors, problem_body
from escale.house import error_pages
from escale.house.web.problem_list import list_problem_types
from games.matches.errors import MatchError
from games.presenting.problems import CONFLICTS, WRONG_REQUESTS, problem_of
from tests.serving import ROOT

pytestmark = pytest.mark.django_db
RAISED_BY_THE_FRAMEWORK = [
    exceptions.MethodNotAllowed, exceptions.NotAcceptable, exceptions.ParseError, exceptions.PermissionDenied,
    exceptions.UnsupportedMediaType,
]  # fmt: skip


def read_calls() -> set[tuple[int, str]]:
    """(status, code) of every problem that the code creates with constants, its type in place of the code."""
    found = set()
    for path in chain.from_iterable(
        (ROOT / app).rglob("*.py") for app in ("escale", "catalogue", "games", "rules_docs")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(
                getattr(node, "func", None), "id", getattr(getattr(node, "func", None), "attr", "")
            )
            if name not in ("Problem", "json_response", "send_problem"):
                continue
            constants = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            types = [keyword.value.value for keyword in node.keywords if keyword.arg == "type_code"]
            if len(constants) >= 2 or types:
                found.add((constants[0], types[0] if types else constants[1]))
    return found


@pytest.mark.slow
def test_the_list_is_what_the_code_raises():
    expected = read_calls() | {(status, code) for status, code in error_pages.CODES.items()}
    expected |= {(error.status_code, error.default_code) for error in RAISED_BY_THE_FRAMEWORK}
    for code in {*CONFLICTS, *WRONG_REQUESTS}:
        expected.add((problem_of(MatchError(code)).status_code, code))
    assert {(kind.status, kind.code) for kind in list_problem_types()} == expected
    assert (422, "illegal_action") in expected and (410, "removed") in expected


@pytest.mark.parametrize("path", ["/problems/", "/problems/invalid/"])
@pytest.mark.parametrize(("lang", "shown"), [("de", "de"), ("it", "it"), ("xx", "en")])
def test_an_address_can_name_the_language_of_its_page(client, path, lang, shown):
    page = client.get(path, {"lang": lang}, headers={"Accept-Language": "en"})
    assert page["Content-Language"] == shown
    assert f'<html lang="{shown}"' in page.text


@pytest.mark.parametrize("kind", list_problem_types(), ids=lambda kind: kind.code)
def test_every_code_has_a_page(client, kind):
    address = problem_body(Problem(kind.status, kind.code))["type"]
    page = client.get(address, headers={"Accept-Language": "en"})
    assert page.status_code == 200
    assert (
        f"<h1>{kind.title}</h1>" in page.text and kind.code in page.text and page["Content-Language"] == "en"
    )


def test_an_unknown_code_has_no_page(client):
    assert client.get("/problems/nothing/").status_code == 404


def test_the_page_for_developers_leads_to_all_codes(client):
    assert 'href="/problems/"' in client.get("/en/developers/").text
    assert "stale_decision" in client.get("/problems/").text


@pytest.mark.parametrize("kind", list_problem_types(), ids=lambda kind: kind.code)
def test_every_code_has_a_sentence(kind):
    if kind.code not in ("illegal_action", "wrong_move"):  # made of the sentences of the game
        assert str(kind.meaning).endswith(".")
    fields = problem_body(Problem(kind.status, kind.code, kind.meaning))
    assert fields["detail"] == str(kind.meaning)


@pytest.mark.parametrize(
    ("method", "path", "detail"),
    [
        ("get", "nothing/", "There is nothing at this address."),
        ("get", "titles/?page=x", "page: A whole number from 1 to 1000000 is expected."),
        (
            "get",
            "titles/?a=1&b=2",
            "a: Unknown parameter. b: Unknown parameter.",
        ),
        (
            "post",
            "matches/abcdefgh/resignation/",
            "Send the token of your seat in the Authorization header, or log in.",
        ),
        (
            "post",
            "matches/abcdefgh/actions/",
            "Send the token of your seat in the Authorization header, or log in.",
        ),
    ],
)
def test_a_detail_is_a_sentence(client, method, path, detail):
    response = getattr(client, method)(f"/api/v1/{path}", headers={"Accept-Language": "en"})
    assert response.json()["detail"] == detail


def test_only_the_first_errors_are_in_the_detail():
    errors = {name: ["Wrong."] for name in "abcdef"}
    assert problem_body(Problem(400, "invalid", errors=errors))["detail"] == "a: Wrong. b: Wrong. c: Wrong."


def test_every_error_names_its_place_in_the_body():
    detail = {"seats": {1: {"kind": ["Nested."]}}, "scopes": [{}, {"of": ["In a list."]}], "name": ["Flat."]}
    assert list_errors(detail) == {
        "seats[1].kind": ["Nested."],
        "scopes[1].of": ["In a list."],
        "name": ["Flat."],
    }
    assert list_errors({"seats": {1: {"non_field_errors": ["No seat."]}}}) == {"seats[1]": ["No seat."]}
    assert list_errors(["Whole."]) == {"": ["Whole."]}
