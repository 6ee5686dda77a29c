"""Folding, tokens, spellings and sorting keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.common.text.folding import (
    MAX_LENGTH,
    build_sort_key,
    fold,
    list_spellings,
    parse_roman_number,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Élysée", "elysee"),
        ("Straße", "strasse"),
        ("Œuvre, Ælfric", "oeuvre, aelfric"),
        ("Władcy Þór Smørrebrød", "wladcy thor smorrebrod"),
        ("Το Κόλπο", "το κολπο"),
        ("카탄", "카탄"),
        ("ＣＡＴＡＮ", "catan"),
        ("Rory’s", "rory's"),
    ],
)
def test_fold(text, folded):
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L’Île Interdite", ["l", "ile", "interdite"]),
        ("Commedia dell'Arte", ["commedia", "dell", "arte"]),
        ("Rory's Story Cubes", ["rorys", "story", "cubes"]),
        ("Don't Go In There", ["dont", "go", "in", "there"]),
        ("德国大选", ["德", "国", "大", "选"]),
        ("7 Wonders: Duel", ["7", "wonders", "duel"]),
        ("¥€$", ["¥€$"]),
        ("+6 Bag o' Munchkins", ["6", "bag", "o", "munchkins"]),
        ("", []),
        ("\x00\u202e\u200f", []),
    ],
)
def test_tokens(text, expected):
    assert tokenize(text) == expected


@given(st.text(max_size=400))
def test_tokens_are_folded_already(text):
    found = tokenize(text)
    assert all(word and "\n" not in word and " " not in word for word in found)
    assert tokenize(" ".join(found)) == [again for word in found for again in tokenize(word)]


def test_long_text_is_cut():
    assert len("".join(tokenize("a" * 5000))) == MAX_LENGTH
    assert (
        len(build_sort_key("海" * MAX_LENGTH)) == len(build_sort_key("1 " * (MAX_LENGTH // 2))) == MAX_LENGTH
    )


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("ii", 2),
        ("iv", 4),
        ("viii", 8),
        ("ix", 9),
        ("xi", 11),
        ("xxiv", 24),
        ("i", 0),
        ("iiii", 0),
        ("vivid", 0),
    ],
)
def test_roman_value(word, value):
    assert parse_roman_number(word) == value


@pytest.mark.parametrize(
    ("name", "other"),
    [("Löwenherz", "loewenherz"), ("Tikal II", "tikal 2"), ("Real-Time", "realtime"), ("G.I. Joe", "gi joe")],
)
def test_other_spellings(name, other):
    assert other.split() in list_spellings(name)


def test_one_spelling_is_enough_for_most_names():
    assert list_spellings("Catan") == [["catan"]]


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("fr", ["L’Âge de pierre", "Les Aventuriers du rail", "Bohnanza", "Le Zoo"]),
        ("en", ["Agricola", "The Crew", "A Feast for Odin", "Stone Age"]),
        ("it", ["L'isola proibita", "Il trono", "Un'ora", "Gli Zingari"]),
        ("de", ["Ärger im Zoo", "Der Herr der Ringe", "Das Spiel", "Die Zwerge"]),
    ],
)
def test_sorting_ignores_articles_and_accents(language, names):
    keys = {name: build_sort_key(name, language) for name in names}
    assert not any(
        key.split()[0] in ("l", "les", "the", "il", "gli", "der", "das", "die", "le") for key in keys.values()
    )
    assert sorted(names[:1] + names[-1:], key=keys.__getitem__) == names[:1] + names[-1:]


def test_sorting_by_numbers_and_of_bare_articles():
    assert build_sort_key("7 Wonders") < build_sort_key("10 Days in Africa")
    assert build_sort_key("Les") == "les"
    assert build_sort_key("Die Macher", "en") == "die macher"
