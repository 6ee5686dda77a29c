"""One corpus of good, bad and hostile requests gets the same answers from the route for moves and from
Django.
"""

import gzip
import json
from contextlib import ExitStack

import pytest
from django.core.cache import cache
from django.db import OperationalError, transaction
from django.test import Client, override_settings

from escale.server import application as served
from escale.server import guards
from escale.server.django_handler import Handler
from escale.server.moves.route import has_seat_token
from games.matches import absence, seating
from games.matches.storage.states import clear_state_cache
from tests.escale.moves import (
    Player,
    Response,
    SentRequest,
    send_by_django,
    send_by_route,
    threads_in_one_transaction,
)

NOW = 1_700_000_000_000
ROLL = b'{"decision": "x", "action": {"type": "roll"}}'
#: name → the body of a request, or None for a good move
BODIES = {
    "a good move": None,
    "no body": b"",
    "damaged JSON": b'{"decision": "x", "action": ',
    "not UTF-8": b'{"decision": "\xff", "action": {}}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a number that JSON does not know": b'{"decision": "x", "action": {"type": "roll", "n": NaN}}',
    "a name twice": b'{"decision": "x", "decision": "y", "action": {}}',
    "half a character": b'{"decision": "\\ud800", "action": {"type": "roll"}}',
    "a zero byte": b'{"decision": "a\\u0000b", "action": {"type": "roll"}}',
    "nested without end": b"[" * 50_000,
    "a list": b"[]",
    "an unknown field": b'{"decision": "x", "action": {}, "<script>": 1}',
    "a decision that is no text": b'{"decision": 7, "action": {}}',
    "a decision that is too long": b'{"decision": "' + b"x" * 41 + b'", "action": {}}',
    "an action that is no object": b'{"decision": "x", "action": "roll"}',
    "an unknown action": b'{"decision": "x", "action": {"type": "fly"}}',
    "an action with too much": b'{"decision": "x", "action": {"type": "roll", "more": [1, {"a": null}]}}',
    "a decision of yesterday": ROLL,
}
#: name → headers that are added to those of a good move; an empty value removes one
HEADERS = {
    "a foreign host": {"host": "elsewhere.example"},
    "a damaged host": {"host": "a b<c>"},
    "no host": {"host": ""},
    "a host with a port": {"host": "testserver:8000"},
    "a body that is too long": {"content-length": "2000000"},
    "a body without length": {"content-length": "", "transfer-encoding": "chunked"},
    "a form": {"content-type": "application/x-www-form-urlencoded"},
    "a form with files": {"content-type": "multipart/form-data; boundary=x"},
    "JSON with a charset": {"content-type": "application/json; charset=utf-8"},
    "no content type": {"content-type": ""},
    "a damaged content type": {"content-type": ";;;"},
    "any media type": {"accept": "*/*"},
    "a page, please": {"accept": "text/html"},
    "JSON among others": {"accept": "text/html;q=0.9, application/json;q=0.1"},
    "problem details only": {"accept": "application/problem+json"},
    "a damaged accept": {"accept": ",;q=,"},
    "a wrong token": {"authorization": "Seat nobody"},
    "an empty token": {"authorization": "Seat "},
    "a scheme without token": {"authorization": "Seat"},
    "a token that is too long": {"authorization": "Seat " + "x" * 129},
    "a token in other letters": {"authorization": "Seat ÿÿ"},
    "a scheme in capitals": {"authorization": "SEAT nobody"},
    "no token": {"authorization": ""},
    "another scheme": {"authorization": "Bearer x"},
    "a key": {"idempotency-key": "one"},
    "an empty key": {"idempotency-key": "\t"},
    "a key that is too long": {"idempotency-key": "x" * 65},
    "a key in other letters": {"idempotency-key": "clé"},
    "no language": {"accept-language": ""},
    "the first known language": {"accept-language": "es, it;q=0.8, fr;q=0.5"},
    "a regional language": {"accept-language": "de-CH"},
    "an unknown language": {"accept-language": "tlh"},
    "any language": {"accept-language": "*"},
    "a damaged language": {"accept-language": "de;q=x, ../../etc"},
    "a language that is too long": {"accept-language": "de," * 3000},
    "compressed": {"accept-encoding": "gzip, br"},
    "not compressed": {"accept-encoding": "gzip;q=0"},
    "another site": {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"},
    "no site": {"origin": "null", "referer": "https://elsewhere.example/"},
    "a name of its own": {"x-request-id": "proxy-12345678"},
    "an address of its own": {"x-forwarded-for": "203.0.113.9, 10.0.0.1", "x-forwarded-proto": "https"},
    "another method in a header": {"x-http-method-override": "DELETE"},
    "a name with an underscore": {"content_length": "9"},
    "a language in a cookie": {"cookie": "django_language=it"},
    "a damaged session": {"cookie": "session=gone"},
    "a session that is over": {"cookie": "session=" + "a" * 32},
    "a damaged CSRF cookie": {"cookie": "csrf=damaged"},
}
QUERIES = {
    "a language in the address": b"lang=it",
    "an unknown language in the address": b"lang=tlh",
    "an empty language in the address": b"lang=",
    "two languages in the address": b"lang=it&lang=en",
    "a zero byte in the address": b"lang=d%00e",
    "bytes that are no text": b"lang=%ff",
    "raw bytes that are no text": b"\xff=1",
    "another format": b"format=api",
}
DUPLICATES = ("authorization", "idempotency-key", "accept-language", "content-type", "host", "accept")
METHODS = ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")
PROXY = {"TRUSTED_PROXIES": 1, "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https")}
PRODUCTION = PROXY | {"SECURE_SSL_REDIRECT": True, "SECURE_HSTS_SECONDS": 60, "SECURE_HSTS_PRELOAD": True}


@pytest.fixture(autouse=True)
def one_transaction(monkeypatch, db):
    monkeypatch.setattr("games.matches.storage.event_log.now_ms", lambda: NOW)
    monkeypatch.setattr("games.matches.writes.now_ms", lambda: NOW)
    with threads_in_one_transaction(monkeypatch):
        yield


def with_headers(request: SentRequest, changes: dict[str, str]) -> SentRequest:
    headers = {**dict(request.headers), **changes}
    return request._replace(headers=tuple((name, value) for name, value in headers.items() if value))


def answers_of_both(request: SentRequest, monkeypatch, **settings) -> tuple[Response, Response]:
    """The answers of the route and of Django, each to the match as it was before."""
    with ExitStack() as stack:
        if settings:
            stack.enter_context(override_settings(**settings))
        guards.load_guards.cache_clear()
        stack.callback(guards.load_guards.cache_clear)
        handler = Handler()
        monkeypatch.setattr(served, "django_application", handler)
        monkeypatch.setattr("tests.escale.moves.django_application", handler)
        return _undone(send_by_route, request), _undone(send_by_django, request)


def _undone(send, request: SentRequest) -> Response:
    clear_state_cache()
    cache.clear()
    before = transaction.savepoint()
    try:
        return send(request)
    finally:
        transaction.savepoint_rollback(before)


def assert_same(request: SentRequest, monkeypatch, **settings) -> Response:
    """Both ways give the same status, headers and body; returns that of the route."""
    entered, process_request = [], guards.process_request
    monkeypatch.setattr(
        guards, "process_request", lambda request: entered.append(request) or process_request(request)
    )
    by_route, by_django = answers_of_both(request, monkeypatch, **settings)
    assert comparable(by_route) == comparable(by_django)
    scope = {
        "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in request.headers]
    }
    is_for_route = (
        request.method == "POST" and has_seat_token(scope) and not request.query.startswith(b"\xff")
    )
    assert bool(entered) == is_for_route, "the route has taken what is not its own, or left what is"
    return by_route


def comparable(response: Response) -> tuple[int, list[tuple[str, str]], bytes]:
    """Everything but what is different in each answer: random ids, what is left of limits, and the random bytes
    in what is compressed.
    """
    is_compressed = response.headers.get("content-encoding") == "gzip"
    left_out = {"ratelimit", "ratelimit-policy", *(["content-length"] if is_compressed else [])}
    headers, content = [], response.content
    for name, value in response.all_headers:
        if name == "x-request-id":
            value = "random" if len(value) == 16 else value
        if name not in left_out:
            headers.append((name, value))
    if is_compressed:
        content = gzip.decompress(content)
    return response.status, sorted(headers), content


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name, monkeypatch):
    response = assert_same(Player().request(BODIES[name]), monkeypatch)
    assert (response.status == 201) == (BODIES[name] is None)


@pytest.mark.parametrize("name", HEADERS)
def test_headers(name, monkeypatch):
    response = assert_same(with_headers(Player().request(), HEADERS[name]), monkeypatch)
    assert response.status < 500


@pytest.mark.parametrize("name", ["an address of its own", "a name of its own"])
@pytest.mark.parametrize("settings", [PROXY, PRODUCTION], ids=["behind a proxy", "in production"])
def test_headers_of_a_proxy(name, settings, monkeypatch):
    response = assert_same(with_headers(Player().request(), HEADERS[name]), monkeypatch, **settings)
    redirected = settings is PRODUCTION and name == "a name of its own"
    assert response.status == (301 if redirected else 201)
    assert (response.headers["x-request-id"] == "proxy-12345678") == (name == "a name of its own")
    assert ("strict-transport-security" in response.headers) == (settings is PRODUCTION and not redirected)


@pytest.mark.parametrize("name", ["short", "x" * 65, "a b c d e f g", "<script>alert(1)</script>"])
def test_ids_that_are_none(name, monkeypatch):
    response = assert_same(Player().request(x_request_id=name), monkeypatch, **PROXY)
    assert response.headers["x-request-id"] != name


@pytest.mark.parametrize("name", QUERIES)
def test_queries(name, monkeypatch):
    assert assert_same(Player().request(query=QUERIES[name]), monkeypatch).status < 500


@pytest.mark.parametrize("name", DUPLICATES)
@pytest.mark.parametrize("first", [True, False], ids=["the good one first", "the good one last"])
def test_headers_that_are_sent_twice(name, first, monkeypatch):
    request = Player().request(idempotency_key="one", accept="application/json")
    other = (name, "Bearer x" if name == "authorization" else "elsewhere")
    headers = (*request.headers, other) if first else (other, *request.headers)
    assert_same(request._replace(headers=headers), monkeypatch)


@pytest.mark.parametrize("method", METHODS)
def test_methods(method, monkeypatch):
    request = Player().request()
    response = assert_same(request._replace(method=method), monkeypatch)
    assert response.status == (200 if method == "OPTIONS" else 405)


def test_a_preflight(monkeypatch):
    request = Player().request(b"", access_control_request_method="POST", origin="https://elsewhere.example")
    assert assert_same(request._replace(method="OPTIONS"), monkeypatch).status == 204


@pytest.mark.parametrize(
    "path",
    ["/api/v1/matches/nowhere/actions/", "/api/v1/matches/{id}/actions", "/api/v1/matches/A-b/actions/"],
)
def test_matches_that_are_not_there(path, monkeypatch):
    player = Player()
    request = player.request()._replace(path=path.format(id=player.table.id))
    entered = path.startswith("/api/v1/matches/nowhere")
    by_route, by_django = answers_of_both(request, monkeypatch)
    assert comparable(by_route) == comparable(by_django)
    assert by_route.status in ((404,) if entered else (308, 404, 405))


@pytest.mark.parametrize("other_action", [False, True])
def test_a_key_that_was_sent_before(other_action, monkeypatch):
    player = Player()
    request = player.request(idempotency_key="one")
    assert send_by_django(request).status == 201
    if other_action:
        body = json.dumps(player.move() | {"decision": "r9.t9"}).encode()
        request = with_headers(request, {"content-length": str(len(body))})._replace(body=body)
    assert assert_same(request, monkeypatch).status == (409 if other_action else 201)


def test_a_match_that_is_over(monkeypatch):
    player = Player()
    request = player.request()
    absence.resign(match_id=player.table.id, proof=player.table.proof(0))
    assert assert_same(request, monkeypatch).json()["code"] == "match_over"


def test_the_seat_of_somebody_else(monkeypatch):
    player = Player()
    other = player.table.tokens[1 - player.table.decision().seat]
    assert assert_same(player.request(authorization=f"Seat {other}"), monkeypatch).status == 409


def test_a_move_against_the_rules(monkeypatch):
    player = Player()
    body = json.dumps(player.move() | {"action": {"type": "shanghai"}}).encode()
    assert assert_same(player.request(body), monkeypatch).status == 422


def test_maintenance(monkeypatch, tmp_path):
    (tmp_path / "maintenance").touch()
    settings = {"MAINTENANCE_FILE": tmp_path / "maintenance"}
    assert assert_same(Player().request(), monkeypatch, **settings).status == 503


def test_a_database_that_does_not_answer(monkeypatch):
    """The pool that has no connection left raises the same."""
    request = Player().request()

    def fail(*_args):
        raise OperationalError("no connection left")

    monkeypatch.setattr("games.matches.storage.sql.fetch_rows", fail)
    response = assert_same(request, monkeypatch)
    assert (response.status, response.headers["retry-after"]) == (503, "2")


def test_a_fault_of_ours(monkeypatch):
    request = Player().request()

    def fail(*_args):
        raise ValueError("a fault of ours")

    monkeypatch.setattr("games.matches.moves._check_move", fail)
    assert assert_same(request, monkeypatch).json()["code"] == "server_error"


@pytest.mark.parametrize("secure", [True, False])
def test_a_session_beside_a_token_has_no_part_in_the_answer(monkeypatch, django_user_model, secure):
    client = Client()
    client.force_login(django_user_model.objects.create_user("anna"))
    request = Player().request(cookie=f"session={client.cookies['session'].value}")
    assert assert_same(request._replace(scheme="https" if secure else "http"), monkeypatch).status == 201


@pytest.mark.parametrize("with_csrf_token", [True, False])
def test_a_session_plays_only_from_our_own_pages(monkeypatch, django_user_model, with_csrf_token):
    player, user, client = Player(), django_user_model.objects.create_user("anna"), Client()
    client.force_login(user)
    seating.claim(match_id=player.table.id, token=player.token, user=user)
    cookies = f"session={client.cookies['session'].value}; csrf={'a' * 32}"
    request = with_headers(player.request(cookie=cookies), {"authorization": ""})
    if with_csrf_token:
        request = with_headers(request, {"x-csrftoken": "a" * 32})
    assert assert_same(request, monkeypatch).status == (201 if with_csrf_token else 403)
