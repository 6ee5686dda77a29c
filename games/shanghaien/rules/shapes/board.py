"""The shapes of what a seat sees of a match, and of the parts of its score."""

from __future__ import annotations

from typing import Final

from games.core.shapes.shape import (
    TRUTH,
    WHOLE,
    WORD,
    ListOf,
    ObjectOf,
    Optional,
    nullable,
    object_of,
    one_of,
)
from games.shanghaien.rules.state import PHASES
from games.shanghaien.rules.tables import ENDS, NATIONS, USES

_END: Final = one_of(*ENDS)
_NATION: Final = one_of(*NATIONS)
_SECOND_USE: Final = one_of(*USES[1:])
_VERDICT: Final = {"to": nullable(WHOLE), "sums": nullable(ListOf(WHOLE))}

_TAVERN_CARD: Final = object_of(
    card=WORD,
    nation=Optional(_NATION),
    value=Optional(WHOLE),
    second=Optional(_SECOND_USE),
    number=nullable(WHOLE),
    dice=ListOf(WHOLE),
    now=nullable(object_of(**_VERDICT)),
)
_SEAT: Final = object_of(
    supply=WHOLE,
    trick_played=TRUTH,
    tricks=ListOf(object_of(card=WORD, second=_SECOND_USE, nations=ListOf(_NATION))),
    crew=ObjectOf({nation: Optional(ListOf(WORD)) for nation in NATIONS}),
    score=WHOLE,
)
_NATION_OF_TABLE: Final = object_of(
    nation=_NATION,
    mine=WHOLE,
    opponent=WHOLE,
    cards_left=WHOLE,
    points_left=WHOLE,
    mine_now=WHOLE,
    opponent_now=WHOLE,
)
_LAST_ROUND: Final = object_of(
    round=WHOLE,
    by=WHOLE,
    direction=_END,
    cards=ListOf(object_of(card=WORD, number=WHOLE, dice=ListOf(WHOLE), **_VERDICT)),
)
STATE: Final = object_of(
    game=one_of("shanghaien"),
    seat=nullable(WHOLE),
    options=object_of(extra_trick=TRUTH),
    round=WHOLE,
    rounds=WHOLE,
    starter=WHOLE,
    turn=nullable(WHOLE),
    phase=one_of(*PHASES),
    dice=ListOf(WHOLE),
    direction=nullable(_END),
    tavern=ListOf(_TAVERN_CARD),
    draw_pile=WHOLE,
    seats=ListOf(_SEAT),
    table=ListOf(_NATION_OF_TABLE),
    last_round=nullable(_LAST_ROUND),
)
BREAKDOWN: Final = object_of(
    nations=ListOf(object_of(nation=_NATION, crews=ListOf(WHOLE), points=ListOf(WHOLE))),
    tricks=ListOf(WHOLE),
)
