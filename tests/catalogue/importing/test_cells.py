"""Cells: what is understood, what is “not told”, what is refused and why."""

from datetime import date

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from catalogue.importing.file import cells, name_cells
from catalogue.importing.file.languages import read_languages
from catalogue.importing.file.report import FileProblem

whole = cells.WholeNumber(1, 99, zero_unknown=True)
weight = cells.decimal(1, 5)
items = cells.Listing(" | ", 30)


@pytest.mark.parametrize(
    ("read", "cell", "value"),
    [
        (whole, " 7 ", 7),
        (whole, "7.0", 7),
        (whole, "0", None),
        (whole, "", None),
        (weight, "2,25", 2.25),
        (weight, "2.25", 2.25),
        (weight, "0", None),
        (cells.read_flag, "Oui", True),
        (cells.read_flag, "0", False),
        (cells.read_flag, "", None),
        (cells.read_age, "8+", 8),
        (cells.read_age, "All ages", None),
        (cells.read_player_counts, "4,2,3", "2,3,4"),
        (cells.read_player_counts, "2-4 | 6", "2,3,4,6"),
        (cells.read_player_counts, "4+", None),
        (cells.read_dependence, "Some necessary text - easily memorized", 2),
        (cells.read_dependence, "5", 5),
        (cells.read_dependence, "Unknown", None),
        (cells.Text(10), " a\t b ", "a b"),
        (cells.Text(10), "   ", None),
        (cells.Text(10), " é\t\u202f: ", "é \u202f:"),
        (cells.paragraphs(10), "a\r\nb", "a\nb"),
        (items, "A | B | A", ("A", "B")),
        (items, "(Uncredited)", None),
        (items, "A \\| B | C", ("A | B", "C")),
        (read_languages, "English; Français", "en,fr"),
        (read_languages, "français / allemand", "de,fr"),
        (read_languages, "Deutsch und Italienisch + olandese", "de,it,nl"),
        (read_languages, "Chinese (Simplified/Traditional)", "zh"),
        (read_languages, "Sans texte", None),
        (read_languages, "neutre", None),
        (read_languages, "de | FR | pt-BR", "de,fr,pt-BR"),
        (name_cells.read_name_language, " pt-BR ", "pt-BR"),
        (read_languages, "(Language Independent)", None),
        (cells.read_date, "2024-05-02", date(2024, 5, 2)),
        (cells.read_date, "2.5.2024", date(2024, 5, 2)),
        (cells.read_date, "0000-00-00", None),
        (cells.read_slug, "ticket-to-ride", "ticket-to-ride"),
    ],
)
def test_understood(read, cell, value):
    assert read(cell) == value


@pytest.mark.parametrize(
    ("read", "cell", "reason"),
    [
        (whole, "4. Feb", "“4. Feb” is not a whole number."),
        (whole, "100", "100 is not between 1 and 99."),
        (weight, "22.501", "22.501 is not between 1 and 5."),
        (weight, "heavy", "“heavy” is not a number."),
        (cells.read_flag, "perhaps", "“perhaps” is neither yes nor no."),
        (cells.read_player_counts, "2,3,2005", "2005 is not between 1 and 100."),
        (cells.read_player_counts, "two", "“two” is not a number of players."),
        (cells.read_dependence, "much", "“much” is not a degree of language dependence."),
        (cells.Text(3), "abcd", "“abcd” is longer than 3 characters."),
        (cells.Text(9), "a\x00b", "“a\ufffdb” contains characters that are not text."),
        (read_languages, "Klingon", "“Klingon” is not a language we know."),
        (cells.read_date, "2024-13-01", "“2024-13-01” is not a date like 2026-01-31."),
        (cells.read_date, "soon", "“soon” is not a date like 2026-01-31."),
        (cells.read_slug, "Ticket to Ride", "“Ticket to Ride” is not an address like “ticket-to-ride”."),
        (cells.one_of({"in": "in", "out": "out"}), "eaten", "“eaten” is not one of in, out."),
        (cells.Text(40), "#REF!", "“#REF!” is an error value from a spreadsheet."),
        (
            cells.Text(40),
            "3,42154E+12",
            "A spreadsheet has rounded “3,42154E+12”: give the column the format “text” "
            "there, and export again.",
        ),
        (
            cells.Text(40),
            "FrÃ©dÃ©ric",
            "“FrÃ©dÃ©ric” was saved in the wrong encoding: export the file as UTF-8.",
        ),
    ],
)
def test_refused(read, cell, reason):
    with pytest.raises(FileProblem) as problem:
        read(cell)
    assert str(problem.value) == reason


@pytest.mark.parametrize(
    "cell",
    ["02-avr", "2. Apr", "avr-04", "2-mai-2026", "04.août", "2026-04-02", "2026-04-02 00:00:00", "2/4/2026"],
)
def test_a_date_is_no_range(cell):
    """A spreadsheet makes a date of “2-4”, and every game would be for two."""
    for read in (cells.lower_end(1, 999), cells.upper_end(1, 999)):
        with pytest.raises(FileProblem, match="range that a spreadsheet has turned into a date"):
            read(cell)


@pytest.mark.parametrize(
    "text", ["SÃO PAULO", "Château d’Âge", "Nº 1", "#504", "1.5E", "Âme", "À la carte – «»"]
)
def test_what_people_write_is_not_taken_for_damage(text):
    assert cells.Text(40)(text) == text


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("fr:Zug | Fasolki", (("fr", "translation", "Zug"), ("", "translation", "Fasolki"))),
        ("de original:Zug um Zug", (("de", "original", "Zug um Zug"),)),
        ("former:Old", (("", "former", "Old"),)),
        ("pt-BR:Trem", (("pt-BR", "translation", "Trem"),)),
        # What looks like a mark but names no language belongs to the name.
        ("Ur: 1830", (("", "translation", "Ur: 1830"),)),
        ("xx:Men", (("", "translation", "xx:Men"),)),
        ("", ()),
    ],
)
def test_names(cell, names):
    assert name_cells.read_names(cell) == names


@pytest.mark.parametrize("cell", ["=1+2", "+6 Bag", "-x", "@sum", "\tx", "\rx", "'=1", "''+a"])
def test_what_a_spreadsheet_would_run_is_neutralised(cell):
    assert cells.escape_formula(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-3500", "+1.5", "504", "'n Spiel", "a=b", ""])
def test_what_it_would_not_run_is_left(cell):
    assert cells.escape_formula(cell) == cells.unescape_formula(cell) == cell


@given(st.text(alphabet="'=+-@\t\r1a", max_size=6))
def test_every_cell_comes_back(cell):
    assert cells.unescape_formula(cells.escape_formula(cell)) == cell


@given(
    st.lists(
        st.text(alphabet="a |\\", min_size=1, max_size=6)
        .map(lambda name: " ".join(name.split()))
        .filter(bool)
    )
)
def test_every_list_comes_back(values):
    # A backslash before a bar is ours; names have none.
    values = [value for value in values if "\\" not in value]
    assert (cells.Listing(" | ", 99)(cells.join_list(values)) or ()) == tuple(dict.fromkeys(values))


def test_reasons_are_told_in_the_reader_s_language():
    with pytest.raises(FileProblem) as problem, translation.override("fr"):
        weight("heavy")
    with translation.override("fr"):
        assert problem.value.text(translation.gettext) == "«\u202fheavy\u202f» n’est pas un nombre."
    assert problem.value.text() == "“heavy” is not a number."
