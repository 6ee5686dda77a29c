"""What every seat sees at every decision of a match that was recorded or is played at random, without a server:
pages can then be shown hundreds of positions in a few seconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils import translation

from games.core.coaching import CoachedTurn, Remark
from games.core.contract import Event, Json, Malformed, Refusal
from games.core.json_form import decode, encode
from games.core.records import Record, read_document, replay
from games.core.simulation import choose_at_random, list_cases, play_match
from games.matches.storage.rows import LoggedEvent, MatchRow, SeatFacts, TableSnapshot
from games.models import Status
from games.presenting import match_view
from games.presenting.words import Words
from games.registry import ENGINES, load_game
from tests.serving import ROOT

NAMES = ("Anneliese", "Bernd", "Chiara", "Maximilian")
LANGUAGE = "fr"  # as the browsers of the tests
BEGIN = 1_790_000_000_000  # any moment: all moves of a match are one second apart
SECONDS_LEFT = 100
OPTIONS = match_view.ViewOptions(words=True)


class Position(NamedTuple):
    """A moment of a match: after `number` moves, with all that was told until then."""

    record: Record
    number: int
    state: Any
    log: list[LoggedEvent]

    @property
    def game(self) -> str:
        return self.record.engine.META.slug

    @property
    def deciding_seats(self) -> list[int]:
        return [decision.seat for decision in self.record.engine.decisions(self.state)]

    def view(self, seat: int | None, language: str = LANGUAGE) -> Json:
        """As the API gives it to this seat; None is somebody who watches."""
        table = TableSnapshot(_describe_seats(len(self.record.seats)), self.state, self.log)
        with translation.override(language):
            return json.loads(json.dumps(match_view.build_view(self._row(), seat, OPTIONS, table)))

    def remarks(self, seat: int, language: str = LANGUAGE) -> list[Remark]:
        """What the coach can say to this seat about its decision."""
        engine = self.record.engine
        decision = next(decision for decision in engine.decisions(self.state) if decision.seat == seat)
        menu = [encode(engine.META.actions, action) for action in engine.legal(self.state, seat)]
        names = NAMES[: len(self.record.seats)]
        turn = CoachedTurn(engine.view(self.state, seat), seat, decision.kind, menu, names)
        with translation.override(language):
            return list(load_game(self.game).words.coach(turn))

    def refuse(self, seat: int, action: Json) -> Json | None:
        """What the API answers to a dry run of an action that is refused."""
        try:
            decoded = decode(self.record.engine.META.actions, action)
        except Malformed as error:
            return {"code": "malformed", "detail": str(error)}
        refusal: Refusal | None = self.record.engine.check(self.state, seat, decoded)
        if refusal is None:
            return None
        with translation.override(LANGUAGE):
            words = Words(self.game, list(NAMES[: len(self.record.seats)]))
            described = match_view.describe_refusal(words, self.game, refusal)
        return {"code": described["code"], "detail": described["reason"], "rule": described["rule"]}

    def _row(self) -> MatchRow:
        outcome = self.record.engine.outcome(self.state)
        return MatchRow(
            id="played",
            game=self.game,
            number=self.number + 1,
            moves=self.number,
            status=Status.ACTIVE if outcome is None else Status.FINISHED,
            pace="live",
            paused=False,
            undos=0,
            chance_position=0,
            awaited_seats=sum(1 << seat for seat in self.deciding_seats),
            bot_seats=0,
            due=int(1000 * (time.time() + SECONDS_LEFT)),
            offer=None,
            result=outcome and outcome._asdict() | {"end": "complete"},
            commitment="",
            edition=None,
            options=self.record.options,
            seat_count=len(self.record.seats),
        )


def _describe_seats(count: int) -> list[SeatFacts]:
    return [
        SeatFacts(
            index, "human", "", NAMES[index], "", resigned=False, blocked=0, taken=True, is_program=False
        )
        for index in range(count)
    ]


def walk(record: Record) -> Iterator[Position]:
    """Every position of the match, from the deal to the end; each one keeps a state of its own."""
    log = [LoggedEvent(1, "start", None, BEGIN, {})]
    before: Any = None
    for number, state, events in replay(record):
        if number:
            log = [*log, _log_move(record, number, before, events)]
        before = state.copy()
        yield Position(record, number, before, log)


def _log_move(record: Record, number: int, before: Any, events: list[Event]) -> LoggedEvent:
    """The entry of the log that this move would have written."""
    engine, (seat, action, chance) = record.engine, record.moves[number - 1]
    data = {
        "events": [encode(engine.META.events, event) for event in events],
        "chance": chance,
        "action": encode(engine.META.actions, action),
        "decision": next(decision.id for decision in engine.decisions(before) if decision.seat == seat),
        "harmless": not chance and engine.may_undo(before, seat, action),
    }
    return LoggedEvent(number + 1, "move", seat, BEGIN + 1000 * number, data)


def walk_random_matches(game: str, luck_number: int, count: int, apart: int = 7) -> Iterator[Position]:
    """So many positions of matches with all numbers of seats and all options, in an order that the number
    fixes; the last position of each match is among them.
    """
    cases = list_cases(ENGINES[game])
    found = 0
    for match in range(count):
        case = cases[(match * 5 + luck_number) % len(cases)]
        record = play_match(case, luck_number * 1000 + match, choose_at_random(case.engine))
        for position in walk(record):
            is_over = position.number == len(record.moves)
            if (position.number + match) % apart and not is_over:
                continue
            yield position
            found += 1
            if found == count:
                return


def read_records(game: str) -> list[Record]:
    """The recorded matches of the game, by the names of their files."""
    files = sorted((ROOT / "tests" / "games" / game / "records").glob("*.json"))
    return [read_document(json.loads(file.read_text(encoding="utf-8")), ENGINES) for file in files]
