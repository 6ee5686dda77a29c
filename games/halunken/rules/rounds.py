"""How a game and its rounds begin and end (rules: setup, round, game-end, variant-long).

`draw` is all luck before the first move, `deal` the board that it makes.
"""

from __future__ import annotations

from typing import Any

from games.core.contract import Chance, Event, Json, Malformed, settle
from games.halunken.rules.meta import META
from games.halunken.rules.scoring import game_breakdown
from games.halunken.rules.state import AUCTION, CHOOSING, OVER, State, begin, lay_out
from games.halunken.rules.tables import JACK_CARDS, NAME, PER_DIVE, ROUNDS, SPACES


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """First seat, scoundrels, Black Jack's pile: in this order, as the rules page says."""
    setup: Json = {"first": chance.below(seats)}
    scoundrels = list(NAME)
    chance.shuffle(scoundrels)
    setup["dives"] = [scoundrels[PER_DIVE * space : PER_DIVE * (space + 1)] for space in range(SPACES)]
    if _has_pile(seats, options):
        setup["jack"] = list(JACK_CARDS)
        chance.shuffle(setup["jack"])
    return setup


def deal(seats: int, options: Json, setup: Json) -> State:
    options = settle(META, seats, options)
    check_setup(seats, options, setup)
    state = begin(seats, black_jack=options["black_jack"], games=options["games"])
    lay_out(state, setup)
    return state


def deal_next(state: State, chance: Chance) -> None:
    """The next game of the long variant (rules: variant-long)."""
    options = {"black_jack": state.black_jack, "games": state.games}
    setup = chance.deal("setup", lambda luck: draw(state.seats, options, luck))
    check_setup(state.seats, options, setup)
    lay_out(state, setup)


def check_setup(seats: int, options: Json, setup: object) -> None:
    """Malformed says which part of a setup could not have been drawn."""
    if not isinstance(setup, dict):
        raise Malformed("an object is expected", "setup")
    expected = {"first", "dives"} | ({"jack"} if _has_pile(seats, options) else set())
    for name in sorted(expected ^ {str(key) for key in setup}):
        raise Malformed("missing" if name in expected else "unexpected", f"setup.{name}")
    if type(setup["first"]) is not int or not 0 <= setup["first"] < seats:
        raise Malformed(f"a seat from 0 to {seats - 1} is expected", "setup.first")
    dives = setup["dives"]
    if not _is_deal(dives):
        raise Malformed("14 lists of three scoundrels are expected, each scoundrel once", "setup.dives")
    if "jack" in expected and not _is_order(setup["jack"], list(JACK_CARDS)):
        raise Malformed("the numbers 1 to 12 in some order are expected", "setup.jack")


def _is_deal(dives: Any) -> bool:
    if not isinstance(dives, list) or len(dives) != SPACES:
        return False
    whole = all(isinstance(dive, list) and len(dive) == PER_DIVE for dive in dives)
    return whole and _is_order([card for dive in dives for card in dive], list(NAME))


def _is_order(cards: Any, expected: list[Any]) -> bool:
    same_type = isinstance(cards, list) and all(type(card) is type(expected[0]) for card in cards)
    return same_type and sorted(cards) == sorted(expected)


def _has_pile(seats: int, options: Json) -> bool:
    """Two players use the cards of a free colour instead (rules: two-players)."""
    return seats > 2 and bool(options.get("black_jack", True))


def begin_round(state: State, events: list[Event]) -> None:
    state.round += 1
    state.chosen = [0] * state.seats
    state.jack_card = state.jack_number = 0
    if state.renter >= 0:  # rules: auction (whoever played Black Jack last opens)
        state.opener = state.renter
    state.renter = state.best = state.bidder = -1
    events.append(("round_begun", state.round))
    if state.black_jack:
        state.phase, state.who, state.to_act = AUCTION, state.opener, state.seats
    else:
        state.phase, state.who = CHOOSING, 0


def end_round(state: State, events: list[Event], chance: Chance) -> list[Event]:
    told(state, events)
    after: list[Event] = []
    if state.round < ROUNDS:
        begin_round(state, after)
    else:
        _end_game(state, after, chance)
    return events + after


def _end_game(state: State, events: list[Event], chance: Chance) -> None:
    """rules: game-end, variant-long"""
    seats = game_breakdown(state)
    state.finished.append({"seats": seats})
    events.append(("game_scored", state.game, tuple(seat["total"] for seat in seats)))
    if state.game == state.games:
        state.phase, state.who = OVER, -1
        return
    deal_next(state, chance)
    events.append(("game_begun", state.game, state.first))


def told(state: State, events: list[Event]) -> list[Event]:
    """Keeps what a screen tells step by step after the reveal."""
    state.recap += events
    return events
