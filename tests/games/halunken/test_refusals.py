"""Every refusal of Halunken, reached; what a screen is told of impossible actions; and any rubbish at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.contract import Malformed, Refusal
from games.halunken.rules import ENGINE
from games.halunken.rules.state import State
from tests.games.halunken.positions import deal_unshuffled, find_refusal, play_action, position, reveal_cards

CREWS = [["red-4"], ["red-7", "red-8"], ["red-9", "red-10"]]
RICH, POOR = ["red-4", "red-9", "red-11"], ["grey-5", "grey-10"]


def settling() -> State:
    return play_action(deal_unshuffled(3), 0, "settle", 4)[0]


def settling_jack() -> State:
    state = deal_unshuffled(3)
    for seat, space in enumerate((7, 2, 13)):
        state, _ = play_action(state, seat, "settle", space)
    return state


def auction() -> State:
    state = position(CREWS, [0, 4, 8], jack=12, auction=True)
    return play_action(state, 0, "bid", "red-4")[0]


def strong_bid() -> State:
    return play_action(position(CREWS, [0, 4, 8], jack=12, opener=2, auction=True), 2, "bid", "red-9")[0]


def choosing() -> State:
    return play_action(position(CREWS, [0, 4, 8], jack=12), 1, "choose", 3)[0]


def second_round() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8]), 1, 2, 3)[0]


def rum() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8]), "rum", 2, 2)[0]


def brawl() -> State:
    return reveal_cards(position(CREWS, [3, 4, 8], jack=12), 1, 2, 3)[0]


def meeting() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8], jack=1, boat=["yellow-12"]), 1, 2, 3)[0]


def raid() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8], jack=3, renter=0, pile=[4]), 1, 2, 3, jack=4)[0]


def alone() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8], jack=3, pile=[4]), 1, 2, 3, jack=4)[0]


def over() -> State:
    return reveal_cards(position(CREWS, [0, 4, 8], last_round=True), "rum", "rum", "rum")[0]


def duel_choosing() -> State:
    """The second round of two players: Black Jack has played his 2, and seat 1 rents him again."""
    state, _ = reveal_cards(position([RICH, POOR], [0, 7], jack=3, renter=1), 1, 1, for_jack=2)
    state, _ = play_action(state, 1, "bid", "grey-10")
    state, _ = play_action(state, 0, "pass")
    return play_action(state, 1, "choose", 3)[0]


def duel_rum() -> State:
    return reveal_cards(position([RICH, POOR], [0, 7], jack=13, renter=1), 1, 2, for_jack="rum")[0]


def duel_meeting(own: list[str], theirs: list[str], renter: int | None) -> State:
    state = position([own, theirs], [3, 10], jack=4, renter=renter, boat=["yellow-12"])
    return reveal_cards(state, 1, 2, for_jack=None if renter is None else 6)[0]


REFUSALS: list[tuple[str, Callable[[], State], int, tuple[Any, ...], dict[str, Any]]] = [
    ("match_over", over, 0, ("choose", 1), {}),
    ("unknown_action", auction, 1, ("jump",), {}),
    ("not_your_decision", auction, 0, ("pass",), {}),
    ("other_decision", auction, 1, ("choose", 1), {"expected": "bid"}),
    ("already_chosen", choosing, 1, ("choose", 4), {}),
    ("without_black_jack", lambda: position(CREWS, [0, 4, 8]), 0, ("pass",), {}),
    ("two_players_only", choosing, 0, ("choose_jack", 1), {}),
    ("no_such_space", settling, 1, ("settle", 14), {"spaces": 14}),
    ("no_such_scoundrel", auction, 1, ("bid", "red-12"), {}),
    ("no_such_card", choosing, 0, ("choose", 8), {}),
    ("no_such_number", rum, 0, ("rum", 8), {}),
    ("no_such_seat", brawl, 0, ("rob", 3, "red-7"), {"seats": 3}),
    ("space_taken", settling, 1, ("settle", 4), {"space": 4}),
    ("jack_space_taken", settling_jack, 0, ("settle_jack", 7), {"space": 7}),
    ("bid_not_own", auction, 1, ("bid", "red-9"), {"card": "red-9"}),
    ("bid_too_low", strong_bid, 0, ("bid", "red-4"), {"card": "red-4", "value": 4, "best": 9}),
    ("card_played", second_round, 0, ("choose", 1), {"card": 1}),
    ("jack_card_played", duel_choosing, 1, ("choose_jack", 2), {"card": 2}),
    ("number_shown", rum, 0, ("rum", 2), {"number": 2}),
    ("jack_number_shown", duel_rum, 1, ("rum_jack", 1), {"number": 1}),
    ("brawl_other_victim", brawl, 0, ("rob", 2, "red-9"), {"victim": 1}),
    ("brawl_not_theirs", brawl, 0, ("rob", 1, "red-9"), {"card": "red-9"}),
    ("brawl_compulsory", brawl, 0, ("decline",), {"victim": 1}),
    ("raid_other_victim", raid, 0, ("rob", 2, "red-9"), {"victim": 1}),
    ("raid_not_theirs", raid, 0, ("rob", 1, "red-9"), {"card": "red-9"}),
    ("raid_compulsory", raid, 0, ("decline",), {"victim": 1}),
    ("not_on_boat", meeting, 0, ("salvage", "grey-2"), {"card": "grey-2"}),
    ("no_robbing_at_jack", meeting, 0, ("rob", 1, "red-7"), {}),
    ("jack_not_rented_by_other", lambda: duel_meeting(POOR, RICH, None), 0, ("rob", 1, "red-4"), {}),
    (
        "jack_outnumbered",
        lambda: duel_meeting(RICH, POOR, 1),
        0,
        ("rob", 1, "grey-5"),
        {"own": 4, "theirs": 2},
    ),
    (
        "jack_not_theirs",
        lambda: duel_meeting(POOR, RICH, 1),
        0,
        ("rob", 1, "yellow-12"),
        {"card": "yellow-12"},
    ),
    ("lose_not_own", alone, 1, ("lose", "red-9"), {"card": "red-9"}),
]


@pytest.mark.parametrize(
    ("code", "make", "seat", "action", "params"), REFUSALS, ids=[row[0] for row in REFUSALS]
)
def test_each_refusal_names_its_rule_and_its_facts(
    code: str, make: Callable[[], State], seat: int, action: tuple[Any, ...], params: dict[str, Any]
) -> None:
    assert find_refusal(make(), seat, *action) == Refusal(code, ENGINE.META.refusals[code], params)


def test_every_code_of_the_engine_is_reached() -> None:
    assert {row[0] for row in REFUSALS} == set(ENGINE.META.refusals)


def test_the_impossible_actions_of_a_turn_come_with_their_reasons() -> None:
    assert [(a, r.code) for a, r in ENGINE.explain(settling(), 1)] == [(("settle", 4), "space_taken")]
    assert [(a, r.code) for a, r in ENGINE.explain(second_round(), 2)] == [(("choose", 3), "card_played")]
    assert [(a, r.code) for a, r in ENGINE.explain(rum(), 0)] == [(("rum", 2), "number_shown")]
    assert [(a, r.code) for a, r in ENGINE.explain(brawl(), 0)] == [(("decline",), "brawl_compulsory")]
    assert ENGINE.explain(brawl(), 1) == [] == ENGINE.explain(over(), 0)


_field = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 50),
    st.floats(),
    st.text(max_size=9),
    st.binary(max_size=3),
    st.sampled_from(["rum", "red-4", "red-7", "yellow-12"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(), st.none()),
)
_rubbish = st.one_of(
    _field,
    st.builds(
        lambda kind, rest: (kind, *rest),
        st.sampled_from(list(ENGINE.META.actions)),
        st.lists(_field, max_size=3),
    ),
)
_POSITIONS = [
    make() for make in (settling, settling_jack, auction, choosing, rum, brawl, meeting, raid, alone, over)
]
_POSITIONS += [duel_choosing(), duel_rum(), duel_meeting(POOR, RICH, 1)]


@given(state=st.sampled_from(_POSITIONS), seat=st.one_of(st.integers(-1, 4), _field), action=_rubbish)
def test_rubbish_is_refused_without_a_trace(state: State, seat: Any, action: Any) -> None:
    before = ENGINE.dump(state)
    refusal = ENGINE.check(state, seat, action)
    if refusal is None:
        assert action in ENGINE.legal(state, seat)
    else:
        assert ENGINE.META.refusals[refusal.code] == refusal.rule
    assert ENGINE.dump(state) == before


@given(
    text=st.one_of(
        st.text(),
        st.builds(" ".join, st.lists(st.sampled_from([*ENGINE.META.actions, "1", "red-9", "rum", "99"]))),
    )
)
def test_any_line_is_an_action_or_malformed(text: str) -> None:
    try:
        action = ENGINE.parse(text)
    except Malformed as error:
        assert error.where.startswith("column ")
    else:
        assert ENGINE.notate(action) == text


WRONG_LINES = [
    ("", "column 1"),
    ("jump", "column 1"),
    ("settle", "column 7"),
    ("settle 14", "column 8"),
    ("rob 1 red-12", "column 7"),
    ("rob 5 red-4", "column 5"),
    ("choose 8", "column 8"),
    ("rum rum", "column 5"),
    ("pass 1", "column 5"),
]


@pytest.mark.parametrize(("text", "where"), WRONG_LINES)
def test_a_wrong_line_says_where(text: str, where: str) -> None:
    with pytest.raises(Malformed) as caught:
        ENGINE.parse(text)
    assert caught.value.where == where
