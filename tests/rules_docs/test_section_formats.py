"""Sections as programs ask for them: plain text, CommonMark and plain HTML, chosen by Accept."""

import re

import jsonschema_rs
import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from markdown_it import MarkdownIt

pytestmark = pytest.mark.django_db
DOCUMENTS = ("shanghaien", "halunken", "macao")


def fetch(client, path, accept, **headers):
    return client.get(f"/api/v1/rules/{path}", headers={"Accept": accept, **headers})


@pytest.mark.parametrize(
    ("accept", "expected"),
    [
        ("text/plain", "text/plain; charset=utf-8"),
        ("text/markdown", "text/markdown; charset=utf-8"),
        ("text/html", "text/html; charset=utf-8"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        ("text/markdown;q=0.5, text/plain", "text/plain; charset=utf-8"),
    ],
)
def test_accept_chooses_the_format(client, shipped_rules, accept, expected):
    answer = fetch(client, "halunken/setup/?lang=en", accept)
    assert (answer.status_code, answer["Content-Type"]) == (200, expected)
    assert "Accept" in answer["Vary"] and answer["Content-Language"] == "en"
    again = fetch(client, "halunken/setup/?lang=en", accept, **{"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_each_format_has_a_tag_of_its_own(client, shipped_rules):
    kinds = ("text/plain", "text/markdown", "text/html", "application/json")
    assert len({fetch(client, "halunken/setup/?lang=en", kind)["ETag"] for kind in kinds}) == len(kinds)


def test_another_format_is_not_offered(client, shipped_rules):
    assert fetch(client, "halunken/setup/", "image/png").status_code == 406


@pytest.mark.parametrize("accept", ["text/plain", "text/html"])
def test_an_unknown_section_is_a_problem_in_json(client, shipped_rules, accept):
    answer = fetch(client, "halunken/nothing/", accept)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer["Content-Type"].startswith("application/problem+json")


@pytest.mark.slow
@pytest.mark.parametrize("slug", DOCUMENTS)
@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_every_section_is_free_of_our_own_markup(client, shipped_rules, slug, language):
    for section in client.get(f"/api/v1/rules/{slug}/?lang={language}").json()["sections"]:
        path = f"{slug}/{section['key']}/?lang={language}"
        markdown = fetch(client, path, "text/markdown").text
        assert not re.search(r"\[\[|\]\]|:::|\{#|diagram:|\[[ x]\] |\]\(#|\]\(/", markdown), path
        html = fetch(client, path, "text/html").text
        assert not re.search(r"<(button|input|label|details|span|aside|div)\b", html), path
        addresses = re.findall(r'(?:href|src)="([^"]*)"', html + MarkdownIt("commonmark").render(markdown))
        assert all(address.startswith("http") for address in addresses), path
        assert not re.search(r'<(button|input|label|details|span|aside|div)\b|href="[#/]', section["html"]), (
            path
        )
        plain = fetch(client, path, "text/plain").text
        assert section["heading"] in plain and not re.search(r"\[\[|:::|\*\*|<[a-z]", plain), path


def test_links_of_a_section_lead_to_sections_in_the_same_language(client, shipped_rules):
    html = fetch(client, "halunken/overview/?lang=de", "text/html").text
    (address,) = set(re.findall(r'href="([^"]*)"', html))
    assert address == f"{settings.BASE_URL}/r/halunken/variant-simple?lang=de"
    answer = client.get(address.removeprefix(settings.BASE_URL))
    assert answer.status_code == 302 and answer["Location"].startswith("/de/")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("halunken/", "RuleDocumentOut"),
        ("halunken/setup/", "SectionOut"),
        ("search/?q=dice", "RuleSearchPage"),
    ],
)
def test_answers_have_the_types_of_the_schema(client, shipped_rules, path, component):
    schema = {"$ref": f"#/components/schemas/{component}"}
    schema["components"] = SchemaGenerator().get_schema(public=True)["components"]
    body = client.get(f"/api/v1/rules/{path}").json()
    assert [error.message for error in jsonschema_rs.Draft202012Validator(schema).iter_errors(body)] == []
    assert set(body) == set(schema["components"]["schemas"][component]["properties"])


def test_a_section_reads_no_other_section(client, shipped_rules, django_assert_max_num_queries):
    """It takes the same few rows whether the rule is short or long."""
    fetch(client, "macao/pay/?lang=it", "text/plain")
    with django_assert_max_num_queries(5) as queries:
        assert fetch(client, "macao/pay/?lang=it", "text/plain").status_code == 200
    asked = " ".join(
        query["sql"] for query in queries.captured_queries if "rules_docs_sectiontext" in query["sql"]
    )
    assert "'pay'" in asked
