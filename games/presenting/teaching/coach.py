"""The remarks of the coach about the decision of a seat."""

from __future__ import annotations

from collections.abc import Iterator

from escale.common import languages
from escale.common.text.elision import apply_elisions
from games.core.coaching import CoachedTurn
from games.core.contract import Json
from games.core.json_form import encode
from games.matches.storage.rows import MatchSnapshot
from games.models import Status
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import ENGINES, load_game


def list_remarks(snapshot: MatchSnapshot) -> list[Json]:
    """The remarks that are possible now, the most important first; none if the seat has nothing to decide."""
    return [
        {
            "name": remark.name,
            "text": apply_elisions(remark.text, languages.current()),
            "rule": match_view.link_to_rule(snapshot.match.game, remark.rule),
            "things": list(remark.things),
            "is_repeatable": remark.is_repeatable,
        }
        for turn in _find_turn(snapshot)
        for remark in load_game(snapshot.match.game).words.coach(turn)
    ]


def _find_turn(snapshot: MatchSnapshot) -> Iterator[CoachedTurn]:
    match, seat, table = snapshot
    if seat is None or match.paused or match.status != Status.ACTIVE:
        return
    engine = ENGINES[match.game]
    for decision in engine.decisions(table.state):
        if decision.seat == seat:
            menu = [encode(engine.META.actions, action) for action in engine.legal(table.state, seat)]
            names = phrases.names(table.seats)
            yield CoachedTurn(engine.view(table.state, seat), seat, decision.kind, menu, names)
