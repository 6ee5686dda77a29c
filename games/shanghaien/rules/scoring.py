"""Decides who takes a card, and counts what the crews are worth."""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Outcome
from games.shanghaien.rules.state import OVER, State
from games.shanghaien.rules.tables import CARDS_IN_ROW, DICE, NATIONS

#: who takes the card (None: it leaves the game), the dice of both seats, and the sums of both if these
#: decided
Verdict = tuple[int | None, tuple[int, int], tuple[int, int] | None]


def _judge_by_dice(dice_0: int, dice_1: int) -> Verdict | None:
    """The verdict if one seat has more dice; None if the cards beside must decide (rules: distribution)."""
    if dice_0 == dice_1 == 0:
        return None, (0, 0), None
    if dice_0 == dice_1:
        return None
    return int(dice_1 > dice_0), (dice_0, dice_1), None


#: [dice of seat 0][dice of seat 1] -> the verdict by dice
_BY_DICE: Final = [
    [_judge_by_dice(dice_0, dice_1) for dice_1 in range(DICE + 1)] for dice_0 in range(DICE + 1)
]


def judge_row(dice_laid: list[int]) -> list[Verdict]:
    """The verdict on each of the six cards, by number, if the round ended with these dice."""
    laid = dice_laid  # Bots call this thousands of times for a decision.
    return [
        _BY_DICE[laid[place]][laid[CARDS_IN_ROW + place]] or _judge_by_sums(laid, place)
        for place in range(CARDS_IN_ROW)
    ]


def _judge_by_sums(laid: list[int], place: int) -> Verdict:
    """The verdict by the sums of the dice beside, times their numbers (rules: distribution-tie)."""
    sum_0 = sum_1 = 0
    if place > 0:
        sum_0, sum_1 = laid[place - 1] * place, laid[CARDS_IN_ROW + place - 1] * place
    if place < CARDS_IN_ROW - 1:
        sum_0 += laid[place + 1] * (place + 2)
        sum_1 += laid[CARDS_IN_ROW + place + 1] * (place + 2)
    to = None if sum_0 == sum_1 else int(sum_1 > sum_0)
    return to, (laid[place], laid[CARDS_IN_ROW + place]), (sum_0, sum_1)


def score_nation(value_0: int, value_1: int) -> tuple[int, int]:
    """The points of both seats for their crews of one nation (rules: scoring)."""
    if not value_0 or not value_1:
        return value_0, value_1
    if value_0 == value_1:
        return 0, 0
    return (value_1, 0) if value_0 > value_1 else (0, value_0)


def describe_scores(state: State) -> dict[str, Any]:
    """What would count if the match ended now, for each nation."""
    size = len(NATIONS)
    crews = [(state.crew_values[nation], state.crew_values[size + nation]) for nation in range(size)]
    nations = [
        {"nation": name, "crews": list(crew), "points": list(score_nation(*crew))}
        for name, crew in zip(NATIONS, crews, strict=True)
    ]
    return {"nations": nations, "tricks": [mask.bit_count() for mask in state.trick_masks]}


def add_scores(state: State) -> list[int]:
    """The score of each seat if the match ended now."""
    scores = [mask.bit_count() for mask in state.trick_masks]
    values, nations = state.crew_values, len(NATIONS)
    for nation in range(nations):
        points = score_nation(values[nation], values[nations + nation])
        scores[0] += points[0]
        scores[1] += points[1]
    return scores


def outcome(state: State) -> Outcome | None:
    """The result of a match that is over. rules: game-end"""
    if state.phase != OVER:
        return None
    scores = add_scores(state)
    ranks = [1 if score == max(scores) else 2 for score in scores]
    winners = [seat for seat in (0, 1) if ranks[seat] == 1]
    return Outcome(scores, ranks, winners, "eight_rounds", describe_scores(state))
