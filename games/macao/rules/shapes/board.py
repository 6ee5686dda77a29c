"""The shapes of what a seat sees of a match, and of the parts of its score."""

from __future__ import annotations

from games.core.shapes.shape import (
    TRUTH,
    WHOLE,
    WORD,
    ListOf,
    MapOf,
    Optional,
    nullable,
    object_of,
    one_of,
)
from games.macao.rules.deck.validation import NEEDS, TYPES, WIDOW
from games.macao.rules.shapes.deck import TILE
from games.macao.rules.state import PHASES

_WORDS = ListOf(WORD)
_COINS = {"members": WHOLE, "establishments": WHOLE}
_CARD = object_of(
    type=one_of(*TYPES, WIDOW),
    resource=nullable(WORD),
    cost=_WORDS,
    coins=WHOLE,
    pair=Optional(_WORDS),
)
_SEAT = object_of(
    blue=_WORDS,
    deceased=_WORDS,
    red=_WORDS,
    reserved=_WORDS,
    opened=_WORDS,
    blue_count=WHOLE,
    blue_limit=WHOLE,
    red_count=WHOLE,
    red_to_end=WHOLE,
    coins=object_of(**_COINS, total=WHOLE),
)
_PRODUCTION = object_of(
    sources=ListOf(
        object_of(card=WORD, colour=one_of("blue", "red"), units=WHOLE, joker=TRUTH, stands_for=_WORDS)
    ),
    groups=ListOf(object_of(resources=_WORDS, units=WHOLE)),
    jokers=WHOLE,
    exchanges=ListOf(object_of(card=WORD, resources=_WORDS)),
    croupiers=_WORDS,
    innkeepers=_WORDS,
)

_COST = {"short": WHOLE, "missing": ListOf(_WORDS), "jokers": WHOLE, "discounts": ListOf(_WORDS)}
_PAYMENT = {"pay": _WORDS, "discards": _WORDS, "widows": _WORDS}
_RECRUIT = object_of(
    card=WORD,
    possible=TRUTH,
    **_COST,
    payments=ListOf(object_of(**_PAYMENT, croupier=_WORDS)),
)
_CHECK = object_of(need=one_of(*NEEDS), have=WHOLE, of=WHOLE, met=TRUTH)
#: a tile has either a cost or a checklist; `croupier` is null, but generated clients drop members that are
#: only null
_OPENING = object_of(
    tile=WORD,
    possible=TRUTH,
    **{name: Optional(shape) for name, shape in _COST.items()},
    payments=Optional(ListOf(object_of(**_PAYMENT, croupier=nullable(_WORDS)))),
    checklist=Optional(ListOf(_CHECK)),
)
STATE = object_of(
    seat=nullable(WHOLE),
    first=WHOLE,
    turn=WHOLE,
    round=WHOLE,
    rounds=WHOLE,
    phase=one_of(*PHASES),
    last_round=TRUTH,
    piles=ListOf(object_of(top=nullable(WORD), count=WHOLE)),
    tiles=_WORDS,
    seats=ListOf(_SEAT),
    victims=nullable(object_of(waiting=ListOf(WHOLE), given=nullable(WORD))),
    cards=MapOf(_CARD),
    copies=MapOf(WHOLE),
    establishments=MapOf(object_of(**TILE)),
    mine=nullable(
        object_of(production=_PRODUCTION, recruits=ListOf(_RECRUIT), openings=ListOf(_OPENING)),
    ),
)
BREAKDOWN = object_of(
    seats=ListOf(
        object_of(
            members=ListOf(object_of(card=WORD, coins=WHOLE)),
            establishments=ListOf(object_of(tile=WORD, coins=WHOLE)),
            coins=object_of(**_COINS),
        )
    )
)
