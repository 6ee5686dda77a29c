"""Errors are pages like the others, and problem details for programs."""

import pytest
from django.db import DatabaseError, OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import override_settings

from escale.common.api.problems import TITLES
from escale.house import error_pages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", sorted(error_pages.WORDS))
@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_every_error_has_a_page_in_every_language(rf, status, language):
    from django.utils import translation

    with translation.override(language):
        html = error_pages.error_response(rf.get(f"/{language}/x/"), status).content.decode()
        assert f'<html lang="{language}"' in html
        assert str(error_pages.WORDS[status][0]).replace("'", "&#x27;") in html


def test_the_api_gets_a_problem_instead(rf):
    for status, code in error_pages.CODES.items():
        response = error_pages.error_response(rf.get("/api/v1/x/"), status)
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.status_code == status
        assert code.encode() in response.content
        assert status in TITLES


def test_a_page_that_does_not_exist(client):
    assert client.get("/fr/rien-ici/").status_code == 404
    answer = client.get("/api/v1/nothing/", headers={"Accept-Language": "de"})
    assert (answer.status_code, answer.json()["title"]) == (404, "Nicht gefunden")


def test_a_broken_database_still_gives_a_page(client, monkeypatch):
    def broken():
        raise DatabaseError

    monkeypatch.setattr("escale.house.context.house_today", broken)
    client.raise_request_exception = False
    answer = client.get("/fr/")
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] in answer.content.decode()


def test_a_broken_api_answers_in_its_own_shape(client, monkeypatch):
    def broken(query):
        raise RuntimeError

    monkeypatch.setattr("escale.house.home.suggest", broken)
    client.raise_request_exception = False
    answer = client.get("/api/v1/suggest/?q=x")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "address", ["/fr/", "/api/v1/titles/", "/api/v1/matches/abc/view/", "/fr/catalogue/"]
)
def test_a_database_that_is_away_says_when_to_come_back(client, monkeypatch, address):
    def away(self, sql, params=None):
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(CursorWrapper, "execute", away)
    monkeypatch.setattr("games.matches.storage.sql.fetch_rows", lambda sql, params: away(None, sql))
    client.raise_request_exception = False
    answer = client.get(address)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


def test_maintenance_closes_everything_but_the_pulse(client, tmp_path):
    sign = tmp_path / "maintenance"
    with override_settings(MAINTENANCE_FILE=sign):
        assert client.get("/fr/").status_code == 200
        sign.touch()
        answer = client.get("/fr/")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "300")
        assert client.get("/api/v1/").json()["code"] == "unavailable"
        assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("address", ["/fr/rayons/%00/", "/s/B%00/"])
def test_an_address_that_no_text_can_be_is_refused(client, address):
    assert client.get(address).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", ["/en/catalogue/?shelf=%00", "/en/catalogue/?q=a%00", "/api/v1/titles/?search=%00"]
)
def test_a_question_is_asked_without_what_no_text_can_hold(client, address):
    assert client.get(address).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["a%00", "%%0000", "%0%000", "%00%00"])
def test_no_zero_byte_is_put_together_from_the_rest(client, query):
    assert "\0" not in client.get(f"/en/catalogue/?q={query}").wsgi_request.GET["q"]


@pytest.mark.django_db
def test_zero_bytes_that_lie_in_each_other_are_read_once(client):
    """It took a second of processor time when each one that was removed joined its neighbours to another."""
    request = client.get("/en/catalogue/?q=" + "%0" * 500 + "%00" + "0" * 500).wsgi_request
    assert request.META["QUERY_STRING"] == "q=" + "%0" * 500 + "%20" + "0" * 500


def test_a_body_that_is_too_large_is_not_read(client):
    big = "x" * 1_000_001
    assert client.post("/api/v1/matches/", big, content_type="application/json").json()["code"] == "too_large"
    assert client.post("/fr/", {"text": big}).status_code == 413


@pytest.mark.parametrize(("size", "status"), [(10_000, 401), (10_001, 413), (1_000_000, 413)])
@pytest.mark.django_db
def test_a_move_is_small(client, size, status):
    body = ('{"decision": "' + "x" * size)[: size - 2] + '"}'
    path = "/api/v1/matches/nowhere/actions/"
    answer = client.post(path, body, content_type="application/json")
    assert (len(body), answer.status_code) == (size, status)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_body_must_say_its_length(client):
    answer = client.post("/api/v1/matches/", headers={"Transfer-Encoding": "chunked"})
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")
