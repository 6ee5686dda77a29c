"""The shapes of what a seat sees of a match, and of the parts of its score."""

from __future__ import annotations

from games.core.shapes.shape import (
    NULL,
    TRUTH,
    WHOLE,
    WORD,
    AnyOf,
    ListOf,
    ObjectOf,
    Optional,
    Tagged,
    nullable,
    object_of,
    one_of,
)
from games.halunken.rules.shapes.moves import CARD, EVENTS
from games.halunken.rules.tables import COLOURS

_COLOUR = one_of(*COLOURS)
_COLOUR_SUMS = ObjectOf({colour: object_of(count=WHOLE, sum=WHOLE) for colour in COLOURS})
_WORTH = {"total": WHOLE, "doubled": nullable(_COLOUR), "colours": _COLOUR_SUMS}
_CARD_OR_NULL = AnyOf((WHOLE, WORD, NULL))
#: the score of each game of the match, for each seat
_GAMES = ListOf(object_of(seats=ListOf(object_of(**_WORTH))))

_JACK = object_of(
    space=nullable(WHOLE),
    opener=nullable(WHOLE),
    renter=nullable(WHOLE),
    number=nullable(WHOLE),
    played=ListOf(CARD),
    left=ListOf(CARD),
)
_CHOICES = object_of(
    seats=ListOf(TRUTH),
    jack=TRUTH,
    own=object_of(card=Optional(_CARD_OR_NULL), jack=Optional(_CARD_OR_NULL)),
    numbers=ListOf(nullable(WHOLE)),
)
_LANDING = object_of(
    number=WHOLE,
    space=WHOLE,
    takes=nullable(WORD),
    captain=nullable(WHOLE),
    robs=TRUTH,
    jack=TRUTH,
    salvage=TRUTH,
    rivals=ListOf(object_of(seat=WHOLE, cards=ListOf(CARD))),
)
_GHOSTS = object_of(
    stay=nullable(WORD),
    cards=ListOf(object_of(card=CARD, cancelled_by=ListOf(WHOLE), landings=ListOf(_LANDING))),
    rum=ListOf(_LANDING),
    jack=ListOf(object_of(number=WHOLE, space=WHOLE)),
)
#: phase -> the section of the rule that is in force
RULES_BY_PHASE = {
    "settling": "setup",
    "settling_jack": "setup-black-jack",
    "auction": "auction",
    "choosing": "movement",
    "rum": "rum",
    "rum_jack": "two-players",
    "brawl": "brawl",
    "meeting": "meet-black-jack",
    "raid": "black-jack",
    "alone": "black-jack-alone",
    "over": "game-end",
}
STATE = object_of(
    game=one_of("halunken"),
    you=nullable(WHOLE),
    seats=WHOLE,
    options=object_of(black_jack=TRUTH, games=WHOLE),
    match_game=WHOLE,
    round=WHOLE,
    rounds=WHOLE,
    phase=one_of(*RULES_BY_PHASE),
    rule=WORD,
    first=WHOLE,
    waiting=ListOf(WHOLE),
    ring=ListOf(object_of(space=WHOLE, top=nullable(WORD), left=WHOLE)),
    captains=ListOf(nullable(WHOLE)),
    jack=nullable(_JACK),
    boat=ListOf(WORD),
    crews=ListOf(object_of(cards=ListOf(WORD), count=WHOLE, **_WORTH)),
    hands=ListOf(object_of(played=ListOf(CARD), left=ListOf(CARD))),
    chosen=_CHOICES,
    auction=nullable(object_of(best=nullable(WORD), bidder=nullable(WHOLE), to_act=WHOLE)),
    victim=nullable(WHOLE),
    queue=ListOf(WHOLE),
    passed=ListOf(WHOLE),
    ghosts=nullable(_GHOSTS),
    recap=ListOf(Tagged("Event", EVENTS)),
    points=ListOf(WHOLE),
    finished=_GAMES,
)
BREAKDOWN = object_of(games=_GAMES)
