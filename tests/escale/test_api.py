"""What holds for the whole API: root, languages, origins, methods, limits."""

import re
import time
from threading import Thread

import pytest

from escale.common import limits
from escale.common.api.schema import build_schema
from escale.house.web import api
from games.models import Match

pytestmark = pytest.mark.django_db


def test_the_root_links_to_what_exists(client):
    links = {name: url for name, url in client.get("/api/v1/").json().items() if str(url).startswith("http")}
    assert {"schema", "docs", "games", "rules"} <= set(links)
    for url in links.values():
        assert client.get(url.removeprefix("http://testserver")).status_code == 200, url


def test_the_schema_is_openapi_3_1(client):
    schema = client.get("/api/v1/schema/").json()
    assert schema["openapi"].startswith("3.1")
    assert "/api/v1/" in schema["paths"]


def test_the_schema_is_written_once_for_each_language(client, monkeypatch):
    """It takes half a second: whoever asks again and again must not keep a processor busy."""
    first = client.get("/api/v1/schema/?lang=it")
    monkeypatch.setattr(api, "build_schema", None)
    again = client.get("/api/v1/schema/?lang=it")
    assert (again.content, again["ETag"]) == (first.content, first["ETag"])
    assert client.get("/api/v1/schema/?lang=it", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_an_empty_text_is_allowed_by_each_of_its_forms(client):
    components = client.get("/api/v1/schema/").json()["components"]["schemas"]
    assert components["NewBoxRequest"]["properties"]["barcode"]["anyOf"][1] == {
        "type": "string",
        "maxLength": 0,
    }
    exclusive = [
        (name, member)
        for name, component in components.items()
        for member, facts in component.get("properties", {}).items()
        if any(form.get("maxLength") == 0 for form in facts.get("oneOf", []))
    ]
    assert exclusive == []


def test_two_threads_never_build_a_schema_at_once(monkeypatch):
    """drf-spectacular answered 500 to the first request of a server that was still warming up."""
    building, most = [], []

    def get_schema(generator, public):
        generator.endpoints = []
        building.append(generator)
        most.append(len(building))
        time.sleep(0.05)
        building.remove(generator)
        return {"paths": {}}

    monkeypatch.setattr("drf_spectacular.generators.SchemaGenerator.get_schema", get_schema)
    threads = [Thread(target=build_schema) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 4


def test_the_docs_page_asks_nobody_else_under_the_same_policy_as_every_page(client):
    answer = client.get("/api/v1/docs/")
    assert re.findall(r'(?:src|stylesheet" href)="(?!/static/)', answer.text) == []
    assert "swagger-ui-bundle" in answer.text
    assert answer.headers["Content-Security-Policy"] == client.get("/fr/").headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "it", "it"),
        ("?lang=de", "it", "de"),
        ("", "pl, de;q=0.5", "de"),
        ("", "pl", "fr"),
        ("", "", "fr"),
    ],
)
def test_the_language_is_negotiated(client, query, accepted, language):
    answer = client.get(f"/api/v1/{query}", headers={"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_an_unknown_language_is_an_error_not_a_guess(client):
    answer = client.get("/api/v1/?lang=pl", headers={"Accept-Language": "en"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"lang": ["One of: fr, en, it, de."]}


def test_every_origin_may_read_without_credentials(client):
    answer = client.get("/api/v1/", headers={"Origin": "https://elsewhere.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Access-Control-Allow-Origin" not in client.get("/fr/").headers


def test_a_preflight_is_answered(client):
    answer = client.options(
        "/api/v1/matches/",
        headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"},
    )
    assert answer.status_code == 204
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "Idempotency-Key" in answer.headers["Access-Control-Allow-Headers"]


@pytest.mark.slow
def test_other_origins_may_use_every_method_of_the_schema(client):
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "PATCH"}
    allowed = (
        client.options("/api/v1/matches/", headers=asked).headers["Access-Control-Allow-Methods"].split(", ")
    )
    paths = client.get("/api/v1/schema/").json()["paths"].values()
    used = {method.upper() for path in paths for method in path}
    assert used <= set(allowed) and "PATCH" in used


def test_a_method_that_is_not_offered(client):
    answer = client.post("/api/v1/", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_the_type_of_a_problem_leads_somewhere(client):
    told = client.get("/api/v1/titles/no-such-title/").json()
    answer = client.get(told["type"], headers={"Accept-Language": "de"})
    assert (answer.status_code, "Unter dieser Adresse gibt es nichts" in answer.text) == (200, True)


@pytest.mark.parametrize(
    "path", ["", "titles/", "titles/export.csv", "rules/", "games/", "matches/", "suggest/?q=a"]
)
def test_the_head_alone_can_be_asked_for(client, path):
    whole, head = client.get(f"/api/v1/{path}"), client.head(f"/api/v1/{path}")
    assert (head.status_code, head.headers.get("ETag")) == (200, whole.headers.get("ETag"))
    options = client.options(f"/api/v1/{path}")
    assert (options.status_code, b"".join(options)) == (200, b"")
    assert {"GET", "HEAD", "OPTIONS"} <= set(options.headers["Allow"].split(", "))


def test_what_the_client_has_is_not_sent_again(client):
    tag = client.get("/api/v1/").headers["ETag"]
    assert client.get("/api/v1/", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/api/v1/", headers={"If-None-Match": f'W/{tag}, "other"'}).status_code == 304
    assert client.get("/api/v1/?lang=de", headers={"If-None-Match": tag}).status_code == 200


def test_limits_count_exactly_and_forget(monkeypatch):
    monkeypatch.setattr("escale.common.limits.time.time", lambda: 1000.0)
    limit = limits.Limit("test", 2, 60)
    assert [limits.count_request(limit, "me") for _ in range(3)] == [None, None, 21]
    assert limits.count_request(limit, "you") is None
    monkeypatch.setattr("escale.common.limits.time.time", lambda: 1020.0)
    assert limits.count_request(limit, "me") is None


def test_counts_that_are_over_are_thrown_away(monkeypatch):
    from escale.common.models import Counter

    monkeypatch.setattr("escale.common.limits.secrets.randbelow", lambda n: 0)
    monkeypatch.setattr("escale.common.limits.time.time", lambda: 1000.0)
    limits.count_request(limits.Limit("old", 2, 60), "me")
    monkeypatch.setattr("escale.common.limits.time.time", lambda: 2000.0)
    limits.count_request(limits.Limit("new", 2, 60), "me")
    assert [key.split(":")[0] for key in Counter.objects.values_list("key", flat=True)] == ["new"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("titles/?weight=", "weight"),
        ("titles/?kind=cards", "kind"),
        ("titles/?year_min=&ordering=", "ordering"),
        ("titles/pick/?mood=", "mood"),
        ("matches/?status=", "status"),
        ("rules/search/?q=a&kind=", "kind"),
        ("rules/?lang=", "lang"),
    ],
)
def test_what_says_nothing_is_refused_and_not_ignored(client, path, name):
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, name in answer.json()["errors"]) == (400, True)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["matches", "titles", "matches/abc/actions", "rules/shanghaien/diff"])
def test_an_address_without_its_slash_keeps_method_and_body(client, method, path):
    response = client.generic(method, f"/api/v1/{path}?lang=it&page=2")
    assert (response.status_code, response.headers["Location"]) == (308, f"/api/v1/{path}/?lang=it&page=2")
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_a_match_is_made_at_the_address_without_a_slash(client):
    body = {"game": "halunken", "seats": [{"kind": "human"}, {"kind": "human"}]}
    response = client.post("/api/v1/matches", body, content_type="application/json", follow=True)
    assert (response.status_code, Match.objects.filter(pk=response.json()["id"]).count()) == (201, 1)


@pytest.mark.parametrize("path", ["nothing", "titles/export.csv/more", "/elsewhere.example"])
def test_an_address_that_is_nowhere_is_not_redirected(client, path):
    assert client.get(f"/api/v1/{path}").status_code == 404


def test_pages_are_redirected_as_before(client):
    assert client.get("/fr/jouer").status_code == 301


def read_operations(client) -> list[tuple[str, str, set[str]]]:
    """(method, path, names of the parameters in the query) of every operation of the schema."""
    return [
        (method, path, {entry["name"] for entry in operation.get("parameters", []) if entry["in"] == "query"})
        for path, operations in client.get("/api/v1/schema/").json()["paths"].items()
        for method, operation in operations.items()
    ]


def test_every_operation_refuses_an_unknown_parameter_by_name(client):
    for method, path, _names in read_operations(client):
        address = re.sub(r"{\w+}", "x", path.replace("{kind}", "md"))
        response = client.generic(method.upper(), f"{address}?Page=2&lang=en&tag=&tag=b")
        assert response.status_code == 400, path
        assert response.json()["errors"] == {name: ["Unknown parameter."] for name in ("Page", "tag")}


def test_every_operation_takes_the_parameters_of_its_schema(client):
    for method, path, names in read_operations(client):
        query = "&".join(f"{name}=1" for name in sorted(names - {"lang"}))
        address = re.sub(r"{\w+}", "x", path.replace("{kind}", "md"))
        response = client.generic(method.upper(), f"{address}?{query}&lang=it")
        assert b"Questo parametro" not in b"".join(response), path


def test_the_head_knows_the_parameters_of_the_whole(client):
    assert client.head("/api/v1/titles/?players=2").status_code == 200
    assert client.head("/api/v1/titles/?plyers=2").status_code == 400


def test_an_unknown_parameter_elsewhere_is_no_error(client):
    assert client.get("/fr/?from=a-letter").status_code == 200
    assert client.get("/api/v1/docs/?tag=a").status_code == 200
    assert client.get("/api/v1/nothing/?tag=a").status_code == 404
    assert client.post("/api/v1/?tag=a").status_code == 405


@pytest.mark.parametrize("path", ["titles/", "titles/changes/", "rules/", "games/", "me/", ""])
@pytest.mark.parametrize(
    ("authorization", "code"),
    [("Bearer abc", "unknown_scheme"), ("Token ", "authentication_failed"), ("Token abc", "unknown_token")],
)
def test_a_wrong_authorization_is_refused_everywhere(client, path, authorization, code):
    answer = client.get(f"/api/v1/{path}", headers={"Authorization": authorization})
    assert (answer.status_code, answer.json()["code"]) == (401, code)


def test_everything_that_is_wrong_in_a_body_is_named_at_once(client):
    body = {"gam": "shanghaien", "seats": [{"kind": "human", "levle": 1}], "pace": "slow", "name": 7}
    problem = client.post("/api/v1/matches/", body, content_type="application/json").json()
    assert set(problem["errors"]) == {"gam", "game", "seats", "seats[0].levle", "pace", "name"}
    assert problem["type"].startswith("http") and problem["type"].endswith("/problems/invalid/")


def test_what_is_wrong_inside_a_list_is_named_with_its_place(client):
    body = {"game": "shanghaien", "seats": [{"kind": "human"}, {"kind": "robot", "levle": 1}]}
    problem = client.post("/api/v1/matches/", body, content_type="application/json").json()
    assert set(problem["errors"]) == {"seats[1].kind", "seats[1].levle"}
    assert "seats[1].kind: " in problem["detail"]


def test_what_may_be_chosen_is_named(client):
    body = {"game": "go", "seats": [{"kind": "human"}, {"kind": ["bot"]}], "options": {}}
    problem = client.post("/api/v1/matches/?lang=en", body, content_type="application/json").json()
    assert problem["errors"] == {
        "game": ["One of: halunken, macao, shanghaien."],
        "seats[1].kind": ["One of: human, program, bot."],
    }
    for address, name in (("matches/?status=x", "status"), ("titles/pick/?mood=x", "mood")):
        errors = client.get(f"/api/v1/{address}&lang=en").json()["errors"]
        assert errors[name][0].startswith("One of: ")


def test_all_wrong_options_are_named_at_once(client):
    options = {"extra_trick": "yes", "speed": 2}
    body = {"game": "shanghaien", "seats": [{"kind": "human"}] * 2, "options": options}
    problem = client.post("/api/v1/matches/", body, content_type="application/json").json()
    assert problem["errors"] == {
        "options.extra_trick": ["one of false, true is expected"],
        "options.speed": ["unknown option"],
    }


def test_an_item_that_is_no_object_is_named_by_its_place_alone(client):
    body = {"game": "shanghaien", "seats": [{"kind": "human"}, "bot"], "options": []}
    address = "/api/v1/matches/?lang=en"
    problem = client.post(address, body, content_type="application/json").json()
    expected = ["An object is expected."]
    assert problem["errors"] == {"seats[1]": expected, "options": expected}
