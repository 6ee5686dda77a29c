"""Markdown with directives, terms and diagrams: what it becomes, and what it refuses on which line."""

import pytest

from rules_docs.text.faults import MarkupError
from rules_docs.text.markup.context import MarkupContext, Picture
from rules_docs.text.markup.html_renderer import link_former_terms, render_html
from rules_docs.text.markup.plain_text import make_excerpt, strip_markup
from rules_docs.text.text_file import format_text_file, parse_text_file

CONTEXT = MarkupContext(
    section_keys=frozenset({"roll"}),
    term_names={"die": "dé"},
    pictures={"boat": Picture("/r/drawings/abc.svg", "Un bateau", 120, 60)},
    labels={"example": "Exemple", "note": "Note", "players": "À {n} joueurs"},
)


def faults(source):
    with pytest.raises(MarkupError) as error:
        render_html(source, CONTEXT)
    return [(fault.line, fault.code) for fault in error.value.faults]


def test_term_becomes_a_link_to_the_glossary():
    html = render_html("Un [[die]] ou [[die|deux dés]].", CONTEXT).html
    assert '<a class="term" href="#term-die" rel="noopener">dé</a>' in html
    assert ">deux dés</a>" in html


def test_a_text_that_was_frozen_with_buttons_gets_links():
    frozen = 'l’<button type="button" class="term" popovertarget="term-die">un des <em>dés</em></button>.'
    assert link_former_terms(frozen) == 'l’<a class="term" href="#term-die">un des <em>dés</em></a>.'


def test_example_note_and_diagram():
    html = render_html("::: example\n![](diagram:boat)\n:::\n\n::: note\nMot.\n:::\n", CONTEXT).html
    assert '<aside class="example"><p class="label">Exemple</p>' in html
    assert '<img src="/r/drawings/abc.svg" alt="Un bateau" width="120" height="60">' in html
    assert '<aside class="note">' in html


def test_first_checklist_is_open_and_says_its_players():
    source = "::: checklist players=2\n- [ ] a\n:::\n\n::: checklist players=3-5\n- [ ] b\n:::\n"
    html = render_html(source, CONTEXT).html
    assert '<details class="checklist" open="" data-players="2"><summary>À 2 joueurs</summary>' in html
    assert '<details class="checklist" data-players="3 4 5"><summary>À 3–5 joueurs</summary>' in html
    assert '<label><input type="checkbox"> <span>a</span></label>' in html


def test_a_term_in_a_label_is_a_word_and_no_second_thing_to_press():
    html = render_html("::: checklist players=2\n- [ ] un [[die]]\n:::\n", CONTEXT).html
    assert '<label><input type="checkbox"> <span>un dé</span></label>' in html


def test_plain_text_has_no_markup():
    text = render_html("Un **gros** [[die|dé]] sur [lancer](#roll).\n\n- [ ] fait\n", CONTEXT).plain
    assert text == "Un gros dé sur lancer.\nfait"


def test_table_headings_have_a_scope_and_empty_corners_have_none():
    html = render_html("| | b |\n|---|---|\n| 1 | 2 |\n", CONTEXT).html
    assert '<th></th>\n<th scope="col">b</th>' in html


@pytest.mark.parametrize(
    ("source", "line", "code"),
    [
        ("a\n\n<script>alert(1)</script>", 3, "html"),
        ("a <b>c</b>", 1, "html"),
        ("[a](javascript:alert(1))", 1, "link_scheme"),
        ("[a](DATA:text/html,x)", 1, "link_scheme"),
        ("[a](#nowhere)", 1, "unknown_key"),
        ("[a](page.html)", 1, "link_target"),
        ("[[nothing]]", 1, "unknown_term"),
        ("![](diagram:nothing)", 1, "unknown_diagram"),
        ("![](https://example.org/a.png)", 1, "unknown_diagram"),
        ("a\n\n::: example\ntext", 3, "block_not_closed"),
        (":::", 1, "block_not_open"),
        ("::: warning\na\n:::", 1, "unknown_block"),
        ("::: checklist\n- [ ] a\n:::", 1, "block_words"),
        ("::: checklist players=many\n- [ ] a\n:::", 1, "block_words"),
        ("::: note\n::: example\na\n:::", 2, "block_in_block"),
        ("text\n\nHeading\n=======\n", 3, "heading_in_body"),
        ("a" * 200_001, 1, "too_long"),
    ],
)
def test_refused_with_its_line(source, line, code):
    assert (line, code) in faults(source)


def test_all_faults_are_said_at_once():
    assert faults("[a](#x)\n\n[[y]]\n\n<i>") == [(1, "unknown_key"), (3, "unknown_term"), (5, "html")]


@pytest.mark.parametrize("source", ["`<script>`", "1 < 2 & 3 > 2", "&lt;script&gt;"])
def test_what_only_looks_like_html_is_shown_as_it_is(source):
    assert "<script" not in render_html(source, CONTEXT).html


FILE = "---\ntitle: T\n---\n\n## One {#one}\n\na\n\n### Two {#two}\n\n\nb\n"


def test_split_gives_parts_with_levels_and_lines():
    file = parse_text_file(FILE)
    assert file.front_matter == {"title": "T"}
    assert [
        (section.key, section.level, section.heading, section.body, section.heading_line, section.body_line)
        for section in file.sections
    ] == [
        ("one", 1, "One", "a", 5, 7),
        ("two", 2, "Two", "b", 9, 12),
    ]


def test_join_is_the_inverse_of_split():
    file = parse_text_file(FILE)
    parsed_again = parse_text_file(format_text_file(file.front_matter, file.sections))
    assert [
        (section.key, section.level, section.heading, section.body) for section in parsed_again.sections
    ] == [(section.key, section.level, section.heading, section.body) for section in file.sections]


@pytest.mark.parametrize(
    ("source", "line", "code"),
    [
        ("## One {#one}\n", 1, "no_front_matter"),
        ("---\nsubtitle: x\n---\n", 1, "no_title"),
        ("---\ntitle: T\ncolour: red\n---\n", 3, "unknown_front"),
        ("---\ntitle: T\n---\ntext\n## One {#one}\n", 4, "text_before_heading"),
        ("---\ntitle: T\n---\n# One {#one}\n", 4, "heading_1"),
        ("---\ntitle: T\n---\n## One\n", 4, "heading_without_key"),
        ("---\ntitle: T\n---\n## One {#One!}\n", 4, "heading_without_key"),
        ("---\ntitle: T\n---\n## One {#one}\n## Two {#one}\n", 5, "duplicate_key"),
    ],
)
def test_a_file_is_refused_with_its_line(source, line, code):
    with pytest.raises(MarkupError) as error:
        parse_text_file(source)
    assert (line, code) in [(fault.line, fault.code) for fault in error.value.faults]


def test_excerpt_ends_at_a_sentence():
    assert make_excerpt("Un. " * 40 + "mot " * 200).endswith("Un.")
    assert make_excerpt("court") == "court"
    assert make_excerpt("mot " * 200).endswith("mot …")


def test_wording_is_what_people_read():
    source = (
        "Lancez un [[die|dé]], [Fin](#end).\n\n::: example\n**A :** *un*\n\n![](diagram:boat)\n:::\n\n"
        "| a | b |\n|---|---|\n| c | [[die]] |\n\n- [ ] Mélangez"
    )
    assert strip_markup(source) == "Lancez un dé, Fin.\n\nA : un\n\na · b\nc · die\n\nMélangez"
