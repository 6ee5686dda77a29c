"""Every word of the interface is found, and translated into every language."""

import re
import shutil
from datetime import date

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format

from escale.translations import compilation, extraction, faults, po_files
from escale.translations.extraction import Message
from games.registry import ENGINES

PARTS = compilation.find_parts(settings.BASE_DIR)


def test_every_app_and_every_game_has_translations_of_its_own():
    assert {"catalogue", "escale", "games", "rules_docs", *(f"games/{slug}" for slug in ENGINES)} == set(
        PARTS
    )


def test_nothing_is_missing_fuzzy_unused_or_said_in_two_ways():
    assert faults.find_faults(settings.BASE_DIR, PARTS) == []


#: the polite address stands after a word; at the head of a sentence it may be “she” or “they”
POLITE = re.compile(r"\w (Sie|Ihnen|Ihr\w*)\b")


@pytest.mark.parametrize("part", PARTS)
def test_german_says_du_everywhere(part):
    file = polib.pofile(str(compilation.po_file(settings.BASE_DIR, part, "de")))
    texts = [text for entry in file for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if POLITE.search(text)] == []


@pytest.mark.parametrize(
    ("language", "day"), [("fr", "18 août 2026"), ("it", "18 agosto 2026"), ("de", "18. August 2026")]
)
def test_months_begin_as_each_language_writes_them(language, day):
    with translation.override(language):
        assert date_format(date(2026, 8, 18), "DATE_FORMAT") == day


PYTHON = """
_("one"), gettext_lazy("two " "halves"), ngettext("a box", "%(n)s boxes", n), pgettext("verb", "play")
translation.npgettext("shelf", "a row", "rows", 2), _(variable), other("not this")
"""


def test_python_calls_of_every_kind_are_found():
    assert set(extraction.messages_in_python(PYTHON)) == {
        Message("one"),
        Message("two halves"),
        Message("a box", "%(n)s boxes"),
        Message("play", "", "verb"),
        Message("a row", "rows", "shelf"),
    }


def test_calls_by_an_imported_name_are_found():
    source = "from django.utils.translation import gettext_noop as N_, pgettext as p_\n"
    assert set(
        extraction.messages_in_python(source + 'N_("one"), p_("verb", "play"), other("not this")')
    ) == {
        Message("one"),
        Message("play", "", "verb"),
    }


def test_an_f_string_is_refused_because_it_can_not_be_translated():
    with pytest.raises(ValueError, match=r"line 1.*f-string"):
        list(extraction.messages_in_python('_(f"hello {name}")'))


TEMPLATE = """
{% translate "plain" %}{% translate "play" context "verb" %}
{% if x %}{% for y in z %}{% translate "deep" as d %}{% endfor %}{% endif %}
{% blocktranslate trimmed count n=boxes|length %}
  {{ n }} box
{% plural %}
  {{ n }} boxes
{% endblocktranslate %}
{% blocktranslate with name=who context "title" %}Dear {{ name }}, 100%{% endblocktranslate %}
{% icon "dice" _("spoken") %}{{ x|default:_("nobody") }}{% with word=_("word") %}{{ word }}{% endwith %}
{% include "escale/pagination.html" with label=_("label") %}{% url "home" as there %}
"""


def test_template_tags_filters_and_arguments_are_found():
    assert set(extraction.messages_in_template(TEMPLATE)) == {
        Message("plain"),
        Message("play", "", "verb"),
        Message("deep"),
        Message("%(n)s box", "%(n)s boxes"),
        Message("Dear %(name)s, 100%%", "", "title"),
        Message("spoken"),
        Message("nobody"),
        Message("word"),
        Message("label"),
    }


@pytest.fixture
def app(tmp_path, settings):
    """A small app with one message, translated into French only."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "views.py").write_text('_("Wait: %(seconds)s s")')
    settings.LANGUAGES = [("en", "English"), ("fr", "French")]
    po_files.update_part(tmp_path, "shop")
    return tmp_path


def translate(base, text, app="shop", **changes):
    path = compilation.po_file(base, app, "fr")
    file = polib.pofile(str(path))
    file[0].msgstr = text
    for name, value in changes.items():
        setattr(file[0], name, value)
    file.save()


def test_each_kind_of_fault_is_named(app):
    assert faults.find_faults(app, ["shop"]) == ["shop fr: not translated: 'Wait: %(seconds)s s'"]
    translate(app, "Attendez\u202f: %(secondes)s s")
    assert "other placeholders" in faults.find_faults(app, ["shop"])[0]
    translate(app, "Attendez : %(seconds)s s")
    assert "spacing" in faults.find_faults(app, ["shop"])[0]
    translate(app, "Attendez\u202f: %(seconds)s s", flags=["fuzzy"])
    assert "fuzzy" in faults.find_faults(app, ["shop"])[0]
    translate(app, "Attendez\u202f: %(seconds)s s", flags=[], msgid="Gone")
    assert [fault.split(": ")[1] for fault in faults.find_faults(app, ["shop"])] == ["missing", "unused"]


def test_the_messages_of_a_game_are_not_those_of_its_app(app):
    (app / "shop" / "dice").mkdir()
    (app / "shop" / "dice" / "words.py").write_text('_("Roll")')
    assert Message("Roll") in extraction.extract_messages(app, "shop")
    po_files.update_part(app, "shop/dice")
    assert set(extraction.extract_messages(app, "shop")) == {Message("Wait: %(seconds)s s")}
    assert compilation.find_parts(app) == ["shop", "shop/dice"]


def test_two_apps_that_say_the_same_message_otherwise_are_named(app):
    shutil.copytree(app / "shop", app / "desk")
    for name, text in (("shop", "Attendez\u202f: %(seconds)s s"), ("desk", "Patientez\u202f: %(seconds)s s")):
        translate(app, text, name)
    (fault,) = faults.find_faults(app, ["shop", "desk"])
    assert fault.startswith("desk fr: shop says otherwise")


def test_an_update_keeps_translations_and_mends_the_spacing(app):
    translate(app, "Attendez : %(seconds)s s")
    (app / "shop" / "more.py").write_text('_("Another")')
    po_files.update_part(app, "shop")
    file = polib.pofile(str(compilation.po_file(app, "shop", "fr")))
    assert {entry.msgid: entry.msgstr for entry in file} == {
        "Another": "",
        "Wait: %(seconds)s s": "Attendez\u202f: %(seconds)s s",
    }


def test_compiled_messages_follow_their_source(app):
    source = compilation.po_file(app, "shop", "fr")
    translate(app, "Attendez\u202f: %(seconds)s s")
    target = source.with_suffix(".mo")
    compilation.compile_if_newer(source, target)
    compiled = polib.mofile(str(target))
    assert [entry.msgstr for entry in compiled] == ["Attendez\u202f: %(seconds)s s"]


def test_code_that_belongs_to_somebody_else_is_not_written_to(tmp_path, monkeypatch):
    """In production the code is root's and the site is not: its first start compiles among its data."""
    monkeypatch.setattr(compilation.os, "access", lambda path, mode: False)
    homes = compilation.compile_messages(settings.BASE_DIR, tmp_path)
    assert homes == [tmp_path / "locale" / part for part in PARTS]
    compiled = list(tmp_path.glob("locale/**/LC_MESSAGES/django.mo"))
    assert len(compiled) == len(homes) * len(po_files.translated_languages())
