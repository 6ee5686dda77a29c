"""Draws all luck before the first move of a game, and lays out the board (rules: setup)."""

from __future__ import annotations

from itertools import chain

from games.core.contract import Chance, Json, Malformed, complete_options
from games.core.json_form import require_setup
from games.halunken.rules.meta import META
from games.halunken.rules.state import State, lay_out, new_match
from games.halunken.rules.tables import JACK_CARDS, PER_DIVE, SCOUNDREL_NAMES, SPACES


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """The first seat, the scoundrels and Black Jack's pile, drawn in this order (docs/game-record.md)."""
    setup: Json = {"first": chance.below(seats)}
    scoundrels = list(SCOUNDREL_NAMES)
    chance.shuffle(scoundrels)
    setup["dives"] = [scoundrels[PER_DIVE * space : PER_DIVE * (space + 1)] for space in range(SPACES)]
    if _has_pile(seats, options):
        setup["jack"] = list(JACK_CARDS)
        chance.shuffle(setup["jack"])
    return setup


def deal(seats: int, options: Json, setup: Json) -> State:
    options = complete_options(META, seats, options)
    check_setup(seats, options, setup)
    state = new_match(seats, black_jack=options["black_jack"], games=options["games"])
    lay_out(state, setup)
    return state


def deal_next_game(state: State, chance: Chance) -> None:
    """Draws and lays out the next game of the long variant (rules: variant-long)."""
    options = {"black_jack": state.black_jack, "games": state.games}
    setup = chance.record_setup("setup", lambda source: draw(state.seats, options, source))
    check_setup(state.seats, options, setup)
    lay_out(state, setup)


def check_setup(seats: int, options: Json, setup: Json) -> None:
    """Raises Malformed with the part of a setup that could not have been drawn."""
    require_setup(META, setup)
    if ("jack" in setup) != _has_pile(seats, options):
        raise Malformed("unexpected" if "jack" in setup else "this is missing", "setup.jack")
    if not 0 <= setup["first"] < seats:
        raise Malformed(f"a seat from 0 to {seats - 1} is expected", "setup.first")
    dives = setup["dives"]
    if (
        len(dives) != SPACES
        or not all(len(dive) == PER_DIVE for dive in dives)
        or sorted(chain(*dives)) != sorted(SCOUNDREL_NAMES)
    ):
        raise Malformed("14 lists of three scoundrels are expected, each scoundrel once", "setup.dives")
    if "jack" in setup and sorted(setup["jack"]) != list(JACK_CARDS):
        raise Malformed("the numbers 1 to 12 in some order are expected", "setup.jack")


def _has_pile(seats: int, options: Json) -> bool:
    """Whether Black Jack has a pile. Two players use cards of a free colour instead (rules: two-players)."""
    return seats > 2 and bool(options.get("black_jack", True))
