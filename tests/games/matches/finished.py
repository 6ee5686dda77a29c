"""Writes finished matches straight into the tables, a hundred times faster than by playing them.

`test_packing.py` compares them with matches that were played through the service.
"""

from __future__ import annotations

import random
from typing import Any

from games.core.chance import FairChance, make_commitment
from games.core.json_form import encode
from games.core.records import make_seeded_luck
from games.core.simulation import Case, list_cases
from games.matches import tokens
from games.matches.storage.event_log import SAVED_STATE_INTERVAL
from games.matches.storage.sql import to_json
from games.models import Match, MatchEvent, MatchSecret, SavedState, Seat, Status
from games.registry import ENGINES

FIRST_AT = 1_700_000_000_000
TALKS = True


class Writer:
    """One match of random players, who sometimes take a move back or say something."""

    def __init__(self, game: str, seed: int) -> None:
        self.engine, self.draw = ENGINES[game], random.Random(f"{game} {seed}")
        cases = list_cases(self.engine)
        self.case: Case = cases[seed % len(cases)]
        self.secret, self.nonces = make_seeded_luck(seed, self.case.seats)
        self.chance = FairChance(self.secret, self.nonces)
        self.options = self.case.options
        self.setup = self.engine.draw(self.case.seats, self.options, self.chance)
        self.chance.take_draws()
        self.states = [self.engine.deal(self.case.seats, self.options, self.setup)]
        self.move_numbers: list[int] = []
        self.events: list[dict[str, Any]] = []
        self.saved_by_count: dict[int, tuple[int, str]] = {}
        self.undos, self.at = 0, FIRST_AT

    def write(self) -> Match:
        for seat in range(self.case.seats - 1):
            self.append("join", seat, {"name": f"Seat {seat}"})
        self.append("start", None, {})
        while decisions := self.engine.decisions(self.states[-1]):
            self.play(self.draw.choice(decisions))
        return self.store()

    def append(self, kind: str, seat: int | None, data: dict, key: str | None = None) -> None:
        self.at += self.draw.randrange(300, 40_000)
        number = len(self.events) + 1
        self.events.append(
            {"number": number, "kind": kind, "seat": seat, "at": self.at, "data": data, "key": key}
        )

    def play(self, decision: Any) -> None:
        engine, before = self.engine, self.states[-1]
        action = self.draw.choice(list(engine.legal(before, decision.seat)))
        after = before.copy()
        events = engine.advance(after, decision.seat, action, self.chance)
        drawn = self.chance.take_draws()
        is_harmless = not drawn and engine.may_undo(before, decision.seat, action)
        data = {
            "decision": f"{decision.id}~{self.undos}" if self.undos else decision.id,
            "action": encode(engine.META.actions, action),
            "chance": drawn,
            "events": [encode(engine.META.events, event) for event in events],
            "harmless": is_harmless,
        }
        self.append("move", decision.seat, data, key=f"key {len(self.events)}")
        self.states.append(after)
        self.move_numbers.append(len(self.events))
        if len(self.move_numbers) % SAVED_STATE_INTERVAL == 0:
            self.saved_by_count[len(self.move_numbers)] = (len(self.events), to_json(engine.dump(after)))
        if is_harmless and self.draw.random() < 0.05:
            self.take_back(decision.seat)
        if TALKS and self.draw.random() < 0.02:
            self.append("message", decision.seat, {"text": "Viel Glück, “漢字”!"})

    def take_back(self, seat: int) -> None:
        dropped = self.move_numbers.pop()
        self.states.pop()
        self.undos += 1
        back_to = self.move_numbers[-1] if self.move_numbers else 0
        self.append("undo", seat, {"of": [dropped], "back_to": back_to})

    def store(self) -> Match:
        outcome = self.engine.outcome(self.states[-1])
        match = Match.objects.create(
            game=self.engine.META.slug,
            engine_version=self.engine.META.version,
            options=self.options,
            seat_count=self.case.seats,
            status=Status.FINISHED,
            commitment=make_commitment(self.secret),
            number=len(self.events),
            moves=len(self.move_numbers),
            undos=self.undos,
            chance_position=self.chance.position,
            moved_at=self.at,
            state=to_json(self.engine.dump(self.states[-1])),
            result={**outcome._asdict(), "end": "complete"},
        )
        nonces = [nonce.hex() for nonce in self.nonces]
        MatchSecret.objects.create(match=match, secret=self.secret.hex(), nonces=nonces, setup=self.setup)
        Seat.objects.bulk_create(self._seats(match))
        MatchEvent.objects.bulk_create(MatchEvent(match=match, **event) for event in self.events)
        SavedState.objects.bulk_create(
            SavedState(match=match, moves=moves, number=number, state=state)
            for moves, (number, state) in self.saved_by_count.items()
        )
        return match

    def _seats(self, match: Match) -> list[Seat]:
        seats = []
        for index in range(self.case.seats):
            is_bot = index == self.case.seats - 1
            facts = {"kind": "bot", "level": "easy", "name": "easy"} if is_bot else {"name": f"Seat {index}"}
            token_hash = None if is_bot else tokens.token_hash(tokens.new_token())
            seats.append(
                Seat(match=match, index=index, nonce=self.nonces[index].hex(), token_hash=token_hash, **facts)
            )
        return seats


def write_finished_match(game: str, seed: int) -> Match:
    """A finished match of one of the cases of the game, which the seed names."""
    return Writer(game, seed).write()
