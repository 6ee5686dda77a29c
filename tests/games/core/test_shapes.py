"""What a game says has the shapes that it declares, and shows each variant of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.core import records
from games.core.chance import ScriptedChance
from games.core.contract import Engine, Json, Malformed
from games.core.json_form import decode, decode_question, encode
from games.core.records import Record
from games.core.shapes.shape import ObjectOf, Shape
from games.core.simulation import choose_at_random, list_cases, play_match
from games.registry import ENGINES
from tests.games.core.fixtures import list_record_files
from tests.games.core.subjects import SUBJECTS
from tests.games.core.variants import find_variants, list_variants


def declared(engine: Engine) -> dict[str, Shape]:
    """Every shape of the game by its place."""
    meta = engine.META
    shapes: dict[str, Shape] = {f"actions {kind}": ObjectOf(fields) for kind, fields in meta.actions.items()}
    shapes |= {f"events {kind}": ObjectOf(fields) for kind, fields in meta.events.items()}
    shapes |= {f"chance {label}": shape for label, shape in meta.chance.items()}
    return shapes | {"setup": meta.setup, "state": meta.state, "breakdown": meta.breakdown}


def list_matches(engine: Engine) -> Iterator[Record]:
    """All recorded matches of the game, a random one of each case, and those with rare ends."""
    for file in list_record_files():
        if file.name.startswith(f"{engine.META.slug}-"):
            yield records.parse_document(file.read_bytes(), ENGINES)
    for number, case in enumerate(list_cases(engine)):
        yield play_match(case, 9000 + number, choose_at_random(engine))


def list_sayings(record: Record) -> Iterator[tuple[str, Json]]:
    """All that a match gives to read; of each position the view of one seat, or of a spectator, in turn."""
    engine, seats = record.engine, len(record.seats)
    yield "setup", record.setup
    state = engine.deal(seats, record.options, record.setup)
    yield from say_position(engine, state, seats, 0)
    for number, (seat, action, chance) in enumerate(record.moves, start=1):
        yield from ((f"chance {label}", value) for label, value in chance.items())
        yield say("actions", engine.META.actions, action)
        for event in engine.advance(state, seat, action, ScriptedChance(chance)):
            yield say("events", engine.META.events, event)
        yield from say_position(engine, state, seats, number)
    outcome = engine.outcome(state)
    if outcome is not None:
        yield "breakdown", outcome.breakdown


def say(what: str, fields: Any, item: tuple[Any, ...]) -> tuple[str, Json]:
    data = encode(fields, item)
    return f"{what} {data.pop('type')}", data


def say_position(engine: Engine, state: Any, seats: int, number: int) -> Iterator[tuple[str, Json]]:
    eyes = (None, *range(seats))[number % (seats + 1)]
    yield "state", engine.view(state, eyes)
    for decision in engine.decisions(state)[:1]:
        yield from (
            say("actions", engine.META.actions, action) for action in engine.legal(state, decision.seat)
        )


@pytest.mark.slow
@pytest.mark.parametrize("slug", ENGINES)
def test_all_that_a_game_says_has_the_declared_shapes_and_shows_all_their_variants(slug: str) -> None:
    engine = ENGINES[slug]
    shapes = declared(engine)
    seen: set[str] = set()
    for record in list_matches(engine):
        for place, value in list_sayings(record):
            assert shapes[place].find_fault(value) is None, f"{place}: {shapes[place].find_fault(value)}"
            seen.update(find_variants(shapes[place], value, place), [place])
    variants = set(shapes) | {name for place, shape in shapes.items() for name in list_variants(shape, place)}
    assert variants - seen == set(SUBJECTS[slug].never_said)


def test_an_action_is_read_by_its_declared_shape() -> None:
    fields = ENGINES["macao"].META.actions
    whole = {"type": "recruit", "card": "killer-jade", "pay": ["widow-1"], "croupier": []}
    assert decode(fields, whole) == ("recruit", "killer-jade", ("widow-1",), ())
    assert decode(fields, {"type": "recruit", "card": "x", "pay": None}) == ("recruit", "x", None, None)
    for wrong, place in [
        ({"type": "recruit"}, "action.card"),
        ({"type": "recruit", "card": 3}, "action.card"),
        ({"type": "recruit", "card": "x", "pay": "widow-1"}, "action.pay"),
        ({"type": "recruit", "card": "x", "pay": ["widow-1", 2]}, "action.pay[1]"),
        ({"type": "contact", "pile": "1"}, "action.pile"),
        ({"type": "contact", "pile": True}, "action.pile"),
        ({"type": "pass", "card": "x"}, "action.card"),
    ]:
        with pytest.raises(Malformed) as error:
            decode(fields, wrong)
        assert error.value.where == place


def test_all_faults_of_an_action_are_named_at_once() -> None:
    fields = ENGINES["macao"].META.actions
    wrong = {"type": "recruit", "pay": ["widow-1", 2, 3], "croupier": "x", "colour": "red"}
    with pytest.raises(Malformed) as error:
        decode(fields, wrong)
    first = error.value
    assert [fault.where for fault in (first, *first.others)] == [
        "action.colour",
        "action.pay[1]",
        "action.pay[2]",
        "action.croupier",
        "action.card",
    ]


def test_a_question_may_leave_out_fields_but_not_have_wrong_ones() -> None:
    fields = ENGINES["shanghaien"].META.actions
    assert decode_question(fields, {"type": "place"}) == ("place", None)
    with pytest.raises(Malformed):
        decode_question(fields, {"type": "place", "die": "three"})


@pytest.mark.parametrize("slug", ENGINES)
def test_a_setup_is_read_by_its_declared_shape(slug: str) -> None:
    engine = ENGINES[slug]
    case = list_cases(engine)[0]
    setup = play_match(case, 1, choose_at_random(engine)).setup
    for name in setup.keys() - engine.META.entries_from_options:
        with pytest.raises(Malformed) as error:
            engine.deal(case.seats, case.options, setup | {name: "x"})
        assert error.value.where == f"setup.{name}"
