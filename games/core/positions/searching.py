"""Finds the shortest beginnings of matches in which the sections of a rule apply.

A `Case` is a number of seats with options. The search plays random matches. After each action it shows a
`Moment` to the probes: the state before the action, the action, and what the engine did with it. Each probe
recognises one section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core.chance import QuickChance
from games.core.contract import Action, Engine, complete_options
from games.core.positions.position import Position, compute_digest, to_json, try_action
from games.core.positions.probes import GameProbes, Moment, Probe, ProbeQuestion
from games.core.record_parts import Move
from games.core.records import Record
from games.core.simulation import MAX_MOVES, Case, begin_case, choose_at_random, list_cases, play_on

#: at most this many actions of earlier menus are tried again, because the engine may refuse them now
MAX_ATTEMPTS = 40


class PositionSearch:
    """Keeps the shortest position of each probe among the matches that were played so far."""

    def __init__(self, engine: Engine, probes: GameProbes, found: list[Position]) -> None:
        self.engine = engine
        self.probes = probes
        #: id() of a probe, which has no name of its own -> its shortest position so far
        self.best_by_probe = {id(position.probe): position for position in found}

    def list_found(self) -> list[Position]:
        """The positions, in the order of the probes."""
        best_positions = (self.best_by_probe.get(id(probe)) for probe in self.probes.searched_probes)
        return [position for position in best_positions if position is not None]

    def list_missing(self) -> list[Probe]:
        return [probe for probe in self.probes.searched_probes if id(probe) not in self.best_by_probe]

    def search_match(self, case: Case, seed: int) -> None:
        """Plays a random match while it can still bring a position that is shorter than the known one."""
        state, record, chance = begin_case(case, seed)
        bot_chance = QuickChance(seed)
        options = complete_options(self.engine.META, case.seats, case.options)
        fitting_probes = [probe for probe in self.probes.searched_probes if probe.fits(case.seats, options)]
        earlier_actions: dict[Action, None] = {}
        state_before = state.copy()
        for events in play_on(state, record, chance, choose_at_random(self.engine), bot_chance):
            # `state` is now the state after the last move of the record.
            length = _count_moves_before_question(record)
            wanted = [probe for probe in fitting_probes if self._can_improve(probe, length)]
            if not wanted or length >= MAX_MOVES:
                return
            self._try_attempts(wanted, record, state_before, earlier_actions)
            seat, action, drawn_values = record.moves[-1]
            moment = Moment(
                engine=self.engine,
                seats=case.seats,
                before=state_before,
                seat=seat,
                action=action,
                refusal=None,
                events=events,
                after=state,
            )
            probes_of_allowed = [probe for probe in wanted if not probe.is_refusal]
            self._keep_best(probes_of_allowed, record, moment, drawn_values)
            state_before = state.copy()

    def _can_improve(self, probe: Probe, length: int) -> bool:
        best = self.best_by_probe.get(id(probe))
        return best is None or length < len(best.moves)

    def _try_attempts(
        self, wanted: list[Probe], record: Record, state: Any, earlier_actions: dict[Action, None]
    ) -> None:
        """Tries actions that the engine may refuse, and shows the refusals to the probes of refusals.

        They are tried in the position before the last move of the record.
        """
        refusal_probes = [probe for probe in wanted if probe.is_refusal]
        if refusal_probes:
            for seat, action in self._list_attempts(state, earlier_actions):
                if self.engine.check(state, seat, action) is not None:
                    moment = try_action(self.engine, len(record.seats), state, Move(seat, action, {}))
                    self._keep_best(refusal_probes, record, moment, drawn_values={})
        for decision in self.engine.decisions(state):
            for action in self.engine.legal(state, decision.seat)[:MAX_ATTEMPTS]:
                # The action is removed and inserted again, so that the newest actions are at the end.
                earlier_actions.pop(action, None)
                earlier_actions[action] = None

    def _list_attempts(self, state: Any, earlier_actions: dict[Action, None]) -> Iterator[tuple[int, Action]]:
        """Actions that the engine may refuse: from itself, from the game, and from earlier menus."""
        for decision in self.engine.decisions(state):
            for disabled in self.engine.explain(state, decision.seat):
                yield decision.seat, disabled.action
            for action in self.probes.list_attempts(state, decision.seat):
                yield decision.seat, action
            for action in [*earlier_actions][-MAX_ATTEMPTS:]:
                yield decision.seat, action

    def _keep_best(self, probes: list[Probe], record: Record, moment: Moment, drawn_values: Any) -> None:
        """Keeps the moment for each of these probes that recognises it and has no shorter position yet."""
        length = _count_moves_before_question(record)
        for probe in probes:
            if self._can_improve(probe, length):
                question = next(iter(probe.find(moment)), None)
                if question is not None:
                    position = self._make_position(probe, record, moment, question, drawn_values)
                    self.best_by_probe[id(probe)] = position

    def _make_position(
        self, probe: Probe, record: Record, moment: Moment, question: ProbeQuestion, drawn_values: Any
    ) -> Position:
        is_choice = any(to_json(question.answer) == to_json(choice) for choice in question.choices)
        assert is_choice, probe.section
        position = Position(
            section=probe.section,
            question=probe.question,
            params=question.params,
            seats=len(record.seats),
            options=record.options,
            setup=record.setup,
            moves=record.moves[:-1],
            asked_move=Move(moment.seat, moment.action, drawn_values),
            answer=question.answer,
            probe=probe,
        )
        return replace(position, digest=compute_digest(self.engine, position))


def _count_moves_before_question(record: Record) -> int:
    """The length of the position: the question is about the last move, so this move is no part of it."""
    return len(record.moves) - 1


def find_case(engine: Engine, probe: Probe) -> Case:
    """The first number of seats and choice of options to which the section applies."""
    for case in list_cases(engine):
        if probe.fits(case.seats, complete_options(engine.META, case.seats, case.options)):
            return case
    raise AssertionError(f"{probe.section} applies to no way to play")


def find_in_match(engine: Engine, probes: GameProbes, probe: Probe, seed: int) -> Position | None:
    """The first position of a random match in which a section applies; each seed gives another one."""
    search = PositionSearch(engine, replace(probes, searched_probes=(probe,)), [])
    search.search_match(find_case(engine, probe), seed)
    return next(iter(search.list_found()), None)
