"""A referee who knows the rule page of Halunken and the format of a record, and nothing of our engine.

It takes a record as JSON, moves cards and pieces as the sheet says, insists on who is in turn, and counts at
the end.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Json = dict[str, Any]


class Halunken:
    """One game of Halunken; the long one plays three."""

    def __init__(self, seats: int, jack: bool, setup: Json, moves: list[Json]) -> None:
        self.moves, self.seats, self.duel = moves, seats, jack and seats == 2
        self.dives = [list(dive) for dive in setup["dives"]]
        self.crews: list[list[str]] = [[] for _ in range(seats)]
        self.boat: list[str] = []
        self.shown: set[tuple[int | None, int | str]] = set()
        self.pos = [-1] * seats
        self.jack = -1
        order = [(setup["first"] + n) % seats for n in range(seats)]
        for seat in order:
            space = self.answer(seat, "settle")["space"]
            assert space not in self.pos
            self.pos[seat] = space
            self.take(seat)
        opener = order[0]
        if jack:
            strong = sorted(order, key=lambda seat: _strength(self.crews[seat][0]))
            self.jack, opener = self.answer(strong[0], "settle_jack")["space"], strong[-1]
            assert self.jack not in self.pos
        for number in range(8):
            renter = self.auction(opener) if jack else None
            opener = opener if renter is None else renter
            luck = self.march(renter, opener)
            if jack:
                assert self.duel or luck["jack"] == setup["jack"][number]
                self.raid(renter, luck)

    def answer(self, seat: int | None, *kinds: str) -> Json:
        move = self.moves.pop(0)
        self.luck: Json = move.get("chance", {})
        assert seat in (None, move["seat"]) and move["action"]["type"] in kinds, (move, seat, kinds)
        return {**move["action"], "by": move["seat"]}

    def take(self, seat: int) -> None:
        self.crews[seat] += self.dives[self.pos[seat]][:1]
        del self.dives[self.pos[seat]][:1]

    def auction(self, opener: int) -> int | None:
        renter, bid, best, answers, passed = None, "", 0, 0, 0
        while not ((passed and answers > 1) if self.duel else answers == self.seats):
            turn, answers = (opener + answers) % self.seats, answers + 1
            action = self.answer(turn, "bid", "pass")
            if action["type"] == "pass":
                passed += 1
                continue
            assert action["card"] in self.crews[turn] and _value(action["card"]) > best
            renter, bid, best = turn, action["card"], _value(action["card"])
        if renter is not None:
            self.crews[renter].remove(bid)
            self.boat.append(bid)
        return renter

    def march(self, renter: int | None, opener: int) -> Json:
        """Phases two and three; what chance gave on the last move."""
        cards: dict[int, Any] = {}
        self.card = None
        while len(cards) < self.seats or (self.duel and renter is not None and self.card is None):
            action = self.answer(None, "choose", "choose_jack")
            if action["type"] == "choose":
                assert action["by"] not in cards
                cards[action["by"]] = action["card"]
            else:
                assert action["by"] == renter
                self.card = action["card"]
        for seat, card in cards.items():
            self.show(seat, card)
        count = Counter(cards.values())
        numbers = {seat: card for seat, card in cards.items() if count[card] == 1}
        stay = sorted(
            set(cards) - set(numbers), key=lambda seat: (str(cards[seat]), (seat - opener) % self.seats)
        )
        for seat in [seat for seat, card in numbers.items() if card == "rum"]:
            numbers[seat] = self.answer(seat, "rum")["number"]
            assert numbers[seat] not in cards.values()
        if self.card is not None:
            self.show(None, self.card)
        if self.card == "rum":
            self.card = self.answer(renter, "rum_jack")["number"]
            assert self.card not in cards.values()
        for seat in stay:
            self.take(seat)
        for seat in sorted(numbers, key=numbers.__getitem__):
            self.arrive(seat, (self.pos[seat] + numbers[seat]) % 14, renter)
        return self.luck

    def show(self, seat: int | None, card: int | str) -> None:
        """A movement card lies open for the rest of the game; those of nobody are Black Jack's."""
        assert (seat, card) not in self.shown
        self.shown.add((seat, card))

    def arrive(self, seat: int, space: int, renter: int | None) -> None:
        met = [other for other in range(self.seats) if self.pos[other] == space]
        self.pos[seat] = space
        self.take(seat)
        for other in met:
            if 0 < len(self.crews[other]) >= len(self.crews[seat]):
                self.rob(seat, other, self.answer(seat, "rob"))
            self.pos[other] = self.free(space)
        if space != self.jack:
            return
        may_rob = self.duel and renter == 1 - seat and 0 < len(self.crews[1 - seat]) >= len(self.crews[seat])
        if self.boat or may_rob:
            action = self.answer(seat, "salvage", "decline", *(["rob"] if may_rob else []))
            if action["type"] == "salvage":
                self.boat.remove(action["card"])
                self.crews[seat].append(action["card"])
            elif action["type"] == "rob":
                self.rob(seat, 1 - seat, action)
        self.jack = self.free(space)

    def rob(self, thief: int, victim: int, action: Json) -> None:
        assert action["seat"] == victim
        self.crews[victim].remove(action["card"])
        self.crews[thief].append(action["card"])

    def free(self, space: int) -> int:
        around = [(space + n) % 14 for n in range(1, 14)]
        return next(other for other in around if other not in (*self.pos, self.jack))

    def raid(self, renter: int | None, luck: Json) -> None:
        if self.card is None:
            self.show(None, luck["jack"])
        number = self.card or luck.get("number") or luck["jack"]
        start, self.jack = self.jack, -1
        path = [(start + n) % 14 for n in range(1, number + 1)]
        while path[-1] in self.pos:
            path.append((path[-1] + 1) % 14)
        self.jack = path[-1]
        for victim in [self.pos.index(space) for space in path if space in self.pos]:
            if renter is None and self.crews[victim]:
                lost = self.answer(victim, "lose")["card"]
                self.crews[victim].remove(lost)
                self.boat.append(lost)
            elif renter not in (None, victim) and 0 < len(self.crews[victim]) >= len(self.crews[renter]):
                self.rob(renter, victim, self.answer(renter, "rob"))

    def scores(self) -> list[int]:
        return [max([_doubled(crew, colour) for colour in _most(crew)], default=0) for crew in self.crews]


def count_scores(record: Json) -> list[int]:
    seats, jack, setup = len(record["seats"]), record["options"]["black_jack"], record["setup"]
    moves, totals = list(record["moves"]), [0] * len(record["seats"])
    for _ in range(record["options"]["games"]):
        game = Halunken(seats, jack, setup, moves)
        totals = [total + points for total, points in zip(totals, game.scores(), strict=True)]
        setup = game.luck.get("setup")
    assert not moves
    return totals


def _value(card: str) -> int:
    return int(card.split("-")[1])


def _strength(card: str) -> tuple[int, int]:
    return _value(card), ["red", "purple", "grey", "yellow"].index(card.split("-")[0])


def _most(crew: list[str]) -> list[str]:
    held = Counter(card.split("-")[0] for card in crew)
    return [colour for colour, count in held.items() if count == max(held.values())]


def _doubled(crew: list[str], colour: str) -> int:
    return sum(_value(card) * (2 if card.startswith(colour) else 1) for card in crew)
