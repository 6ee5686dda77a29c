"""Drawn covers: the same facts give the same drawing, every name fits, nothing breaks out of the SVG."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.covers import Cover, choose_palette, choose_pattern, draw_cover
from catalogue.covers.lettering import break_lines, measure_width, split_name
from catalogue.covers.patterns import draw_dice, draw_tiles
from catalogue.covers.picture import draw_share_picture

NAMES = [
    *(
        "CATAN",
        "A",
        "504",
        "¥€$",
        "德国大选",
        "<&\"'>",
        "Les Aventuriers du Rail : Europe",
        "Donaudampfschifffahrt" * 3,
    ),
    "Highway to the Kremlin: Napoleon's March on Moscow – June 24 - December 13, 1812",
    " ".join("abcdefghij" * 6),
]


@pytest.mark.parametrize("name", NAMES)
def test_same_facts_same_drawing_and_valid(name):
    cover = Cover(name, ["nautical"], ["dice-rolling"], 2, 5, "1995", "Klaus Teuber & Söhne")
    assert draw_cover(cover) == draw_cover(cover)
    root = ElementTree.fromstring(draw_cover(cover))
    assert root.find("{http://www.w3.org/2000/svg}title").text == name
    assert len(draw_cover(cover)) < 8_000


@given(st.text(max_size=120), st.integers(0, 999))
def test_any_name_can_be_drawn(name, players):
    ElementTree.fromstring(draw_cover(Cover(name, players_max=players)))


@pytest.mark.parametrize("name", NAMES)
def test_lines_stay_in_their_width(name):
    lines, size = break_lines(split_name(name)[0], 292, 4, 68, 21)
    assert len(lines) <= 4
    assert all(measure_width(line) * size <= 293 for line in lines)


@pytest.mark.parametrize("name, measured", [("Shanghaien", 6.64), ("Codenames", 6.43), ("Munchkin", 5.70)])
def test_names_stay_on_their_label_in_a_wide_serif(name, measured):
    """Measured in DejaVu Serif Bold, the widest that a reader's system is likely to take; the label is 332
    wide.
    """
    assert measured * break_lines(name, 292, 4, 68, 21)[1] <= 332


def test_a_word_that_is_too_long_is_cut_and_loses_no_letter():
    word = "Kapitänsmützenabzeichenkiste"[:26]
    lines, _size = break_lines(word, 292, 4, 68, 21)
    assert "".join(lines).replace("-", "") == word


def test_a_french_mark_keeps_its_space_and_its_word():
    assert ">prend\u202f!</text>" in draw_cover(Cover("6 qui prend\u202f!"))


def test_facts_choose_colour_and_pattern():
    assert (
        choose_palette(Cover("x", ["pirates"]))
        == choose_palette(Cover("y", ["harbour"]))
        != choose_palette(Cover("x", ["farming"]))
    )
    assert choose_pattern(Cover("x", mechanisms=["tile-placement", "dice-rolling"])) is draw_tiles
    assert choose_pattern(Cover("x", mechanisms=["dice-rolling", "tile-placement"])) is draw_dice


def test_meeples_are_the_players():
    assert draw_cover(Cover("x", players_min=2, players_max=4)).count("<path transform") == 4
    assert draw_cover(Cover("x")).count("<path transform") == 0
    assert draw_cover(Cover("x", players_min=2, players_max=99)).count("<path transform") == 8


def test_picture_has_the_size_that_is_asked_for_sharing():
    content = draw_share_picture(Cover("Les Aventuriers du Rail", players_min=2, players_max=5, year="2004"))
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")) == (1200, 630)
