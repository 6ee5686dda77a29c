"""Rules on paper: tagged, small, with the house of today, in one language or two."""

import io

import pdfplumber
import pytest
from django.utils.translation import override
from pdfminer.pdftypes import resolve1

from rules_docs import ports
from rules_docs.models import RuleDocument, SectionText
from rules_docs.printing import pdf
from rules_docs.printing.source import PrintRequest
from rules_docs.reading.reader import read_rule
from rules_docs.text.markup.context import MarkupContext, Picture
from rules_docs.text.markup.typst_renderer import TypstContext, render_typst

pytestmark = pytest.mark.slow

HOUSE = {"name": "Maison du Quai", "cover": "Bienvenue au port.", "lines": ["1, quai Neuf", "03 00 00 00 00"]}


def print_rule(document, language="fr", beside=None, only_kind=""):
    with override(language):
        return pdf.print_rule(PrintRequest(read_rule(document, language, beside), only_kind))


def open_pdf(content):
    return pdfplumber.open(io.BytesIO(content))


def extract_text(content):
    with open_pdf(content) as file:
        return "\n".join(page.extract_text() for page in file.pages)


@pytest.mark.django_db
def test_tagged_titled_and_in_its_language(document):
    with open_pdf(print_rule(document)) as file:
        catalog = file.doc.catalog
        assert resolve1(catalog["MarkInfo"])["Marked"] is True
        assert resolve1(catalog["StructTreeRoot"])
        assert resolve1(catalog["Lang"]) == b"fr"
        assert file.metadata["Title"] == "Le port"


def elements(node):
    """Every element of the tree of tags, the first of each family before its children."""
    node = resolve1(node)
    if isinstance(node, list):
        for child in node:
            yield from elements(child)
    elif isinstance(node, dict):
        yield node
        yield from elements(node.get("K"))


@pytest.mark.django_db
def test_what_pdf_ua_asks_of_a_rule_with_drawings_tables_and_two_languages(shipped_rules):
    reading = read_rule(RuleDocument.objects.get(slug="macao"), "it", "en")
    with override("it"), open_pdf(pdf.print_rule(PrintRequest(reading))) as file:
        catalog = file.doc.catalog
        tree = list(elements(catalog["StructTreeRoot"]))
        assert resolve1(catalog["ViewerPreferences"])["DisplayDocTitle"] is True
        assert b"<pdfuaid:part>1" in resolve1(catalog["Metadata"]).get_data()
        assert resolve1(catalog["Lang"]) == b"it"
        text = " ".join(" ".join(page.extract_text().split()) for page in file.pages)
    kinds = [str(element["S"]).strip("/'") for element in tree if "S" in element]
    assert {"H1", "H2", "Table", "TH", "TD", "L", "LI", "Figure", "Link", "TOC"} <= set(kinds)
    figures = [element for element in tree if str(element.get("S")).strip("/'") == "Figure"]
    alternative_texts = {resolve1(element["Alt"]) for element in figures}
    assert (
        len(figures) == len(alternative_texts) == 15
    )  # four drawings and three worked examples in two languages, and the code on the cover
    assert "Risposta: No." in text and "Answer: No." in text
    assert b"en" in {resolve1(element["Lang"]) for element in tree if "Lang" in element}


@pytest.mark.django_db
def test_cover_says_the_house_of_today_in_the_readers_language(document, monkeypatch):
    languages = []
    monkeypatch.setattr(ports, "house", lambda language: languages.append(language) or HOUSE)
    printed_text = extract_text(print_rule(document))
    assert languages == ["fr"]
    for line in ("MAISON DU QUAI", "Bienvenue au port.", "1, quai Neuf", "03 00 00 00 00", "Le port"):
        assert line in printed_text


@pytest.mark.django_db
def test_sections_rulings_and_contents(document):
    printed_text = extract_text(print_rule(document))
    assert printed_text.count("Mise en place") == 2  # in the contents and over the section
    assert "Personne ne gagne." in printed_text


@pytest.mark.django_db
def test_second_language_beside(document):
    printed_text = extract_text(print_rule(document, "fr", "de"))
    assert "Le dernier marin gagne" in printed_text
    assert "Der letzte Matrose" in printed_text


@pytest.mark.django_db
def test_missing_section_is_printed_in_the_pivots_language(document):
    SectionText.objects.get(section__key="end", language="de").delete()
    assert "Le dernier marin gagne" in extract_text(print_rule(document, "de"))


@pytest.mark.django_db
def test_edited_text_is_printed_and_an_unchanged_one_comes_from_the_cache(document, monkeypatch):
    first = print_rule(document)
    monkeypatch.setattr(pdf, "_compile", lambda *args: b"printed again")
    assert print_rule(document) == first
    RuleDocument.objects.update(stamp=999)
    document.refresh_from_db()
    assert print_rule(document) == b"printed again"


@pytest.mark.django_db
def test_shipped_rules_are_small_and_their_aid_is_one_page(shipped_rules):
    for document in RuleDocument.objects.all():
        whole = print_rule(document, "de", "it")
        assert len(whole) < 300_000
        aid = print_rule(document, "de", only_kind="aid")
        with open_pdf(aid) as file:
            assert len(file.pages) == 1, document.slug


@pytest.mark.django_db
@pytest.mark.parametrize("beside", [None, "de"])
def test_the_rule_begins_on_the_second_page_behind_its_contents(beside, shipped_rules):
    for document in RuleDocument.objects.all():
        with open_pdf(print_rule(document, "fr", beside)) as file:
            cover, first_page = (remove_spaces(file.pages[number].extract_text()) for number in (0, 1))
        headings = [remove_spaces(row.heading) for row in read_rule(document, "fr").rows]
        assert all(heading in cover for heading in headings), document.slug
        assert headings[0] in first_page


def remove_spaces(text):
    return "".join(text.split())


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "beside"), [("fr", "de"), ("en", "fr"), ("it", "en"), ("de", "it")])
def test_a_short_rule_is_one_page_alone_and_in_two_languages(language, beside, shipped_rules):
    for document in RuleDocument.objects.all():
        for second_language in (None, beside):
            with open_pdf(print_rule(document, language, second_language, only_kind="short")) as file:
                assert len(file.pages) == 1, document.slug
                text = remove_spaces(file.pages[0].extract_text())
            rows = read_rule(document, language, second_language).rows
            (short_row,) = [row for row in rows if row.kind == "short"]
            assert all(remove_spaces(cell.heading.split()[0]) in text for cell in short_row.cells)


@pytest.mark.django_db
def test_api_prints_only_what_is_asked(client, document):
    assert client.get("/api/v1/rules/harbour.pdf", {"short": "perhaps"}).json()["errors"].keys() == {"short"}
    assert client.get("/api/v1/rules/harbour.pdf", {"short": "true"}).content.startswith(b"%PDF")


@pytest.mark.django_db
def test_api_gives_the_file(client, document):
    response = client.get("/api/v1/rules/harbour.pdf", {"lang": "it", "with": "de"})
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-1.7")
    second_response = client.get(
        "/api/v1/rules/harbour.pdf", {"lang": "it", "with": "de"}, headers={"If-None-Match": response["ETag"]}
    )
    assert (second_response.status_code, second_response["ETag"]) == (304, response["ETag"])
    assert client.get("/api/v1/rules/harbour.pdf", {"with": "es"}).status_code == 400


# --- pure parts
# ------------------------------------------------------------------------------------------------------

CONTEXT = TypstContext(
    MarkupContext(
        section_keys=frozenset({"here", "there"}),
        term_names={"die": "dé"},
        pictures={"boat": Picture("", 'Un "bateau"', 260, 100)},
    ),
    anchors=frozenset({"here"}),
    picture_files={"boat": "boat.svg"},
)


@pytest.mark.parametrize(
    ("source", "typst"),
    [
        ("#let x = 1 $y$ *not bold", '#"#let x = 1 $y$ *not bold";#parbreak();\n'),
        ('say "hi" \\\\', '#"say \\"hi\\" \\\\";#parbreak();\n'),
        ("**a** *b*", '#strong[#"a";];#" ";#emph[#"b";];#parbreak();\n'),
        ("[a](#here) [b](#there)", '#link(<here>)[#"a";];#" ";#[#"b";];#parbreak();\n'),
        ("[a](https://x.y)", '#link("https://x.y")[#"a";];#parbreak();\n'),
        ("[[die]] [[die|dés]]", '#"dé";#" ";#"dés";#parbreak();\n'),
        ("3. a\n4. b", '#enum(start: 3, [#"a";\n], [#"b";\n]);\n'),
        ("![](diagram:boat)", '#picture("boat.svg", "Un \\"bateau\\"", 50%);\n'),
        ("::: checklist players=2\n- [ ] a\n:::", '#checklist("2", [#"a";\n]);\n'),
    ],
)
def test_markdown_becomes_typst_and_text_stays_text(source, typst):
    assert render_typst(source, CONTEXT) == typst


def test_table():
    typst = render_typst("| a | b |\n|---|---|\n| c | d |", CONTEXT)
    assert typst.startswith("#table(columns: 2, table.header([")
    assert typst.count('#"') == 4


@pytest.mark.django_db
def test_compression_keeps_every_page_and_word(document, monkeypatch):
    compressed = print_rule(document)
    monkeypatch.setattr(pdf, "_compress", lambda content: content)
    RuleDocument.objects.update(stamp=999)
    document.refresh_from_db()
    plain = print_rule(document)
    assert len(compressed) < len(plain)
    assert extract_text(compressed) == extract_text(plain)
