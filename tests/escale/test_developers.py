"""The pages for developers: every limit, and the document about what the API promises."""

import pytest

from catalogue.desk import changing
from escale.common.limits import Limit
from escale.house.web import pages
from escale.house.web.documents import render_document
from games.matches import limits as game_limits
from rules_docs.printing import limits as printing_limits
from rules_docs.search import limits as asking_limits
from tests.serving import ROOT

LISTED = (
    *pages.LIMITS_BY_ADDRESS,
    *pages.LIMITS_BY_SEAT,
    *pages.LIMITS_BY_RECEIVER,
    *pages.LIMITS_BY_ACCOUNT,
)


def test_every_limit_of_the_api_is_listed():
    modules = (game_limits, asking_limits, printing_limits, changing)
    limits = {value for module in modules for value in vars(module).values() if isinstance(value, Limit)}
    assert {limit.name for limit in limits} == {limit.name for _what, limit in LISTED}


@pytest.mark.django_db
def test_limits_are_told_in_hours_or_minutes(client):
    page = " ".join(client.get("/en/developers/").text.split())
    assert "asks for confirmation: 10 in 1 h" in page and "Play a move: 600 in 1 min" in page


@pytest.mark.django_db
def test_a_reader_of_the_site_finds_the_policy_the_licences_and_the_changelog(client):
    developers = client.get("/en/developers/").text
    assert "CC0 1.0" in developers and 'href="/en/developers/promises/#changelog"' in developers
    document = client.get("/en/developers/promises/").text
    for heading in ("webhooks", "open-data", "deprecation", "changelog"):
        assert f'<h2 id="{heading}">' in document
    assert document.count("<h1>") == 1 and "webhook-signature" in document


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "language", "page"),
    [
        ("/developers/", "fr", "/fr/developpeurs/"),
        ("/developers/", "de", "/de/entwickler/"),
        ("/developers/?lang=it", "de", "/it/sviluppatori/"),
        ("/developers/promises/", "en", "/en/developers/promises/"),
    ],
)
def test_the_address_in_the_schema_leads_to_the_page_of_the_readers_language(client, address, language, page):
    answer = client.get(address, headers={"Accept-Language": language})
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert "Accept-Language" in answer["Vary"]


def test_a_document_links_to_nothing_that_only_the_repository_has():
    html = render_document((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    assert "adr/" not in html and "decision 0013" in html
    source = "# T\n\n[file](adr/1.md) [page](https://a.example/) [part](#x) <b>bold</b>"
    assert render_document(source) == (
        '<p>file <a href="https://a.example/">page</a> <a href="#x">part</a> &lt;b&gt;bold&lt;/b&gt;</p>\n'
    )


def test_tables_and_code_of_a_document_scroll_by_themselves():
    html = render_document("## The limits\n\n| a |\n|---|\n| 1 < 2 |\n\n```sh\nls <x>\n```\n")
    assert '<h2 id="the-limits">The limits</h2>' in html
    assert '<div class="table-scroll" role="region" aria-label="The limits" tabindex="0"><table>' in html
    assert '<pre tabindex="0"><code>ls &lt;x&gt;\n</code></pre>' in html


@pytest.mark.django_db
def test_the_schema_names_the_licence_of_exports_and_what_a_row_is(client):
    paths = client.get("/api/v1/schema/").json()["paths"]
    for path in ("titles/export.csv", "titles/export.ndjson", "open-data/matches/"):
        assert "CC0" in paths[f"/api/v1/{path}"]["get"]["description"]
    assert "One row for each box" in paths["/api/v1/titles/export.csv"]["get"]["description"]
