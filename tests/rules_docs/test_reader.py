"""The reader: languages side by side, notes where they differ, addresses, frozen editions,
counted queries.
"""

import json
import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils.translation import override

from rules_docs.editing import revisions
from rules_docs.editing.editions import freeze_edition
from rules_docs.models import ChangeKind, Edition, RuleDocument, Section, SectionText, Translation
from rules_docs.reading.sections import UnknownSection, list_rules_by_bgg_id, load_section
from rules_docs.text.word_diff import compare_words
from tests.valid import squeeze

pytestmark = pytest.mark.django_db


def url(name, language, *args):
    with override(language):
        return reverse(f"rules_docs:{name}", args=args)


def page(client, language="fr", query="", name="rule", args=("harbour",)):
    response = client.get(url(name, language, *args) + query)
    assert response.status_code == 200
    return response.content.decode()


def change(key, language, body, kind):
    text = SectionText.objects.select_related("section__document").get(section__key=key, language=language)
    return revisions.edit_text(
        section=text.section, language=language, heading=text.heading, body=body, kind=kind
    )


def article(content):
    return re.search(r"<article.*?</article>", content, re.DOTALL)[0]


def test_sections_have_their_keys_and_rulings_stand_under_them(client, document):
    content = page(client)
    assert re.findall(r'<section id="([a-z-]+)"', content) == ["setup", "roll", "end"]
    assert content.index('id="end"') < content.index("Personne ne gagne.")


def test_two_languages_row_by_row(client, document):
    content = page(client, query="?with=de")
    row = content[content.index('<section id="end"') :]
    assert '<div class="cell" lang="fr"' in row
    assert '<div class="cell" lang="de"' in row
    assert content.count('id="term-die"') == 1


@pytest.mark.parametrize("beside", ["fr", "es", "", "<script>"])
def test_language_that_can_not_stand_beside_is_ignored(client, document, beside):
    assert '<div class="cell" lang="de"' not in page(client, query=f"?with={beside}")


def test_glossary_says_the_word_in_every_language(client, document):
    content = page(client)
    entry = content[content.index('id="term-die"') :]
    assert '<p lang="fr"><strong>dé</strong>' in entry
    for language, name in {"en": "die", "it": "dado", "de": "Würfel"}.items():
        assert f'<dd lang="{language}">{name}</dd>' in entry


def test_glossary_tells_the_meaning_in_the_languages_of_the_reader(client, document):
    meaning = "<strong>{}</strong> {}"
    french = meaning.format("dé", "Un cube à six faces.")
    german = meaning.format("Würfel", "Ein Körper mit sechs Seiten.")
    assert french in page(client) and german not in page(client)
    both = page(client, query="?with=de")
    assert french in both and german in both


def test_missing_section_falls_back_with_its_language_and_a_note(client, document):
    SectionText.objects.get(section__key="end", language="de").delete()
    revisions.raise_stamp(document)
    row = page(client, "de")
    row = row[row.index('<section id="end"') :]
    assert '<div class="cell" lang="fr"' in row
    assert 'class="quiet-note" lang="de"' in row


def test_stale_section_says_so_with_a_word_diff(client, document):
    change("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    row = page(client, "de")
    row = row[row.index('<section id="end"') :]
    assert "<del>gagne</del><ins>perd</ins>" in squeeze(row)
    assert "<del>" not in page(client, "fr")


def test_a_word_diff_keeps_lines_and_narrow_spaces():
    old, new = "Jouez\u202f!\n\nPuis lancez.", "Jouez\u202f!\n\nPuis posez."
    assert compare_words(old, new) == [
        ("same", "Jouez\u202f!\n\nPuis"),
        ("old", "lancez."),
        ("new", "posez."),
    ]


def test_only_published_translations_have_an_hreflang(client, document):
    Translation.objects.filter(language="it").update(published=False)
    revisions.raise_stamp(document)
    content = page(client)
    assert set(re.findall(r'hreflang="(\w\w)" href', content)) >= {"fr", "en", "de"}
    assert 'rel="alternate" hreflang="it"' not in content
    italian = page(client, "it")
    assert f'rel="canonical" href="http://127.0.0.1:8000{url("rule", "fr", "harbour")}"' in italian


def test_structured_data_is_valid_json(client, document):
    script = re.search(r'<script type="application/ld\+json">(.*?)</script>', page(client), re.DOTALL)
    data = json.loads(script[1])
    assert data["inLanguage"] == "fr"
    assert [part["url"].split("#")[1] for part in data["hasPart"]] == ["setup", "roll", "end"]


def test_link_only_rules_show_no_text(client, document):
    RuleDocument.objects.update(rights="link-only", stamp=99)
    content = page(client)
    assert "dernier marin" not in content
    assert "Verlag" in content
    assert client.get("/api/v1/rules/harbour/").status_code == 403
    assert client.get(url("edition", "fr", "harbour", 1)).status_code == 404


def test_withheld_rules_answer_451(client, document):
    RuleDocument.objects.update(withheld=True)
    assert client.get(url("rule", "fr", "harbour")).status_code == 451
    assert client.get("/api/v1/rules/harbour/").status_code == 451
    assert client.get(url("edition", "fr", "harbour", 1)).status_code == 404


# --- addresses
# -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en", "it", "de"])
def test_short_link_follows_the_browser(client, document, language):
    response = client.get("/r/harbour/end", headers={"Accept-Language": language})
    assert response.status_code == 302
    assert response["Location"] == url("rule", language, "harbour") + "#end"
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize(("query", "language"), [("?lang=it", "it"), ("?lang=tlh", "de"), ("?lang=", "de")])
def test_short_link_can_name_its_language(client, document, query, language):
    for path, anchor in (("harbour/end", "#end"), ("harbour", "")):
        response = client.get(f"/r/{path}{query}", headers={"Accept-Language": "de"})
        assert response["Location"] == url("rule", language, "harbour") + anchor
        assert response["Content-Language"] == language


@pytest.mark.parametrize("path", ["harbour/gone", "nothing/end", "nothing"])
def test_short_link_to_what_is_unknown_is_not_found(client, document, path):
    assert client.get(f"/r/{path}").status_code == 404


def test_drawing_is_served_for_ever_by_its_digest(client, document):
    address = re.search(r'src="(/r/drawings/[0-9a-f]+\.svg)"', page(client))[1]
    response = client.get(address)
    assert response["Content-Type"] == "image/svg+xml"
    assert "immutable" in response["Cache-Control"]
    assert b"Bateau" in response.content


def test_worker_may_serve_the_rules(client):
    response = client.get("/r/worker.js")
    assert response["Service-Worker-Allowed"] == "/"
    assert response["Content-Type"].startswith("text/javascript")


# --- the cache and its costs
# -----------------------------------------------------------------------------------------


def test_second_reading_comes_from_the_cache_without_a_query(client, document, django_assert_num_queries):
    first = page(client)
    with django_assert_num_queries(0):
        assert page(client) == first


def test_whoever_has_a_session_gets_a_page_of_his_own(
    client, document, admin_user, django_assert_max_num_queries
):
    page(client)
    client.force_login(admin_user)
    with django_assert_max_num_queries(8):  # six and those of the session
        page(client)


def test_at_most_seven_queries_when_everything_is_stale(client, document, django_assert_max_num_queries):
    page(client)
    for section in Section.objects.all():
        change(section.key, "fr", "Tout est nouveau.", ChangeKind.RULE)
    for query in ("?with=de", ""):
        with django_assert_max_num_queries(7):
            page(client, "it", query=query)


def test_an_edit_is_seen_at_once(client, document):
    page(client)
    change("end", "fr", "Le perroquet gagne.", ChangeKind.RULE)
    assert "perroquet" in page(client)


def test_unchanged_page_answers_304(client, document):
    address = url("rule", "fr", "harbour")
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    change("end", "fr", "Le perroquet gagne.", ChangeKind.RULE)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


# --- editions
# --------------------------------------------------------------------------------------------------------


def test_permalink_of_edition_1_is_unchanged_after_edition_2(client, document):
    before = article(page(client, name="edition", args=("harbour", 1)))
    change("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    document.refresh_from_db()
    freeze_edition(document=document, note="perdre")
    content = page(client, name="edition", args=("harbour", 1))
    assert article(content) == before
    assert url("compare", "fr", "harbour") + "?from=1" in content
    assert "perd la partie" in article(page(client, name="edition", args=("harbour", 2)))


def test_unknown_edition_is_not_found(client, document):
    assert client.get(url("edition", "fr", "harbour", 9)).status_code == 404


def test_edition_freezes_missing_sections_in_the_pivots_language(document):
    SectionText.objects.get(section__key="end", language="de").delete()
    edition = freeze_edition(document=document)
    sections = edition.texts.get(language="de").sections
    assert [section["language"] for section in sections] == ["de", "de", "fr"]


def test_history_and_comparison(client, document):
    change("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    history = page(client, name="history")
    assert url("edition", "fr", "harbour", 1) in history
    assert ">Note</th>" not in history, "a column in which nothing stands"
    content = page(client, query="?from=1", name="compare")
    assert "<del>gagne</del>" in content
    assert content.count('<section class="row"') == 1


@pytest.mark.parametrize("query", ["?from=7", "?from=x", "?to=-1", "?from=²"])
def test_comparison_of_what_does_not_exist(client, document, query):
    assert client.get(url("compare", "fr", "harbour") + query).status_code == 404


# --- what other apps ask
# ---------------------------------------------------------------------------------------------


def test_a_match_gets_the_frozen_text_of_a_match(document):
    change("end", "fr", "Le dernier marin perd la partie.", ChangeKind.RULE)
    document.refresh_from_db()
    freeze_edition(document=document)
    cache.clear()
    old = load_section("harbour", "end", "fr", 1)
    assert "gagne" in old["excerpt"]
    assert old["url"] == settings.BASE_URL + url("edition", "fr", "harbour", 1) + "#end"
    new = load_section("harbour", "end", "de")
    assert (new["edition"], new["language"], new["title"]) == (2, "de", "Ende")
    assert new["url"] == settings.BASE_URL + url("rule", "de", "harbour") + "#end"
    assert set(new) == {"document", "key", "edition", "language", "title", "url", "excerpt", "html"}


def test_the_links_of_a_cited_section_are_absolute(document):
    assert (
        f'<a href="{settings.BASE_URL}/r/harbour/end?lang=en">'
        in load_section("harbour", "roll", "en")["html"]
    )


def test_load_section_is_cached(document, django_assert_num_queries):
    load_section("harbour", "end", "fr")
    with django_assert_num_queries(0):
        load_section("harbour", "end", "fr")


def test_load_section_without_an_edition_reads_the_living_text(document):
    Edition.objects.all().delete()
    RuleDocument.objects.update(edition=0)
    cache.clear()
    assert load_section("harbour", "end", "it")["title"] == "Fine"


@pytest.mark.parametrize(("slug", "key"), [("harbour", "gone"), ("nothing", "end")])
def test_an_unknown_section_is_refused(document, slug, key):
    with pytest.raises(UnknownSection):
        load_section(slug, key, "fr")


def test_rules_by_bgg_id_are_listed_with_their_readable_languages(document):
    assert list_rules_by_bgg_id([4711, 5])[4711]["languages"]["de"] == "Der Hafen"
    Translation.objects.filter(language="de").update(published=False)
    assert set(list_rules_by_bgg_id()[4711]["languages"]) == {"fr", "en", "it"}
    RuleDocument.objects.update(withheld=True)
    assert list_rules_by_bgg_id() == {}
