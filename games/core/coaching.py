"""What a coach says to somebody who plays a game for the first time, and why a bot gives a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.core.contract import Json


class CoachedTurn(NamedTuple):
    """A decision as the player sees it. The coach knows no more than that."""

    view: Json
    seat: int
    #: one of `META.decision_kinds`
    kind: str
    #: the actions that can be chosen, with the names of their fields
    menu: Sequence[Json]
    #: of the seats
    names: Sequence[str]


class Remark(NamedTuple):
    """One sentence of the coach."""

    #: A remark is made once in a match, so that each names one thing to learn.
    name: str
    text: str
    #: the section of the rule that says more
    rule: str
    #: the things that it is about, by the `data-key` that the board gives them
    things: Sequence[str] = ()
    #: It is about the position, and may be made at every turn.
    is_repeatable: bool = False


class Reason(NamedTuple):
    """Why a bot gives this hint, as facts from which the site makes a sentence."""

    code: str
    #: the section of the rule that the reason rests on
    rule: str
    params: Mapping[str, Any] = {}
