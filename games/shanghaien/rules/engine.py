"""Shanghaien as the contract of games.core.contract asks for it; this module itself is the engine."""

from __future__ import annotations

from typing import Final

from games.core.contract import Action, Chance, Decision, Json, Malformed, Meta, Option
from games.shanghaien.rules.check import FIELDS, REFUSALS, check, explain
from games.shanghaien.rules.menu import legal, notate, parse
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import outcome
from games.shanghaien.rules.state import (
    AIM,
    AIM_BOTH,
    FIRST,
    OVER,
    PLACE,
    ROLLED,
    TURN,
    State,
    begin,
    dump,
    invariant,
    load,
)
from games.shanghaien.rules.tables import DECK, ROW, SECTIONS
from games.shanghaien.rules.view import view

META: Final = Meta(
    slug="shanghaien",
    version=1,
    seats=(2,),
    options=(Option("extra_trick", (False, True), "variant-extra-trick"),),
    end_reasons=("eight_rounds",),
    rule_keys=SECTIONS,
    refusals=REFUSALS,
    actions=FIELDS,
    events={
        "rolled": ("seat", "dice"),
        "directed": ("seat", "one"),
        "placed": ("seat", "die", "card"),
        "played": ("seat", "card", "use", "nation"),
        "adjusted": ("seat", "dice"),
        "shanghaied": ("seat", "round"),
        "given": ("card", "number", "to", "dice", "sums"),
        "opened": ("round", "starter"),
        "ended": ("reason",),
    },
    decision_kinds={kind: kind for kind in ("turn", "place", "direction")},
)

_KINDS: Final = {
    TURN: "turn", ROLLED: "place", FIRST: "direction", PLACE: "place", AIM: "direction", AIM_BOTH: "direction",
}  # fmt: skip
_CARDS: Final = set(DECK)


def draw(seats: int, options: Json, chance: Chance) -> Json:
    """rules: setup. The starter first, then the 48 cards."""
    starter = chance.below(2)
    deck = list(DECK)
    chance.shuffle(deck)
    return {"starter": starter, "deck": deck}


def deal(seats: int, options: Json, setup: Json) -> State:
    if set(setup) != {"starter", "deck"}:
        raise Malformed("a starter and a deck are expected", "setup")
    starter, deck = setup["starter"], setup["deck"]
    if type(starter) is not int or starter not in (0, 1):
        raise Malformed("seat 0 or 1 is expected", "setup.starter")
    if not isinstance(deck, list) or set(map(type, deck)) != {str} or len(deck) != len(DECK) or set(deck) != _CARDS:
        raise Malformed("the 48 tavern cards, each once, are expected", "setup.deck")
    return begin(extra_trick=options["extra_trick"], starter=starter, deck=deck)


def decisions(state: State) -> list[Decision]:
    if state.phase == OVER:
        return []
    return [Decision(f"r{state.round}.t{state.step + 1}", state.seat, _KINDS[state.phase])]


def turn(state: State) -> int:
    return state.seat


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """Only the draw pile is unknown, and to everybody alike; sorted first, so that equal luck deals equally."""
    new = state.copy()
    pile = sorted(state.deck[ROW * state.round :])
    chance.shuffle(pile)
    new.deck = state.deck[: ROW * state.round] + tuple(pile)
    return new


def may_undo(before: State, seat: int, action: Action) -> bool:
    """Rolling draws, shanghaiing reveals the next tavern."""
    return action[0] in ("place", "direction") or (action[0] == "trick" and action[2] != "reroll")


__all__ = [
    "META", "advance", "check", "deal", "decisions", "draw", "dump", "explain", "invariant", "legal", "load",
    "may_undo", "notate", "outcome", "parse", "redeal", "turn", "view",
]  # fmt: skip
