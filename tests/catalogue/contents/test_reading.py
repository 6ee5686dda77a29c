"""The contents of a box: rows from free text, and what is missing of them."""

import pytest

from catalogue.contents.reading import (
    MissingPiece,
    Piece,
    is_playable,
    list_rows,
    mark_lines,
    read_missing,
    read_pieces,
    write_missing,
)


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        ("12 dice", [Piece("dice", 12)]),
        ("12 x dés", [Piece("dés", 12)]),
        ("12x dés", [Piece("dés", 12)]),
        ("dés : 12", [Piece("dés", 12)]),
        ("Würfel (12)", [Piece("Würfel", 12)]),
        ("carte ×60.", [Piece("carte", 60)]),
        ("• a board *", [Piece("a board", None, is_essential=True)]),
        ("3 4-sided dice", [Piece("4-sided dice", 3)]),
        ("2-4 pawns", [Piece("2-4 pawns")]),
        (
            "Contenu : 12 dés, 60 cartes et 1 plateau",
            [Piece("dés", 12), Piece("cartes", 60), Piece("plateau", 1)],
        ),
        ("60 tiles (12 red, 12 blue), 1 bag", [Piece("tiles (12 red, 12 blue)", 60), Piece("bag", 1)]),
        ("Contents:", []),
        ("0 cards", [Piece("0 cards")]),
        ("", []),
    ],
)
def test_a_line_is_read_as_people_write_it(line, pieces):
    assert read_pieces(line) == pieces


def test_the_same_kind_in_two_lines_is_one_row():
    assert read_pieces("5 dice\n7 Dice *\nboard") == [Piece("dice", 12, is_essential=True), Piece("board")]


def test_marking_essential_pieces_changes_nothing_but_the_stars():
    text = "Contents:\n  12 dice\n\nrule book (fr/de), 4 pawns *\n— a bag"
    marked = mark_lines(text, {"dice"})
    assert marked == "Contents:\n  12 dice *\n\nrule book (fr/de), 4 pawns\n— a bag"
    assert mark_lines(marked, set()) == text.replace(" *", "")


def test_missing_pieces_are_told_from_remarks():
    text = "1/12 dice; the bag is torn; 2/? cards"
    pieces, remark = read_missing(text)
    assert pieces == [MissingPiece(1, "dice", 12), MissingPiece(2, "cards")]
    assert remark == "the bag is torn"
    assert write_missing(pieces, remark) == "1/12 dice; 2/? cards; the bag is torn"
    assert read_missing("one blue tile") == ([], "one blue tile")


def test_a_piece_typed_into_the_remark_counts_once():
    assert write_missing([MissingPiece(1, "dice", 12)], "2/12 Dice; torn") == "2/12 Dice; torn"


def test_rows_hold_what_should_be_there_and_what_no_longer_is_named():
    rows = list_rows(read_pieces("12 dice\nboard"), [MissingPiece(2, "Dice", 12), MissingPiece(1, "pawn", 4)])
    assert [(row.what, row.missing_count) for row in rows] == [("dice", 2), ("board", 0), ("pawn", 1)]


def test_only_essential_pieces_keep_a_box_from_being_played():
    pieces = read_pieces("12 dice *\n60 cards")
    assert is_playable(pieces, [MissingPiece(3, "cards", 60)])
    assert not is_playable(pieces, [MissingPiece(1, "DICE", 12)])
