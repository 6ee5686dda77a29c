"""The sentences of a coach for somebody who plays a game for the first time, and the reasons of a hint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.core.contract import Json


class CoachedTurn(NamedTuple):
    """A decision as the player sees it. The coach knows no more than the player."""

    view: Json
    seat: int
    #: one of `META.decision_kinds`
    kind: str
    #: the actions that can be chosen, with the names of their fields
    menu: Sequence[Json]
    #: the names of the seats
    names: Sequence[str]


class Remark(NamedTuple):
    """One sentence of the coach."""

    #: The coach makes a remark with this name only once in a match, so each name is one thing to learn.
    name: str
    text: str
    #: the section of the rule that says more
    rule: str
    #: the things on the board that it is about, as `data-key` attributes
    things: Sequence[str] = ()
    #: The remark is about the position, so it may be made at every turn.
    is_repeatable: bool = False


class Reason(NamedTuple):
    """Why a bot gives this hint, as facts from which the site makes a sentence."""

    code: str
    #: the section of the rule that the reason rests on
    rule: str
    params: Mapping[str, Any] = {}
