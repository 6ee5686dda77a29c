"""Reading, replaying and verifying records, whole and damaged."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import records
from games.core.chance import QuickChance
from games.core.contract import Malformed
from games.core.simulation import Case
from games.registry import ENGINES
from tests.games.core.conformance import case_parameters, play_moves, play_random_match, write_canonical

CASE = Case(ENGINES["shanghaien"], 2, {"extra_trick": True})
WHOLE = records.write_document(play_random_match(CASE, 3))


def verify(document: object) -> None:
    records.verify_record(records.parse_document(json.dumps(document), ENGINES))


def damaged(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    document = copy.deepcopy(WHOLE)
    change(document)
    return document


def test_a_whole_record_is_fair() -> None:
    verify(WHOLE)
    assert set(WHOLE) == {
        "format", "version", "game", "options", "seats", "setup", "moves", "result", "fairness",
    }  # fmt: skip
    assert WHOLE["moves"][0] == {"n": 1, "seat": WHOLE["setup"]["starter"], **WHOLE["moves"][0]}


DAMAGES: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("format", lambda d: d.update(format="other")),
    ("version", lambda d: d.update(version=2)),
    ("version", lambda d: d.update(version=True)),
    ("game", lambda d: d.update(game="chess")),
    ("game", lambda d: d.update(game=[])),
    ("surprise", lambda d: d.update(surprise=1)),
    ("seats", lambda d: d.update(seats=[])),
    ("seats", lambda d: d["seats"].append(d["seats"][0])),
    ("seats[1]", lambda d: d["seats"].__setitem__(1, None)),
    ("seats[0].name", lambda d: d["seats"][0].update(name=3)),
    ("seats[0].name", lambda d: d["seats"][0].update(name="\ud800")),
    ("seats[0].name", lambda d: d["seats"][0].update(name="Anna\0")),
    ("seats[0]", lambda d: d["seats"][0].update(kind="cat")),
    ("options", lambda d: d.update(options=None)),
    ("options.colour", lambda d: d["options"].update(colour=1)),
    ("options.extra_trick", lambda d: d["options"].update(extra_trick=1)),
    ("setup", lambda d: d.pop("setup")),
    ("setup.deck", lambda d: d["setup"]["deck"].pop()),
    ("setup.starter", lambda d: d["setup"].update(starter=2)),
    ("moves", lambda d: d.update(moves={})),
    ("moves[2]", lambda d: d["moves"].__setitem__(2, 7)),
    ("moves[1].n", lambda d: d["moves"].pop(1)),
    ("moves[0].seat", lambda d: d["moves"][0].update(seat="0")),
    ("moves[0].action", lambda d: d["moves"][0].pop("action")),
    ("moves[0].action.type", lambda d: d["moves"][0].update(action={"type": "dance"})),
    ("moves[0].action.die", lambda d: d["moves"][0].update(action={"type": "roll", "die": 1})),
    ("moves[0].chance.dice", lambda d: d["moves"][0].pop("chance")),
    ("moves[0].chance.dice", lambda d: d["moves"][0].update(chance={"dice": [0, 7]})),
    ("moves[0].chance", lambda d: d["moves"][0].update(chance=[])),
    ("moves[1].chance.dice", lambda d: d["moves"][1].update(chance={"dice": [1, 1]})),
    ("moves[0].note", lambda d: d["moves"][0].update(note="hm")),
    ("moves[0].\\udc00", lambda d: d["moves"][0].update({"\udc00": 1})),
    ("moves[0].action.use", lambda d: d["moves"][0].update(action={"type": "trick", "use": "\ud800"})),
    ("result.scores", lambda d: d["result"]["scores"].reverse()),
    ("result.scores", lambda d: d["result"].update(scores=[1])),
    ("result.winners", lambda d: d["result"].update(winners=[2])),
    ("result.winners", lambda d: d["result"].update(winners=[1, 1])),
    ("result.reason", lambda d: d["result"].update(reason="boredom")),
    ("result.reason", lambda d: d["result"].update(reason="resigned")),
    ("result", lambda d: d["result"].update(more=1)),
    ("result", lambda d: d.pop("result")),
    ("result.reason", lambda d: d["moves"].pop()),
    ("fairness", lambda d: d.pop("fairness")),
    ("fairness", lambda d: d["fairness"].pop("secret")),
    ("fairness.secret", lambda d: d["fairness"].update(secret="00")),
    ("fairness.nonces", lambda d: d["fairness"]["nonces"].pop()),
    ("fairness.nonces[1]", lambda d: d["fairness"]["nonces"].__setitem__(1, "zz" * 16)),
    ("fairness.commitment", lambda d: d["fairness"].update(commitment="0" * 64)),
    ("setup", lambda d: d["fairness"]["nonces"].reverse()),
]


@pytest.mark.parametrize(
    ("where", "change"), DAMAGES, ids=[f"{n}-{where}" for n, (where, _) in enumerate(DAMAGES)]
)
def test_damage_is_named_with_its_place(where: str, change: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(Malformed) as error:
        verify(damaged(change))
    assert error.value.where == where


@pytest.mark.parametrize(
    ("result", "where"),
    [
        ({"scores": [1, None], "winners": [0]}, "result.scores"),
        ({"scores": [1], "winners": [0]}, "result.scores"),
        ({"scores": [1, 10**400], "winners": [0]}, "result.scores"),
        ({"scores": [1, 0], "winners": [2]}, "result.winners"),
        ({"scores": [1, 0], "winners": [0, 0]}, "result.winners"),
        ({"scores": [1, 0], "winners": [0]}, None),
    ],
)
def test_the_result_of_a_match_that_ended_early_has_its_shape_too(
    result: dict[str, Any], where: str | None
) -> None:
    """No replay could tell."""
    document = damaged(lambda d: (d["moves"].pop(), d.update(result={**result, "reason": "resigned"})))
    if where is None:
        verify(document)
        return
    with pytest.raises(Malformed) as error:
        verify(document)
    assert error.value.where == where


def test_damage_to_a_later_deal_or_to_a_deck_is_named_with_its_whole_place() -> None:
    long = records.write_document(
        play_random_match(Case(ENGINES["halunken"], 3, {"black_jack": True, "games": 3}), 1)
    )
    number, deal = next(
        (n, m["chance"]["setup"]) for n, m in enumerate(long["moves"]) if "setup" in m.get("chance", {})
    )
    deal["dives"].pop()
    boxed = records.write_document(play_random_match(Case(ENGINES["macao"], 2, {}), 1))
    boxed["setup"] = {**boxed["setup"], "deck": {**boxed["setup"]["deck"], "blue_limit": None}}
    for document, where in ((long, f"moves[{number}].chance.setup.dives"), (boxed, "setup.deck.blue_limit")):
        with pytest.raises(Malformed) as error:
            verify(document)
        assert error.value.where == where


def test_dice_that_were_chosen_are_found() -> None:
    """Legal by the rules, so that replaying alone would not notice."""
    document = damaged(lambda d: None)
    n, roll = next((n, move) for n, move in reversed(list(enumerate(document["moves"]))) if "chance" in move)
    placed = next(move["action"]["die"] for move in document["moves"][n:] if "die" in move["action"])
    roll["chance"]["dice"] = (
        [placed, 1 + placed % 6] if roll["chance"]["dice"] != [placed, 1 + placed % 6] else [placed] * 2
    )
    records.check_result(records.read_document(document, ENGINES))
    with pytest.raises(Malformed) as error:
        verify(document)
    assert error.value.where == f"moves[{n}].chance"


def test_the_first_wrong_move_is_named_with_its_rule() -> None:
    document = damaged(lambda d: d["moves"][0].update(action={"type": "shanghai"}, chance={}))
    with pytest.raises(records.WrongMove) as error:
        verify(document)
    assert (error.value.number, error.value.refusal.code, error.value.refusal.rule) == (
        1, "too_few_dice_placed", "shanghai",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1 column 1"),
        ("{", "line 1 column 2"),
        ("[]", "record"),
        ("NaN", "record"),
        (b"\xff\xfe\xff", "byte 0"),
        ("[" * 100_000, ""),
        ("1" * 5000, ""),
        (" " * 2_000_001, ""),
        ('{"format": "x", "seats": [{"name": "A", "name": "B"}]}', "name"),
    ],
)
def test_a_file_that_is_no_record(text: str | bytes, where: str) -> None:
    with pytest.raises(Malformed) as error:
        records.parse_document(text, ENGINES)
    assert error.value.where == where


@pytest.mark.parametrize("case", case_parameters())
def test_any_entry_may_be_anything(case: Case) -> None:
    """Every tenth entry of a record of each game replaced, one at a time: accepted unchanged, or
    Malformed.
    """
    document = records.write_document(play_random_match(case, 21))
    paths = list(entries(document))
    luck = QuickChance(case.seats)
    for path in paths[:: max(1, len(paths) // 60)]:
        wrong = GARBAGE[luck.below(len(GARBAGE))]
        spoiled = copy.deepcopy(document)
        target = spoiled
        for key in path[:-1]:
            target = target[key]
        if write_canonical(target[path[-1]]) == write_canonical(wrong):
            continue
        target[path[-1]] = wrong
        try:
            verify(spoiled)
        except Malformed:
            continue
        assert (
            path[0] in HARMLESS
            or path == ("options",)
            or case.engine.META.entries_from_options & set(map(str, path))
        ), path


#: names are free; luck cannot depend on them
HARMLESS = ("seats",)
GARBAGE: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x",
    "red-1",
    [],
    [[]],
    {},
    {"x": 1},
    ["x"],
    [None] * 3,
]


def entries(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """The place of everything inside a JSON value."""
    if path:
        yield path
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from entries(value[key], (*path, key))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(WHOLE, JSON)), st.sampled_from(sorted(WHOLE)))
def test_random_json_is_never_a_record(changes: dict[str, Any], missing: str) -> None:
    document = {**WHOLE, **changes}
    if "seats" not in changes:
        document.pop(missing)
    if write_canonical(document) == write_canonical(WHOLE) or missing in ("options", "fairness", "result"):
        return
    with pytest.raises(Malformed):
        verify(document)


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_random_bytes_are_never_a_record(text: bytes | str) -> None:
    with pytest.raises(Malformed):
        records.parse_document(text, ENGINES)


def test_any_position_can_be_reached() -> None:
    record = play_random_match(CASE, 4)
    states = [move.after for move in play_moves(CASE, 4)]
    assert write_canonical(CASE.engine.dump(records.replay_to(record, 17))) == write_canonical(
        CASE.engine.dump(states[16])
    )
    with pytest.raises(Malformed, match="has"):
        records.replay_to(record, len(states) + 1)
