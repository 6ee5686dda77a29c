"""Positions of Shanghaien to test from, put together from what matters in them."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.chance import ScriptedChance
from games.core.contract import Action, Event, Refusal
from games.shanghaien.rules import ENGINE
from games.shanghaien.rules.state import State, dump, load, new_match
from games.shanghaien.rules.tables import CARDS, DECK

TRICK_FIELDS = 5


def position(
    *,
    round: int = 1,
    seat: int = 0,
    phase: str = "turn",
    rolled: Sequence[int] = (),
    one: str = "left",
    dice: tuple[Sequence[int], Sequence[int]] = ((), ()),
    tavern: Sequence[str] = (),
    own: tuple[Sequence[str], Sequence[str]] = ((), ()),
    jokers: Sequence[tuple[str, int, str]] = (),
    used: int = 0,
    extra_trick: bool = False,
) -> State:
    """`own` came in earlier rounds, jokers among them; every other card of those rounds has left the game."""
    mine = [*own[0], *own[1]]
    others = [card for card in DECK if card not in mine and card not in tavern]
    before, after = 6 * (round - 1), 6 * round
    dealt = [card for card in mine if card in DECK]
    deck = [*dealt, *others[: before - len(dealt)], *tavern, *others[before - len(dealt) :]]
    assert len(dealt) <= before, "a later round is needed to own so many cards"
    assert len(tavern) in (0, after - before)
    owner = [0 if card in deck[before:] and phase != "over" else 3 for card in CARDS]
    for number, cards in enumerate(own):
        for card in cards:
            owner[CARDS.index(card)] = number + 1
    data = dump(new_match(extra_trick=extra_trick, starter=seat, deck=deck))
    laid = [list(cards).count(value) for cards in dice for value in range(1, 7)]
    changed = {"round": round, "seat": -1 if phase == "over" else seat, "phase": phase, "pair": list(rolled)}
    changed |= {"direction": ["", "left", "right"].index(one), "laid": laid, "owner": owner, "used": used}
    state = load(data | changed | {"jokers": [list(joker) for joker in jokers]})
    ENGINE.invariant(state)
    return state


def first_roll(*rolled: int, own: tuple[Sequence[str], Sequence[str]] = ((), ()), round: int = 3) -> State:
    """The first roll of a round, before the direction is chosen."""
    return position(round=round, phase="first", rolled=rolled, one="", own=own)


def do_actions(state: State, *actions: Action, dice: Sequence[Sequence[int]] = ()) -> list[Event]:
    """Do the actions in turn, each allowed; `dice` are what the rolls among them give."""
    events: list[Event] = []
    rolls = list(dice)
    for action in actions:
        assert ENGINE.check(state, state.decider, action) is None, ENGINE.check(state, state.decider, action)
        assert action in ENGINE.legal(state, state.decider)
        draws = action[0] == "roll" or action[-TRICK_FIELDS:][1:2] == ("reroll",)
        script = ScriptedChance({"dice": list(rolls.pop(0))} if draws else {})
        events += ENGINE.advance(state, state.decider, action, script)
        script.finish()
        ENGINE.invariant(state)
    return events


def trick(
    card: str, use: str, nation: str | None = None, die: int | None = None, delta: int | None = None
) -> Action:
    return ("trick", card, use, nation, die, delta)


def find_refusal(state: State, action: object, seat: int | None = None) -> Refusal:
    seat = state.decider if seat is None else seat
    refusal = ENGINE.check(state, seat, action)
    assert refusal is not None
    assert repr(action) not in map(repr, ENGINE.legal(state, seat))  # True is not 1
    return refusal


def find_owners(state: State, *cards: str) -> list[int | None]:
    """The seat that owns each card, None if it has left the game."""
    return [{1: 0, 2: 1, 3: None}[state.owner[CARDS.index(card)]] for card in cards]


ROLL: Action = ("roll",)
SHANGHAI: Action = ("shanghai",)
LEFT: Action = ("direction", "left")
RIGHT: Action = ("direction", "right")


def place(value: int) -> Action:
    return ("place", value)
