"""Hypothesis plays the engines: any order of legal and illegal actions, undone, stored and dealt again on the
way.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.core.chance import FairChance, QuickChance, ScriptedChance
from games.core.contract import Illegal, apply
from games.core.simulation import Case, begin_case, list_cases
from games.registry import ENGINES
from tests.games.core.conformance import write_canonical

FIELD = st.none() | st.booleans() | st.integers(-2, 15) | st.text(max_size=6) | st.tuples(st.integers(0, 3))


class Machine(RuleBasedStateMachine):
    """One match of one game; subclasses name the engine."""

    slug = ""

    @initialize(data=st.data(), seed=st.integers(0, 10**6))
    def begin(self, data: st.DataObject, seed: int) -> None:
        self.case: Case = data.draw(st.sampled_from(list_cases(ENGINES[self.slug])))
        self.engine = self.case.engine
        self.chance: FairChance
        self.state, _, self.chance = begin_case(self.case, seed)
        self.seen: set[str] = set()

    def decides(self) -> bool:
        return bool(self.engine.decisions(self.state))

    @precondition(decides)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        decision = data.draw(st.sampled_from(self.engine.decisions(self.state)))
        action = data.draw(st.sampled_from(list(self.engine.legal(self.state, decision.seat))))
        assert decision.id not in self.seen
        self.seen.add(decision.id)
        before = write_canonical(self.engine.dump(self.state))
        after, _ = apply(self.engine, self.state, decision.seat, action, self.chance)
        assert write_canonical(self.engine.dump(self.state)) == before
        self.state = after

    @precondition(decides)
    @rule(seat=st.integers(0, 3), data=st.data())
    def act_wrongly(self, seat: int, data: st.DataObject) -> None:
        """A type of the game with any fields; refused, or one of the few that happen to be right."""
        kind = data.draw(st.sampled_from(sorted(self.engine.META.actions)))
        action = (kind, *(data.draw(FIELD) for _ in self.engine.META.actions[kind]))
        before = write_canonical(self.engine.dump(self.state))
        if self.engine.check(self.state, seat, action) is not None:
            with pytest.raises(Illegal):
                apply(self.engine, self.state, seat, action, ScriptedChance())
        assert write_canonical(self.engine.dump(self.state)) == before

    @rule()
    def store(self) -> None:
        self.state = self.engine.load(json.loads(json.dumps(self.engine.dump(self.state))))

    @rule(seed=st.integers(0, 1000), data=st.data())
    def imagine(self, seed: int, data: st.DataObject) -> None:
        """What a bot does: deal again, play a few moves there; the match itself stays as it is."""
        seat = data.draw(st.sampled_from([None, *range(self.case.seats)]))
        before, luck = write_canonical(self.engine.dump(self.state)), QuickChance(seed)
        imagined: Any = self.engine.redeal(self.state, seat, luck)
        for _ in range(12):
            turn = self.engine.turn(imagined)
            if turn < 0:
                break
            menu = self.engine.legal(imagined, turn)
            self.engine.advance(imagined, turn, menu[luck.below(len(menu))], luck)
            self.engine.invariant(imagined)
        assert write_canonical(self.engine.dump(self.state)) == before

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "state"):
            self.engine.invariant(self.state)
            assert (self.engine.outcome(self.state) is None) == self.decides()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ENGINES)
def test_any_order_of_actions(slug: str) -> None:
    machine = type(slug, (Machine,), {"slug": slug})
    machine.TestCase.settings = settings(max_examples=25, stateful_step_count=60)
    machine.TestCase().runTest()
