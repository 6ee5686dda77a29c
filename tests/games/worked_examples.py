"""The worked examples of the sheets as matches from their first entry on, so that they can be entered at a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.core.chance import ScriptedChance
from games.core.contract import Action, Engine, Json
from games.core.json_form import encode
from games.halunken.rules.meta import META as HALUNKEN
from games.halunken.rules.tables import NAME, PER_DIVE, SPACES
from games.registry import ENGINES
from games.shanghaien.rules.tables import DECK

ROW, LAST_ROUND = 6, 8
#: an action, and the dice that it draws
Step = tuple[Action, Sequence[int]]


class Example:
    """A match that the engine plays while it is written down."""

    def __init__(self, game: str, seats: int, options: Json, setup: Json) -> None:
        self.engine: Engine = ENGINES[game]
        self.state: Any = self.engine.deal(seats, options, setup)
        people = [{"name": f"Player {number + 1}", "kind": "human"} for number in range(seats)]
        self.record: Json = {"game": game, "options": options, "seats": people, "setup": setup, "moves": []}

    def do(self, *steps: Step) -> None:
        for action, dice in steps:
            seat = self.engine.turn(self.state)
            assert self.engine.check(self.state, seat, action) is None, action
            chance = {"dice": list(dice)} if dice else {}
            self.engine.advance(self.state, seat, action, ScriptedChance(chance))
            move = {"seat": seat, "action": encode(self.engine.META.actions, action)}
            self.record["moves"].append(move | ({"chance": chance} if chance else {}))


# ── Shanghaien ──


def distribute() -> Example:
    """Dice 2, 2, 3, 6, 6 against 3, 4, 5, 6, 6 on the cards 1 to 6 of the first round."""
    example = Example("shanghaien", 2, {"extra_trick": False}, {"starter": 0, "deck": list(DECK)})
    own, others = [2, 2, 3, 6, 6], [3, 4, 5, 6, 6]
    example.do(*place_in_turn(number for pair in zip(own, others, strict=True) for number in pair))
    example.do((("shanghai",), ()))
    return example


def place_in_turn(numbers: Iterable[int]) -> Iterator[Step]:
    """Each seat rolls twice the number that it places; the first one says where number 1 is."""
    for index, number in enumerate(numbers):
        yield ("roll",), (number, number)
        if index == 0:
            yield ("direction", "left"), ()
        yield ("place", number), ()


#: the cards that each seat wins in each round, and the trick that it plays as a joker
WON: list[tuple[list[str], list[str]]] = [
    (["green-3a", "trick-1"], ["lightblue-2", "lightblue-3a"]),
    (["trick-2", "lightblue-1"], ["red-3b", "red-4"]),
    (["lightblue-4", "red-1"], ["yellow-3a", "yellow-3b"]),
    (["red-2", "red-3a"], ["yellow-4"]),
    (["yellow-1"], ["trick-3"]),
    ([], []),
    ([], []),
    ([], []),
]
#: round -> the trick with which the first seat joins its crew
JOKERS = {2: "trick-1", 3: "trick-2"}


def score() -> Example:
    """A whole match in which both seats win the cards of the example; all other cards leave the game."""
    won = [card for cards in WON for side in cards for card in side]
    rest = iter([card for card in DECK if card not in won])
    deck: list[str] = []
    for own, others in WON:
        row = [*own, *others]
        deck += row + [next(rest) for _ in range(ROW - len(row))]
    example = Example("shanghaien", 2, {"extra_trick": False}, {"starter": 0, "deck": deck})
    for number in range(1, LAST_ROUND + 1):
        example.do(*_play_round(number, example.engine.turn(example.state)))
    return example


def _play_round(number: int, starter: int) -> Iterator[Step]:
    """Both seats place two dice on the cards that they win; who wins none ties with the other on the last card."""
    own, others = WON[number - 1]
    places: list[list[int]] = [[], []]
    for seat, cards in enumerate((own, others)):
        first = 1 + (len(own) if seat else 0)
        places[seat] = [first + index for index in range(len(cards))] or [ROW]
        places[seat] = (places[seat] * 2)[:2]
    for index in range(4):
        seat = (starter + index) % 2
        place = places[seat][index // 2]
        yield ("roll",), (place, place)
        if seat == 0 and index < 2 and number in JOKERS:
            yield ("trick", JOKERS[number], "joker", "green", None, None), ()
        if index == 0:
            yield ("direction", "left"), ()
        yield ("place", place), ()
    yield ("shanghai",), ()


# ── Halunken ──

RICH_CREW = ["yellow-12", "yellow-11", "red-4", "red-5", "grey-13"]


def double() -> Example:
    """The first captain owns the crew of the example after four rounds: nobody meets anybody."""
    rest = iter([name for name in NAME if name not in RICH_CREW])
    walks = [1, 2, 3, 4]
    own_spaces = [0, 1, 3, 6, 10]
    tops = dict(zip(own_spaces, RICH_CREW, strict=True))
    dives = [
        [tops[space] if depth == 0 and space in tops else next(rest) for depth in range(PER_DIVE)]
        for space in range(SPACES)
    ]
    example = Example("halunken", 2, _SIMPLE, {"first": 0, "dives": dives})
    example.do((("settle", 0), ()), (("settle", 5), ()))
    for card in walks:
        other = {1: 2, 2: 1, 3: 4, 4: 3}[card]
        example.do((("choose", card), ()), (("choose", other), ()))
    return example


def cancel_rum() -> Example:
    """Two captains of three reveal rum, the third one a 4."""
    dives = [list(NAME[PER_DIVE * space : PER_DIVE * (space + 1)]) for space in range(SPACES)]
    example = Example("halunken", 3, _SIMPLE, {"first": 0, "dives": dives})
    example.do(*[(("settle", space), ()) for space in (0, 3, 6)])
    example.do(*[(("choose", card), ()) for card in ("rum", "rum", 4)])
    return example


_SIMPLE: Json = {"black_jack": False, "games": 1}
assert set(_SIMPLE) == {option.name for option in HALUNKEN.options}
EXAMPLES = {"distribution": distribute, "scoring": score, "doubling": double, "rum": cancel_rum}
