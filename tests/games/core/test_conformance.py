"""The checks that every engine passes in every option and with every number of seats."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.core import records
from games.core.chance import FairChance, QuickChance, ScriptedChance
from games.core.contract import Illegal, Malformed, apply, begin_match
from games.core.json_form import decode, encode
from games.core.records import make_seeded_luck
from games.core.simulation import Case, begin_case
from tests.games.core.conformance import (
    PlayedMove,
    case_parameters,
    encode_events,
    find_strings,
    play_moves,
    play_random_match,
    write_canonical,
)
from tests.games.core.subjects import SUBJECTS

SEEDS = (1, 2, 3)
pytestmark = pytest.mark.parametrize("case", case_parameters())
GARBAGE: list[Any] = [
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "roll",
    b"roll",
    [],
    {},
    (),
    (None,),
    ("",),
    ("nothing",),
    (1, 2),
]
GARBAGE += [([],), ({},), object(), ("roll",) * 50]


def matches(case: Case) -> list[list[PlayedMove]]:
    return [list(play_moves(case, seed)) for seed in SEEDS]


def dumped(case: Case, state: Any) -> str:
    return write_canonical(case.engine.dump(state))


def test_the_same_seed_gives_the_same_match(case: Case) -> None:
    one, other = play_random_match(case, 7), play_random_match(case, 7)
    assert write_canonical(records.write_document(one)) == write_canonical(records.write_document(other))
    assert write_canonical(records.write_document(one)) != write_canonical(
        records.write_document(play_random_match(case, 8))
    )


def test_apply_leaves_its_input_alone(case: Case) -> None:
    state, _, chance = begin_case(case, 5)
    while pending := case.engine.decisions(state):
        before = dumped(case, state)
        after, _ = apply(
            case.engine, state, pending[0].seat, case.engine.legal(state, pending[0].seat)[0], chance
        )
        assert dumped(case, state) == before
        state = after


def test_what_the_menu_offers_is_allowed(case: Case) -> None:
    for state in (state for match in matches(case) for move in match for state in (move.before, move.after)):
        deciding = {decision.seat for decision in case.engine.decisions(state)}
        for seat in range(case.seats):
            menu = case.engine.legal(state, seat)
            if seat not in deciding:
                assert len(menu) == 0
                continue
            assert len(menu) == len(set(menu)) > 0
            assert [case.engine.check(state, seat, action) for action in menu] == [None] * len(menu)


def test_everything_else_is_refused_and_changes_nothing(case: Case) -> None:
    """Candidates are all actions of the whole match, mutated, and garbage, for every seat at every step."""
    meta, match = case.engine.META, matches(case)[0]
    candidates = GARBAGE + mutations({move.action for move in match})
    for move in match[:: max(1, len(match) // 12)]:
        before = dumped(case, move.before)
        seats: list[Any] = [*range(case.seats), -1, case.seats, None, "0", 1.0]
        for seat in seats:
            for action in candidates:
                refusal = case.engine.check(move.before, seat, action)
                if refusal is not None:
                    assert meta.refusals[refusal.code] == refusal.rule
                    with pytest.raises(Illegal):
                        apply(case.engine, move.before, seat, action, ScriptedChance())
                else:
                    assert any(decision.seat == seat for decision in case.engine.decisions(move.before))
                    assert encode(meta.actions, action)["type"] == action[0]
        assert dumped(case, move.before) == before


def mutations(actions: set[tuple[Any, ...]]) -> list[Any]:
    """Every action with each of its fields replaced, one too few and one too many."""
    found: list[Any] = sorted(actions, key=repr)
    for action in list(found)[:60]:
        found += [action[:-1], (*action, 1), list(action)]
        for i in range(1, len(action)):
            found += [
                (*action[:i], value, *action[i + 1 :])
                for value in (None, True, -1, 99, "x", ("x",), [1], 2.0)
            ]
    return found


def test_a_state_survives_json(case: Case) -> None:
    for move in matches(case)[0]:
        dump = case.engine.dump(move.after)
        loaded = case.engine.load(json.loads(json.dumps(dump)))
        assert write_canonical(case.engine.dump(loaded)) == write_canonical(dump)
        assert write_canonical(case.engine.view(loaded, 0)) == write_canonical(
            case.engine.view(move.after, 0)
        )
        assert case.engine.decisions(loaded) == case.engine.decisions(move.after)


def test_a_record_replays_at_every_prefix(case: Case) -> None:
    record = play_random_match(case, 11)
    document = records.parse_document(
        json.dumps(records.write_document(record)), {record.engine.META.slug: record.engine}
    )
    states = [dumped(case, move.after) for move in play_moves(case, 11)]
    for step in records.replay(document):
        if step.number:
            assert dumped(case, step.state) == states[step.number - 1]
    records.verify_record(document)


def test_the_invariant_holds_at_each_step(case: Case) -> None:
    for match in matches(case):
        for move in match:
            case.engine.invariant(move.after)


def test_no_match_is_too_long(case: Case) -> None:
    for match in matches(case):
        assert 0 < len(match) <= SUBJECTS[case.engine.META.slug].longest


def test_a_view_does_not_change_when_the_unknown_is_dealt_again(case: Case) -> None:
    changed = 0
    for seat in (*range(case.seats), None):
        for i, move in enumerate(matches(case)[0]):
            again = case.engine.redeal(move.after, seat, QuickChance(i))
            case.engine.invariant(again)
            changed += dumped(case, again) != dumped(case, move.after)
            assert write_canonical(case.engine.view(again, seat)) == write_canonical(
                case.engine.view(move.after, seat)
            )
            if seat is not None and any(d.seat == seat for d in case.engine.decisions(move.after)):
                assert list(case.engine.legal(again, seat)) == list(case.engine.legal(move.after, seat))
    assert changed, "redeal never dealt anything again"


@pytest.mark.slow
def test_what_is_dealt_again_owes_nothing_to_the_truth(case: Case) -> None:
    """Equal luck deals equally, however the unknown lies: else a bot could feel where it lay."""
    engine = case.engine
    for i, move in enumerate(matches(case)[0][::3]):
        seat = i % case.seats
        other = engine.redeal(move.after, seat, QuickChance(i))
        one, two = (engine.redeal(state, seat, QuickChance(-1 - i)) for state in (move.after, other))
        assert dumped(case, one) == dumped(case, two)


def test_no_secret_is_in_a_view_or_an_event(case: Case) -> None:
    hidden = SUBJECTS[case.engine.META.slug].hidden
    seen_any = False
    for move in matches(case)[0]:
        public = find_strings(encode_events(case.engine, move.events))
        assert not public & hidden(move.after, None)
        for seat in (*range(case.seats), None):
            secrets = hidden(move.after, seat)
            seen_any = seen_any or bool(secrets)
            assert not find_strings(case.engine.view(move.after, seat)) & secrets
    assert seen_any, "the game names no secrets"


def test_there_is_an_outcome_exactly_when_nobody_decides(case: Case) -> None:
    meta = case.engine.META
    for match in matches(case):
        assert case.engine.outcome(match[0].before) is None
        for move in match:
            outcome = case.engine.outcome(move.after)
            assert (outcome is None) == bool(case.engine.decisions(move.after))
        assert outcome is not None
        assert outcome.reason in meta.end_reasons
        assert len(outcome.scores) == len(outcome.ranks) == case.seats
        assert outcome.winners == [seat for seat, rank in enumerate(outcome.ranks) if rank == 1] != []
        assert json.loads(json.dumps(outcome.breakdown)) == outcome.breakdown


def test_decisions_agree_with_turn_and_never_repeat(case: Case) -> None:
    for match in matches(case):
        pending: set[str] = set()
        answered: set[str] = set()
        for move in match:
            decisions = case.engine.decisions(move.before)
            assert case.engine.turn(move.before) == min(d.seat for d in decisions) or len(decisions) > 1
            assert case.engine.turn(move.before) in {d.seat for d in decisions}
            assert {d.kind for d in decisions} <= set(case.engine.META.decision_kinds)
            assert {d.rule for d in decisions} <= {"", *case.engine.META.rule_keys}
            assert len({d.seat for d in decisions}) == len(decisions)
            ids = {d.id for d in decisions}
            assert pending <= ids, "a decision that nobody took disappeared"
            assert not ids & answered, "an answered decision came back"
            taken = next(d.id for d in decisions if d.seat == move.seat)
            answered.add(taken)
            pending = ids - {taken}
        assert case.engine.turn(match[-1].after) == -1


def test_seats_can_be_exchanged(case: Case) -> None:
    """Every seat moves up one place: the same match, the same scores one place up."""
    subject, record = SUBJECTS[case.engine.META.slug], play_random_match(case, 13)
    seats = case.seats
    turned = case.engine.deal(seats, case.options, subject.turn_setup(record.setup, 1, seats))
    for seat, action, chance in record.moves:
        moved = (seat + 1) % seats
        assert case.engine.check(turned, moved, subject.turn_action(action, 1, seats)) is None
        if "setup" in chance:  # a later game of the same match
            chance = {**chance, "setup": subject.turn_setup(chance["setup"], 1, seats)}
        case.engine.advance(turned, moved, subject.turn_action(action, 1, seats), ScriptedChance(chance))
    outcome = case.engine.outcome(turned)
    assert outcome is not None and record.result is not None
    assert [outcome.scores[(seat + 1) % seats] for seat in range(seats)] == record.result["scores"]


def test_actions_and_events_have_names_and_notation(case: Case) -> None:
    meta = case.engine.META
    for match in matches(case):
        for move in match:
            assert encode(meta.actions, move.action)["type"] == move.action[0]
            assert json.dumps(encode_events(case.engine, move.events))
            for action in case.engine.legal(move.before, move.seat):
                line = case.engine.notate(action)
                assert "\n" not in line and case.engine.parse(line) == action
                assert decode(meta.actions, json.loads(json.dumps(encode(meta.actions, action)))) == action


def test_explain_gives_the_refusals_of_the_turn(case: Case) -> None:
    for match in matches(case):
        for move in match:
            for seat in range(case.seats):
                menu = set(case.engine.legal(move.before, seat))
                for disabled in case.engine.explain(move.before, seat):
                    assert disabled.action not in menu
                    assert case.engine.check(move.before, seat, disabled.action) == disabled.refusal
                    assert encode(case.engine.META.actions, disabled.action)


def test_undo_never_goes_behind_a_draw_or_a_reveal(case: Case) -> None:
    """Whatever lay hidden: after an action that may be taken back its seat sees the same."""
    engine = case.engine
    undoable = [move for move in play_moves(case, 2) if engine.may_undo(move.before, move.seat, move.action)]
    assert undoable
    for luck, move in enumerate(undoable):
        assert not move.chance
        imagined = engine.redeal(move.before, move.seat, QuickChance(luck))
        engine.advance(imagined, move.seat, move.action, ScriptedChance())
        assert write_canonical(engine.view(imagined, move.seat)) == write_canonical(
            engine.view(move.after, move.seat)
        )


def test_a_setup_that_is_damaged_is_refused(case: Case) -> None:
    _, dealt = begin_match(
        case.engine, case.seats, case.options, FairChance(*make_seeded_luck(3, case.seats))
    )
    for damaged in [{}, *damages(dealt, case.engine.META.entries_from_options)]:
        with pytest.raises(Malformed):
            case.engine.deal(case.seats, case.options, damaged)


def damages(dealt: dict[str, Any], carried: frozenset[str]) -> list[dict[str, Any]]:
    """A setup with each of its entries missing or of a wrong kind, and with something added.

    Carried ones may miss.
    """
    found: list[dict[str, Any]] = [{**dealt, "surplus": 1}]
    for name, value in dealt.items():
        if name not in carried:
            found.append({key: item for key, item in dealt.items() if key != name})
        wrong: list[Any] = [None, True, -1, 99, "x", [], {}, [None], [[["x"]]]]
        found += [{**dealt, name: item} for item in wrong]
        if isinstance(value, list):
            found += [
                {**dealt, name: value * 2},
                {**dealt, name: value[1:]},
                {**dealt, name: [*value[1:], value[1]]},
            ]
    return found


def test_meta_is_complete(case: Case) -> None:
    meta = case.engine.META
    assert set(meta.refusals.values()) <= meta.rule_keys
    assert {option.rule for option in meta.options} <= meta.rule_keys
    assert meta.end_reasons and meta.decision_kinds
