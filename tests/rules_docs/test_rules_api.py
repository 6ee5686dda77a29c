"""The rules below /api/v1/: languages, freshness, files, differences, conditional answers, problems."""

import pytest

from rules_docs.editing import revisions
from rules_docs.models import ChangeKind, SectionText, Translation

pytestmark = pytest.mark.django_db


def change(key="end", language="fr", body="Le dernier marin perd la partie.", kind=ChangeKind.RULE):
    text = SectionText.objects.select_related("section__document").get(section__key=key, language=language)
    return revisions.edit_text(
        section=text.section, language=language, heading=text.heading, body=body, kind=kind
    )


def test_list(client, document):
    (entry,) = client.get("/api/v1/rules/", {"lang": "de"}).json()
    assert entry["title"] == "Der Hafen"
    assert entry["languages"] == ["fr", "en", "it", "de"]
    assert entry["external_ids"] == {"bgg": 4711}
    assert entry["url"] == "http://127.0.0.1:8000/de/regeln/harbour/"


def test_document_with_freshness_rulings_and_terms(client, document):
    change()
    response = client.get("/api/v1/rules/harbour/", headers={"Accept-Language": "it"})
    assert response["Content-Language"] == "it"
    body = response.json()
    states = {section["key"]: section["freshness"] for section in body["sections"]}
    assert states == {"setup": "fresh", "roll": "fresh", "end": "stale"}
    assert body["sections"][2]["rulings"][0]["html"] == "<p>Nessuno vince.</p>\n"
    assert body["terms"][0]["names"]["de"] == "Würfel"
    assert body["sources"][0]["publisher"] == "Verlag"


def test_missing_section_says_which_language_it_is_in(client, document):
    SectionText.objects.get(section__key="end", language="it").delete()
    body = client.get("/api/v1/rules/harbour/end/", {"lang": "it"}).json()
    assert (body["language"], body["freshness"]) == ("fr", "missing")


def test_a_file_in_a_missing_language_says_its_own_language(client, document):
    Translation.objects.filter(document=document, language="it").delete()
    response = client.get("/api/v1/rules/harbour.md", {"lang": "it"})
    assert response.headers["Content-Language"] == "fr"
    assert 'filename="harbour.fr.md"' in response.headers["Content-Disposition"]


def test_section(client, document):
    body = client.get("/api/v1/rules/harbour/roll/", {"lang": "en"}).json()
    assert body["heading"] == "Rolling"
    assert body["url"] == "http://127.0.0.1:8000/en/rules/harbour/#roll"
    assert body["html"].startswith("<p>Roll one die, ") and 'class="term"' not in body["html"]


def test_the_file_is_common_mark_without_markup_of_our_own(client, document):
    response = client.get("/api/v1/rules/harbour.md", {"lang": "de"})
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    text = response.content.decode()
    assert text.startswith("# ") and text.count("\n## ") >= 2
    for private in ("[[", "{#", ":::", "](#", "](/", "\n---\n"):
        assert private not in text


def test_differences(client, document):
    change()
    body = client.get("/api/v1/rules/harbour/diff/", {"from": 1, "lang": "fr"}).json()
    assert [section["key"] for section in body["sections"]] == ["end"]
    pieces = {(piece["kind"], piece["text"]) for piece in body["sections"][0]["pieces"]}
    assert {("old", "gagne"), ("new", "perd")} <= pieces


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/rules/nothing/", 404),
        ("/api/v1/rules/harbour/nothing/", 404),
        ("/api/v1/rules/nothing.md", 404),
        ("/api/v1/rules/harbour/?lang=es", 400),
        ("/api/v1/rules/harbour/diff/?from=9", 404),
        ("/api/v1/rules/harbour/diff/?from=x", 400),
    ],
)
def test_problems(client, document, path, status):
    response = client.get(path)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == status


@pytest.mark.parametrize("path", ["", "harbour/", "harbour/end/", "harbour.md", "harbour/diff/?from=1"])
def test_conditional_answers(client, document, path):
    address = f"/api/v1/rules/{path}"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    change()
    assert client.get(address, headers={"If-None-Match": etag}).status_code == (304 if path == "" else 200)


def test_only_reading(client, document):
    for method in (client.post, client.put, client.delete):
        assert method("/api/v1/rules/harbour/").status_code == 405


def test_list_takes_the_same_queries_for_one_rule_and_for_three(client, document, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from rules_docs.models import RuleDocument, Translation

    client.get("/api/v1/rules/")
    with CaptureQueriesContext(connection) as first:
        client.get("/api/v1/rules/")
    for slug in ("second", "third"):
        other = RuleDocument.objects.create(slug=slug, pivot="fr", rights="rewrite")
        Translation.objects.create(document=other, language="fr", title=slug, published=True)
    with django_assert_num_queries(len(first)):
        client.get("/api/v1/rules/")
