"""Anything at all into `check` and `parse` of every game: an answer or a named error, never a
changed state.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.chance import QuickChance
from games.core.contract import Malformed
from games.core.json_form import decode
from games.core.simulation import begin_case, choose_at_random, list_cases, play_on
from games.registry import ENGINES
from tests.games.core.conformance import write_canonical

SCALAR = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=4)
)
ANY = st.recursive(
    SCALAR,
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(SCALAR, inner, max_size=2)
    ),
    max_leaves=8,
)


def position(slug: str, seed: int, moves: int) -> Any:
    """A state somewhere in a random match."""
    ways = list_cases(ENGINES[slug])
    state, record, chance = begin_case(ways[seed % len(ways)], seed)
    steps = play_on(state, record, chance, choose_at_random(record.engine), QuickChance(seed))
    for _ in range(moves):
        next(steps, None)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("slug", ENGINES)
@settings(max_examples=150)
@given(data=st.data(), seed=st.integers(0, 40), moves=st.integers(0, 80))
def test_check_answers_whatever_it_is_asked(slug: str, data: st.DataObject, seed: int, moves: int) -> None:
    engine = ENGINES[slug]
    kinds = engine.META.actions
    shaped = st.sampled_from(sorted(kinds)).flatmap(
        lambda kind: st.tuples(st.just(kind), *[ANY] * len(kinds[kind]))
    )
    state = position(slug, seed, moves)
    before = write_canonical(engine.dump(state))
    for _ in range(5):
        refusal = engine.check(state, data.draw(st.integers(-1, 4) | ANY), data.draw(shaped | ANY))
        assert refusal is None or engine.META.refusals[refusal.code] == refusal.rule
        write_canonical(None if refusal is None else dict(refusal.params))
    assert write_canonical(engine.dump(state)) == before


@pytest.mark.slow
@pytest.mark.parametrize("slug", ENGINES)
@settings(max_examples=150)
@given(data=st.data(), seed=st.integers(0, 40), moves=st.integers(0, 80))
def test_parse_reads_an_action_or_names_the_column(
    slug: str, data: st.DataObject, seed: int, moves: int
) -> None:
    engine = ENGINES[slug]
    state = position(slug, seed, moves)
    menu = engine.legal(state, max(0, engine.turn(state))) or [("pass",)]
    line = engine.notate(data.draw(st.sampled_from(list(menu))))
    cut, put = (
        data.draw(st.integers(0, len(line))),
        data.draw(st.text(max_size=6) | st.sampled_from([" ", "-", "0"])),
    )
    for text in (line[:cut] + put + line[cut:], line[:cut] + put, data.draw(ANY)):
        try:
            assert isinstance(engine.notate(engine.parse(text)), str)
        except Malformed as error:
            assert error.where.startswith("column ")


@pytest.mark.slow
@pytest.mark.parametrize("slug", ENGINES)
@settings(max_examples=150)
@given(ANY | st.fixed_dictionaries({"type": ANY}, optional={"card": ANY, "die": ANY, "pay": ANY, "x": ANY}))
def test_json_is_an_action_or_malformed(slug: str, data: object) -> None:
    try:
        action = decode(ENGINES[slug].META.actions, data)
    except Malformed as error:
        assert error.where.startswith("action")
    else:
        assert action[0] in ENGINES[slug].META.actions


@pytest.mark.parametrize(
    ("action", "place"),
    [
        ({"type": "recruit", "card": "\ud800"}, "action.card"),
        ({"type": "recruit", "card": "killer-jade", "pay": ["widow-1", "\udfff"]}, "action.pay[1]"),
        ({"type": "contact", "\ud800": 1}, r"action.\ud800"),
    ],
)
def test_half_a_character_is_no_word_of_an_action(action: dict[str, object], place: str) -> None:
    """JSON can hold one, but no answer that repeats it can be written."""
    with pytest.raises(Malformed) as error:
        decode(ENGINES["macao"].META.actions, action)
    assert error.value.where == place
