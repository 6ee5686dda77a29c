"""Three referees who know the rule pages and the format of a record, and nothing of our engines.

Each takes a record as JSON, moves cards and pieces as the sheet says, insists on who is in turn, and counts at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]


def shanghaien(record: Json) -> list[int]:
    tricks: list[list[str]] = [["trick-9"], ["trick-10"]] if record["options"]["extra_trick"] else [[], []]
    crews: list[dict[str, list[int]]] = [{}, {}]
    moves, turn = iter(record["moves"]), record["setup"]["starter"]
    for number in range(8):
        row = record["setup"]["deck"][6 * number : 6 * number + 6]
        turn, dice, row = _shanghaien_round(moves, turn, row, tricks, crews)
        for place, card in enumerate(row, start=1):
            taker = _taker(dice, place)
            if taker is None:
                continue
            if card.startswith("trick"):
                tricks[taker].append(card)
            else:
                nation, value = card.split("-")
                crews[taker].setdefault(nation, []).append(int(value[0]))
    scores = [len(tricks[0]), len(tricks[1])]
    for nation in {*crews[0], *crews[1]}:
        one, other = (sum(crew.get(nation, [])) for crew in crews)
        scores[0] += one if not other else other if one > other else 0
        scores[1] += other if not one else one if other > one else 0
    return scores


def _shanghaien_round(
    moves: Iterator[Json], turn: int, row: list[str], tricks: list[list[str]], crews: list[dict[str, list[int]]]
) -> tuple[int, list[list[int]], list[str]]:
    """Who begins the next round, the dice on cards, the row from number 1 to 6."""
    dice: list[list[int]] = [[], []]
    rolled: list[int] = []
    numbered, both, played = list[str](), False, set[int]()
    for move in moves:
        seat, action = move["seat"], move["action"]
        assert seat == turn
        if action["type"] == "shanghai":
            assert len(dice[seat]) >= 2 and not rolled
            return 1 - seat, dice, numbered
        if action["type"] == "roll":
            assert len(dice[seat]) <= 4 and not rolled
            rolled = list(move["chance"]["dice"])
        elif action["type"] == "direction":
            assert not numbered and rolled
            numbered = row if action["one"] == "left" else row[::-1]
        elif action["type"] == "trick":
            assert seat not in played and rolled
            played.add(seat)
            tricks[seat].remove(action["card"])
            if action["use"] == "joker":
                crews[seat][action["nation"]].append(2)
            elif action["use"] == "adjust":
                rolled[action["die"]] += action["delta"]
                assert 1 <= rolled[action["die"]] <= 6
            elif action["use"] == "reroll":
                rolled = list(move["chance"]["dice"])
            both = action["use"] == "both"
        else:
            assert numbered and action["die"] in rolled and not both
            dice[seat].append(action["die"])
        if action["type"] == "place" or (both and numbered):
            dice[seat] += rolled if both else []
            rolled, both, turn = [], False, 1 - seat
    raise AssertionError("the round has no end")


def _taker(dice: list[list[int]], card: int) -> int | None:
    counts = [own.count(card) for own in dice]
    if counts[0] == counts[1] and counts[0]:
        counts = [sum(die for die in own if abs(die - card) == 1) for own in dice]
    return None if counts[0] == counts[1] else counts.index(max(counts))


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
        stay = sorted(set(cards) - set(numbers), key=lambda seat: (str(cards[seat]), (seat - opener) % self.seats))
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


def halunken(record: Json) -> list[int]:
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


class Macao:
    """A match of Macao with what lies before each seat. What a payment may hold has an oracle of its own."""

    def __init__(self, record: Json) -> None:
        deck, self.moves = record["setup"]["deck"], list(record["moves"])
        self.seats = len(record["seats"])
        self.rows = {row["id"]: row for row in deck["characters"]} | {
            f"widow-{n}": {"type": "widow", **deck["widow"]} for n in range(1, 2 * self.seats)
        }
        self.houses = {row["id"]: row["coins"] for row in deck["tiles"]}
        self.limit, self.enough = deck["blue_limit"], deck["red_cards_to_end"]
        self.piles = [list(pile) for pile in record["setup"]["piles"]]
        self.centre = list(record["setup"]["tiles"])
        self.blue = [[f"widow-{seat + 1}"] for seat in range(self.seats)]
        self.dead: list[list[str]] = [[] for _ in self.blue]
        self.red: list[list[str]] = [[] for _ in self.blue]
        self.reserved: list[list[str]] = [[] for _ in self.blue]
        self.yellow: list[list[str]] = [[] for _ in self.blue]
        self.play(record["setup"]["first"])

    def play(self, first: int) -> None:
        for _ in range(60):
            passes = [self.turn((first + n) % self.seats) for n in range(self.seats)]
            if any(len(red) >= self.enough for red in self.red) or not self.centre or all(passes):
                break
        assert not self.moves

    def answer(self, seat: int | None, *kinds: str) -> Json:
        move = self.moves.pop(0)
        assert seat in (None, move["seat"]) and move["action"]["type"] in kinds and "chance" not in move, move
        return {**move["action"], "by": move["seat"]}

    def turn(self, seat: int) -> bool:
        action = self.answer(seat, "contact", "recruit", "open", "pass")
        if action["type"] == "contact":
            self.contact(seat, action)
        elif action["type"] == "recruit":
            self.pay(seat, action["pay"])
            self.blue[seat].remove(action["card"])
            self.red[seat].append(action["card"])
            self.effect(seat, self.rows[action["card"]]["type"])
        elif action["type"] == "open":
            self.pay(seat, action["pay"])
            (self.centre if action["tile"] in self.centre else self.reserved[seat]).remove(action["tile"])
            self.yellow[seat].append(action["tile"])
        return bool(action["type"] == "pass")

    def contact(self, seat: int, action: Json) -> None:
        self.blue[seat].append(self.piles[action["pile"]].pop(0))
        inns = sum(self.rows[card]["type"] == "innkeeper" for card in self.red[seat])
        if len(self.blue[seat]) + len(self.dead[seat]) > self.limit + inns:
            self.bury(seat, [self.answer(seat, "discard")["card"]])

    def pay(self, seat: int, cards: list[str]) -> None:
        used = [card for card in cards if card not in self.red[seat]]
        widows = [card for card in used if card.startswith("widow")]
        self.blue[seat] = [card for card in self.blue[seat] if card not in widows]
        self.dead[seat] += widows
        self.bury(seat, [card for card in used if card not in widows])

    def bury(self, seat: int, cards: list[str]) -> None:
        smallest = min(self.piles, key=len)
        for card in cards:
            self.blue[seat].remove(card)
            smallest.append(card)

    def effect(self, seat: int, kind: str) -> None:
        if kind == "killer":
            victims = [(seat + n) % self.seats for n in range(1, self.seats)]
            given: dict[int, str] = {}
            while len(given) < sum(bool(self.blue[victim]) for victim in victims):
                action = self.answer(None, "discard")
                assert action["by"] in victims and action["by"] not in given
                given[action["by"]] = action["card"]
            for victim in victims:
                self.bury(victim, [given[victim]] if victim in given else [])
        elif kind == "dancer" and any(self.piles):
            self.contact(seat, self.answer(seat, "contact"))
        elif kind == "policeman" and self.centre:
            tile = self.answer(seat, "reserve")["tile"]
            self.centre.remove(tile)
            self.reserved[seat].append(tile)

    def score(self, seat: int) -> tuple[int, int, int]:
        coins = sum(self.rows[card]["coins"] for card in self.red[seat])
        return coins + sum(map(self.houses.__getitem__, self.yellow[seat])), len(self.yellow[seat]), len(self.red[seat])


def macao(record: Json) -> list[int]:
    match = Macao(record)
    finals = [match.score(seat) for seat in range(match.seats)]
    assert record["result"]["winners"] == [seat for seat, final in enumerate(finals) if final == max(finals)]
    return [final[0] for final in finals]


REFEREES: dict[str, Callable[[Json], list[int]]] = {"shanghaien": shanghaien, "halunken": halunken, "macao": macao}
