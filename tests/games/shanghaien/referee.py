"""A referee who knows the rule page of Shanghaien and the format of a record, and nothing of our engine.

It takes a record as JSON, moves cards and pieces as the sheet says, insists on who is in turn, and counts at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]


def count_scores(record: Json) -> list[int]:
    tricks: list[list[str]] = [["trick-9"], ["trick-10"]] if record["options"]["extra_trick"] else [[], []]
    crews: list[dict[str, list[int]]] = [{}, {}]
    moves, turn = iter(record["moves"]), record["setup"]["starter"]
    for number in range(8):
        row = record["setup"]["deck"][6 * number : 6 * number + 6]
        turn, dice, row = _play_round(moves, turn, row, tricks, crews)
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


def _play_round(
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
