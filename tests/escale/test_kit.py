"""Helpers of every template: typography, icons, numbers, queries, pages."""

import hashlib
import re
from base64 import b64encode
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.staticfiles import finders
from django.template import engines
from django.utils import translation

from escale.common.templatetags import kit
from escale.common.text import typography
from tests.serving import ROOT


@pytest.mark.parametrize(
    ("typed", "set_"),
    [
        ("Quoi ?", "Quoi_?"),
        ("Quoi?", "Quoi_?"),
        ("Quoi ?!", "Quoi_?!"),
        ("Attention : deux dés ; pas trois !", "Attention_: deux dés_; pas trois_!"),
        ("Il crie « Shanghai ! »", "Il crie «_Shanghai_!_»"),
        ("«oui»", "«_oui_»"),
        ("à 12:30, voir https://exemple.fr/?q=1", "à 12:30, voir https://exemple.fr/?q=1"),
        ("avec ?lang=fr", "avec ?lang=fr"),
        ("l'équipe d'aujourd'hui", "l’équipe d’aujourd’hui"),
        ("%(who)s: bravo", "%(who)s_: bravo"),
        ("", ""),
    ],
)
def test_french_spaces(typed, set_):
    expected = set_.replace("_", typography.NARROW)
    assert typography.apply_spacing(typed, "fr") == expected
    assert typography.apply_spacing(expected, "fr") == expected


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("fr", ["1er mars", "2 nov."]),
        ("en", ["1 March", "2 Nov."]),
        ("it", ["1º marzo", "2 nov."]),
        ("de", ["1. März", "2. Nov."]),
    ],
)
def test_days_are_written_as_the_language_does(language, written):
    with translation.override(language):
        assert [kit.day(date(2026, 3, 1), "j F"), kit.day(date(2026, 11, 2), "j N")] == written


def test_a_sentence_is_joined_with_its_day():
    sentence = "{% blocktranslate %}created {{ date }}{% endblocktranslate %} <b>"
    source = f"{{% filter apply_elisions %}}{sentence}{{% endfilter %}}"
    template = engines["django"].from_string(source)
    with translation.override("it"):
        assert template.render({"date": kit.day(date(2026, 11, 8), "j N Y")}) == "creato l’8 nov. 2026 <b>"


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_other_languages_stay_as_they_are(language):
    assert typography.apply_spacing("Who? «Me»: it's me !", language) == "Who? «Me»: it's me !"


def rendered(source: str, **context) -> str:
    return engines["django"].from_string(source).render(context)


def test_an_icon_is_decoration_unless_it_is_named():
    assert 'aria-hidden="true"' in rendered('{% icon "dice" %}')
    assert 'role="img" aria-label="A &amp; B"' in rendered('{% icon "dice" label %}', label="A & B")


def test_an_unknown_icon_fails():
    with pytest.raises(KeyError):
        rendered('{% icon "nothing" %}')


def test_every_icon_has_its_own_drawing():
    drawings = kit.drawings()
    assert len(drawings) >= 60
    assert len(set(drawings.values())) == len(drawings)


@pytest.mark.parametrize(
    ("number", "pages", "shown"),
    [
        (1, 1, [1]),
        (1, 3, [1, 2, 3]),
        (5, 9, [1, 0, 3, 4, 5, 6, 7, 0, 9]),
        (1, 100, [1, 2, 3, 0, 100]),
        (100, 100, [1, 0, 98, 99, 100]),
    ],
)
def test_pages_show_ends_and_neighbours(number, pages, shown):
    assert kit.page_numbers(number, pages) == shown


def test_a_query_keeps_what_is_not_changed(rf):
    request = rf.get("/", {"q": "a b", "page": "2"})
    assert rendered("{% with_query page=3 %}", request=request) == "?q=a+b&amp;page=3"
    assert rendered('{% with_query page="" %}', request=request) == "?q=a+b"


def test_numbers_and_telephones():
    assert kit.tel_number("+33 (0)9 72-30") == "+3309" + "7230"
    from django.utils import translation

    for language, expected in {"en": "9,000", "de": "9.000"}.items():
        with translation.override(language):
            assert kit.group_digits(9000) == expected


def test_a_script_carries_the_digest_of_its_file():
    html = rendered("{% script 'escale/search.js' %}")
    digest = hashlib.sha384(Path(finders.find("escale/search.js")).read_bytes()).digest()
    assert html.startswith('<script type="module" src="/static/escale/search')
    assert f'integrity="sha384-{b64encode(digest).decode()}"' in html
    assert 'type="module"' not in rendered("{% script 'escale/site.js' module=False %}")


def test_no_page_has_a_script_without_digest():
    templates = [
        path
        for app in ("escale", "catalogue", "rules_docs", "games")
        for path in (ROOT / app).rglob("templates/**/*.html")
    ]
    plain = [
        str(path)
        for path in templates
        if re.search(r"<script(?! type=.application/)", path.read_text("utf-8"))
    ]
    assert plain == []


def test_a_quotation_mark_does_not_end_the_shared_title():
    template = engines["django"].from_string(
        '{% document_title %}A "word" & {{ more }}{% enddocument_title %}'
    )
    assert 'content="A &quot;word&quot; & &lt;b&gt;"' in template.render({"more": "<b>"})


def test_a_phrase_is_said_in_the_language_of_each_reader():
    said = engines["django"].from_string("{% translate 'Search' %}")
    for language, word in (("fr", "Chercher"), ("de", "Suchen"), ("fr", "Chercher"), ("en", "Search")):
        with translation.override(language):
            assert said.render() == word


def test_a_cached_fragment_is_rendered_again_for_another_language_or_value():
    part = engines["django"].from_string(
        "{% cached_fragment path %}{% translate 'Search' %} {{ path }} {{ n }}{% endcached_fragment %}"
    )
    with translation.override("de"):
        assert part.render({"path": "<a>", "n": 1}) == "Suchen &lt;a&gt; 1"
        assert part.render({"path": "<a>", "n": 2}) == "Suchen &lt;a&gt; 1"
        assert part.render({"path": "b", "n": 2}) == "Suchen b 2"
    with translation.override("en"):
        assert part.render({"path": "b", "n": 3}) == "Search b 3"


def test_a_description_is_one_line_without_quotation_marks():
    html = rendered(
        '{% document_description %}\n  A "word"\n  & {{ more }}\n{% enddocument_description %}', more="<b>"
    )
    assert (
        html == '<meta name="description" property="og:description" content="A &quot;word&quot; & &lt;b&gt;">'
    )


def test_a_narrow_space_of_a_title_stays():
    assert "Où\u202f?</title>" in rendered("{% document_title %}\n Où\u202f?\n{% enddocument_title %}")


def test_a_wide_table_is_named_by_a_text_or_by_a_heading():
    by_text = rendered("{% table_scroll label=name %}<table></table>{% endtable_scroll %}", name='"A"')
    assert by_text == (
        '<div class="table-scroll" role="region" tabindex="0" '
        'aria-label="&quot;A&quot;"><table></table></div>'
    )
    by_heading = rendered('{% table_scroll labelled_by="jobs" role="group" %}x{% endtable_scroll %}')
    assert by_heading == '<div class="table-scroll" role="group" tabindex="0" aria-labelledby="jobs">x</div>'


def test_an_empty_state_says_in_its_heading_what_is_missing():
    html = rendered("{% empty_state 'box' name level='h3' %}<p>Look</p>{% endempty_state %}", name="<b>")
    assert "<h3>&lt;b&gt;</h3><p>Look</p></div>" in html
    assert '<svg class="icon big"' in html


def test_a_table_head_marks_the_columns_of_numbers():
    html = rendered("{% table_head 'Line' name numbers='1' %}", name="<b>")
    assert '<th scope="col" class="num">Line</th>\n<th scope="col">&lt;b&gt;</th>' in html
    assert html.startswith("<thead>") and html.endswith("</thead>")


def test_the_chip_of_the_part_that_is_shown_is_marked():
    chips = rendered("{% show_chip '' 'all' %}{% show_chip 'late' 'late' %}", show="late")
    assert '<a class="chip" href="?">all</a>' in chips
    assert '<a class="chip" href="?show=late" aria-current="true">late</a>' in chips


def test_breadcrumbs_are_a_named_list():
    html = rendered("{% breadcrumbs label %}<li>A</li>{% endbreadcrumbs %}", label="You & me")
    assert html == '<nav class="breadcrumbs" aria-label="You &amp; me">\n<ol><li>A</li></ol>\n</nav>'


def test_found_words_are_marked_and_nothing_runs():
    pieces = [SimpleNamespace(text="<i>", is_found=False), SimpleNamespace(text="b", is_found=True)]
    assert rendered("{% marked_text pieces %}", pieces=pieces) == "&lt;i&gt;<mark>b</mark>"
