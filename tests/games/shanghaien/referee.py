"""A referee who knows the rule page of Shanghaien and the format of a record, and nothing of our engine.

It takes a record as JSON, moves cards and pieces as the sheet says, insists on who is in turn, and counts at
the end.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
#: nation -> the values of the sailors that a seat has of it
Crew = dict[str, list[int]]

ROUNDS = 8
CARDS_IN_ROW = 6


def count_scores(record: Json) -> list[int]:
    tricks_by_seat = _deal_extra_tricks(record)
    crew_by_seat: list[Crew] = [{}, {}]
    deck, starter = record["setup"]["deck"], record["setup"]["starter"]
    moves = iter(record["moves"])
    for number in range(ROUNDS):
        row = deck[CARDS_IN_ROW * number : CARDS_IN_ROW * (number + 1)]
        played_round = Round(row, starter, tricks_by_seat, crew_by_seat)
        while not played_round.is_over:
            played_round.play(next(moves))
        played_round.give_out_cards()
        starter = played_round.seat_in_turn
    return _add_up(tricks_by_seat, crew_by_seat)


def _deal_extra_tricks(record: Json) -> list[list[str]]:
    if record["options"]["extra_trick"]:
        return [["trick-9"], ["trick-10"]]
    return [[], []]


def _add_up(tricks_by_seat: list[list[str]], crew_by_seat: list[Crew]) -> list[int]:
    """A point for each unused trick, and for each nation what the stronger crew or the only one brings."""
    scores = [len(tricks) for tricks in tricks_by_seat]
    for nation in {*crew_by_seat[0], *crew_by_seat[1]}:
        strengths = [sum(crew.get(nation, [])) for crew in crew_by_seat]
        if strengths[0] == strengths[1]:
            continue
        stronger_seat = strengths.index(max(strengths))
        scores[stronger_seat] += min(strengths) or max(strengths)
    return scores


class Round:
    """One round, played move by move; a move that breaks a rule fails."""

    def __init__(
        self, row: list[str], starter: int, tricks_by_seat: list[list[str]], crew_by_seat: list[Crew]
    ) -> None:
        self.row = row  # from left to right
        self.numbered_row: list[str] = []  # from number 1 to 6, once the starter has said where 1 is
        self.seat_in_turn = starter
        self.tricks_by_seat = tricks_by_seat
        self.crew_by_seat = crew_by_seat
        self.placed_dice: list[list[int]] = [[], []]
        self.rolled_dice: list[int] = []
        self.must_place_both = False
        self.seats_that_played_a_trick: set[int] = set()
        self.is_over = False

    def play(self, move: Json) -> None:
        action = move["action"]
        assert move["seat"] == self.seat_in_turn
        match action["type"]:
            case "shanghai":
                self._end()
            case "roll":
                self._roll(move["chance"]["dice"])
            case "direction":
                self._number_cards(action["one"])
            case "trick":
                self._play_trick(action, move.get("chance", {}))
            case _:
                self._place_one(action["die"])
        if self.must_place_both and self.numbered_row:
            self._place_both()

    def _end(self) -> None:
        assert len(self.placed_dice[self.seat_in_turn]) >= 2
        assert not self.rolled_dice
        self.is_over = True
        self._end_turn()

    def _roll(self, dice: list[int]) -> None:
        assert len(self.placed_dice[self.seat_in_turn]) <= 4
        assert not self.rolled_dice
        self.rolled_dice = list(dice)

    def _number_cards(self, end_of_number_1: str) -> None:
        assert self.rolled_dice
        assert not self.numbered_row
        self.numbered_row = self.row if end_of_number_1 == "left" else self.row[::-1]

    def _play_trick(self, action: Json, chance: Json) -> None:
        seat = self.seat_in_turn
        assert self.rolled_dice
        assert seat not in self.seats_that_played_a_trick
        self.seats_that_played_a_trick.add(seat)
        self.tricks_by_seat[seat].remove(action["card"])
        match action["use"]:
            case "joker":
                self.crew_by_seat[seat][action["nation"]].append(2)
            case "adjust":
                self.rolled_dice[action["die"]] += action["delta"]
                assert 1 <= self.rolled_dice[action["die"]] <= 6
            case "reroll":
                self.rolled_dice = list(chance["dice"])
            case "both":
                self.must_place_both = True

    def _place_one(self, die: int) -> None:
        assert self.numbered_row
        assert die in self.rolled_dice
        self.placed_dice[self.seat_in_turn].append(die)
        self._end_turn()

    def _place_both(self) -> None:
        self.placed_dice[self.seat_in_turn] += self.rolled_dice
        self._end_turn()

    def _end_turn(self) -> None:
        self.rolled_dice = []
        self.must_place_both = False
        self.seat_in_turn = 1 - self.seat_in_turn

    def give_out_cards(self) -> None:
        for number, card in enumerate(self.numbered_row, start=1):
            taker = self._find_taker(number)
            if taker is None:
                continue
            if card.startswith("trick"):
                self.tricks_by_seat[taker].append(card)
            else:
                nation, name = card.split("-")  # The name begins with the value: 3a, 3b.
                self.crew_by_seat[taker].setdefault(nation, []).append(int(name[0]))

    def _find_taker(self, number: int) -> int | None:
        """The seat that takes the card with this number; None if nobody does."""
        counts = [dice.count(number) for dice in self.placed_dice]
        if counts[0] == counts[1] and counts[0]:
            # The dice on the neighbouring cards decide a tie.
            counts = [sum(die for die in dice if abs(die - number) == 1) for dice in self.placed_dice]
        return None if counts[0] == counts[1] else counts.index(max(counts))
