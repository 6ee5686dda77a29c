"""What shall we play: who can play, what is best, how the three differ."""

import pytest

from catalogue.search.index.pick import Candidate, Wish, fits, pick_titles

FAMILY = Wish(players=5, age=8, minutes=45)


def box(id, **facts):
    known = {
        "players": (2, 5),
        "minutes": (30, 45),
        "age": 8,
        "weight": 2.0,
        "text": 2,
        "popularity": 100,
    } | facts
    return Candidate(id=id, **known)


@pytest.mark.parametrize(
    ("wish", "facts", "suits"),
    [
        (FAMILY, {}, True),
        (FAMILY, {"players": (2, 4)}, False),
        (FAMILY, {"players": None}, False),
        (FAMILY, {"age": 10}, False),
        (FAMILY, {"age": None}, True),
        (FAMILY, {"minutes": (60, 120)}, False),
        (FAMILY, {"minutes": (30, 90)}, True),
        (Wish(mood="light"), {"weight": 1.9}, True),
        (Wish(mood="light"), {"weight": 2.0}, False),
        (Wish(mood="deep"), {"weight": 3.1}, True),
        (Wish(mood="deep"), {"weight": None}, False),
        (Wish(mood="cooperative"), {"cooperative": True}, True),
        (Wish(mood="cooperative"), {}, False),
        (Wish(mood="text_free"), {"text": 1}, True),
        (Wish(languages=frozenset({"fr"})), {"languages": frozenset({"de"}), "text": 4}, False),
        (Wish(languages=frozenset({"fr"})), {"languages": frozenset({"de", "fr"}), "text": 4}, True),
        (Wish(languages=frozenset({"fr"})), {"languages": frozenset({"de"}), "text": 2}, True),
    ],
)
def test_who_can_play(wish, facts, suits):
    assert fits(wish, box(1, **facts)) is suits


def test_best_number_of_players_goes_first_with_its_reason():
    found = pick_titles(FAMILY, [box(1, popularity=5000), box(2, best_with=frozenset({5}))])
    assert [one.candidate.id for one in found] == [2, 1]
    assert [reason.code for reason in found[0].reasons] == ["best_with", "minutes", "age", "mood_medium"]
    assert [reason.code for reason in found[1].reasons] == ["plays", "minutes", "age", "mood_medium"]


def test_a_game_that_may_last_longer_says_so():
    codes = [
        (reason.code, reason.number) for reason in pick_titles(FAMILY, [box(1, minutes=(30, 90))])[0].reasons
    ]
    assert ("may_last", 90) in codes


def test_three_answers_differ():
    """Ten games of one kind and one of another, less popular: it is among the three."""
    cards = [box(n, popularity=1000 + n, kinds=frozenset({"cards", "tricks"})) for n in range(1, 11)]
    dice = box(99, popularity=50, kinds=frozenset({"dice"}), weight=1.2)
    assert 99 in [one.candidate.id for one in pick_titles(FAMILY, [*cards, dice])]


def test_others_never_repeat_and_end():
    left, seen = [box(n) for n in range(1, 8)], set()
    for size in (3, 3, 1, 0):
        ids = {one.candidate.id for one in pick_titles(FAMILY, left, seen)}
        assert len(ids) == size and not ids & seen
        seen |= ids


def test_the_same_table_gets_the_same_answer():
    boxes = [box(n, popularity=n % 3) for n in range(1, 20)]
    assert pick_titles(FAMILY, boxes) == pick_titles(FAMILY, boxes[::-1])
