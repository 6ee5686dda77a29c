"""The helpers that say which languages there are, and what stands in for a language without data
of its own.
"""

from datetime import UTC, date, datetime

import polib
import pytest
from django.utils import translation

from escale.common import dates, languages
from escale.translations import compilation, faults, po_files
from rules_docs.search.index import analysis, bit_sets
from rules_docs.search.index.query import parse_query
from rules_docs.search.index.section_index import IndexedText, SectionIndex

SPANISH, POLISH = ("es", "Spanish"), ("pl", "Polish")


@pytest.fixture
def five_languages(settings):
    settings.LANGUAGES = [*settings.LANGUAGES, SPANISH]


@pytest.mark.usefixtures("five_languages")
def test_the_settings_alone_say_which_languages_there_are():
    assert languages.codes() == ("fr", "en", "it", "de", "es")
    assert languages.in_order({"es", "de", "la"}) == ["de", "es"]
    assert po_files.translated_languages() == ["fr", "it", "de", "es"]


def test_a_text_that_a_language_lacks_comes_from_the_first_language_that_has_one():
    assert languages.in_language({"en": "dice", "de": "Würfel"}, "de") == "Würfel"
    assert languages.in_language({"en": "dice", "de": "Würfel", "es": ""}, "es") == "dice"
    assert languages.in_language({}, "fr") == ""


def test_a_language_is_called_as_its_speakers_call_it():
    assert [languages.own_name(code) for code in ("fr", "en", "it", "de", "es", "pt-br")] == [
        *("Français", "English", "Italiano", "Deutsch", "Español", "Português Brasileiro")
    ]


def test_a_language_that_django_does_not_know_is_called_as_the_settings_say(settings):
    settings.LANGUAGES = [("frp", "arpitan")]
    languages.own_name.cache_clear()
    assert languages.own_name("frp") == "Arpitan"


def test_open_graph_wants_a_country():
    assert [languages.open_graph_locale(code) for code in ("fr", "en", "es", "pt-br")] == [
        *("fr_FR", "en_GB", "es_ES", "pt_BR")
    ]


def test_a_language_without_rules_for_days_writes_them_in_djangos_way():
    with translation.override("es"):
        assert dates.day(date(2026, 3, 1), "j F") == "1 de marzo"
        assert dates.day(date(2026, 11, 2), "j N Y").endswith("2026")


def test_french_joins_a_day_and_its_time():
    with translation.override("fr"):
        assert dates.day(datetime(2026, 3, 1, 14, 5, tzinfo=UTC), "j F Y H:i") == "1er mars 2026 à 14:05"


def test_a_language_that_nobody_translated_yet_is_one_fault_an_app(settings, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "views.py").write_text('_("one"), ngettext("a box", "%(n)s boxes", n)')
    settings.LANGUAGES = [("en", "English"), POLISH]
    assert faults.find_faults(tmp_path, ["shop"]) == ["shop pl: no translation yet"]


def test_a_new_translation_file_has_room_for_every_plural_of_its_language(settings, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "views.py").write_text('ngettext("a box", "%(n)s boxes", n)')
    settings.LANGUAGES = [("en", "English"), POLISH]
    po_files.update_part(tmp_path, "shop")
    (entry,) = polib.pofile(str(compilation.po_file(tmp_path, "shop", "pl")))
    assert list(entry.msgstr_plural) == [0, 1, 2, 3]


def test_a_message_that_nobody_translated_is_shown_in_the_default_language():
    with translation.override("es"):
        assert translation.gettext("What shall we play?") == "À quoi jouer\u202f?"


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", ("dados", "dado")), ("pt-br", ("navios", "navio")), ("sv", ("båtar", "båt"))],
)
def test_words_of_a_language_have_the_stems_of_its_stemmer(language, words):
    assert len({analysis.stem_word(word, language) for word in words}) == 1


def test_a_language_without_a_stemmer_is_searched_by_whole_words_without_accents():
    assert analysis.fold_and_stem_words("Ludkesto kaj ĵetkuboj", "frp") == [
        ("ludkesto", "ludkesto"), ("kaj", "kaj"), ("jetkuboj", "jetkuboj")
    ]  # fmt: skip


def test_an_index_counts_the_sections_of_any_number_of_languages():
    index = SectionIndex(language_count=5)
    for section in (1, 2):
        texts = {language: IndexedText(10 * section + language, [("dado", 9)]) for language in range(5)}
        index.put_section(section, texts)
    hits = index.search(parse_query("dado", {"es": {}}), language_number=4)
    assert (hits.total, [hit.text_id for hit in hits.best]) == (2, [14, 24])
    only_french = bit_sets.pack_sections([1], [0], language_count=5)
    assert [
        hit.text_id for hit in index.search(parse_query("dado", {}), allowed_numbers=only_french).best
    ] == [20]
