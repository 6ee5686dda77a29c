"""Finds the reason for a bot's hint in Shanghaien: who takes which card, and its worth."""

from __future__ import annotations

from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action
from games.shanghaien.bot import LAST_TRICK_POINTS, expect_lead_after_shanghai, judge_action, list_stakes
from games.shanghaien.rules.menu import ROLL, SHANGHAI, legal
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import judge_row
from games.shanghaien.rules.state import State
from games.shanghaien.rules.tables import CARDS, CARDS_IN_ROW, DICE, DICE_PER_ROLL, DICE_TO_SHANGHAI, ROUNDS

#: the points of a trick card when the bot judges its own hints
_TRICK_POINTS = 1.8


def find_reason(state: State, seat: int, action: Action) -> Reason:
    """The most telling reason for this action."""
    if action == ROLL:
        return _explain_roll(state, seat)
    if action == SHANGHAI:
        return _explain_shout(state, seat)
    if action[0] == "place":
        return _explain_place(state, seat, action[1])
    if action[0] == "direction":
        return _explain_direction(state, seat, action)
    return _explain_trick(state, seat, action)


def _explain_roll(state: State, seat: int) -> Reason:
    if DICE - state.supply[seat] < DICE_TO_SHANGHAI:
        return Reason("must_place", "shanghai", {"placed": DICE - state.supply[seat]})
    gain = judge_action(state, seat, ROLL, QuickChance(0)) - expect_lead_after_shanghai(state, seat)
    code = "roll_on" if state.round < ROUNDS else "roll_to_win"
    return Reason(code, "turn", {"points": _count_points(gain), "dice": state.supply[seat]})


def _explain_shout(state: State, seat: int) -> Reason:
    takers = [to for to, _, _ in judge_row(state.dice_laid)]
    counts = {"mine": takers.count(seat), "theirs": takers.count(1 - seat), "rival": 1 - seat}
    if state.supply[seat] < DICE_PER_ROLL:
        return Reason("shout_forced", "shanghai", counts)
    gain = expect_lead_after_shanghai(state, seat) - judge_action(state, seat, ROLL, QuickChance(0))
    code = "shout" if state.round < ROUNDS else "shout_to_win"
    return Reason(code, "shanghai", {**counts, "points": _count_points(gain)})


def _explain_place(state: State, seat: int, die: int) -> Reason:
    """The reason to place a die: what it changes at the card, and what the card is worth."""
    place = die - 1
    mine = state.dice_laid[CARDS_IN_ROW * seat + place] + 1
    theirs = state.dice_laid[CARDS_IN_ROW * (1 - seat) + place]
    laid = state.dice_laid[:]
    laid[CARDS_IN_ROW * seat + place] += 1
    taker, _, _ = judge_row(laid)[place]
    if mine == theirs:
        code = "wins_tie" if taker == seat else "ties"
    elif mine < theirs:
        code = "follows"
    else:
        code = "takes_lead" if mine == theirs + 1 else "secures"
    facts = {"die": die, "mine": mine, "theirs": theirs, "rival": 1 - seat}
    facts |= {"card": CARDS[state.cards_by_number[place]], "points": _find_swing(state, place)}
    return Reason(code, "distribution-tie" if mine == theirs else "distribution", facts)


def _find_swing(state: State, place: int) -> int:
    """The difference in points between taking the card and leaving it to the opponent."""
    trick = _TRICK_POINTS if state.round < ROUNDS else LAST_TRICK_POINTS
    stakes = list_stakes(tuple(state.crew_values), bytes(state.owner), state.cards_by_number, trick)
    if_0_takes, if_1_takes = stakes[place]
    return _count_points(if_0_takes - if_1_takes)


def _count_points(points: float) -> int:
    return max(1, round(points))


def _find_best_place(state: State, seat: int) -> int | None:
    """The die that the bot would place next; None if it has no die to place."""
    places = [action for action in legal(state, seat) if action[0] == "place"]
    if not places:
        return None
    return max(places, key=lambda action: judge_action(state, seat, action, QuickChance(0)))[1]


def _explain_direction(state: State, seat: int, action: Action) -> Reason:
    after = state.copy()
    advance(after, seat, action, QuickChance(0))
    die = _find_best_place(after, seat)
    if die is None:
        return Reason("both", "trick-both")
    facts = {"one": action[1], "die": die, "points": _find_swing(after, die - 1)}
    return Reason("direction", "direction", facts | {"card": CARDS[after.cards_by_number[die - 1]]})


def _explain_trick(state: State, seat: int, action: Action) -> Reason:
    use = action[2]
    if use != "adjust":
        return Reason(use, f"trick-{use}")
    after = state.copy()
    advance(after, seat, action, QuickChance(0))
    die = _find_best_place(after, seat)
    if die is None:
        return Reason("adjust", "trick-adjust")
    reason = _explain_place(after, seat, die)
    return Reason("adjust_to_place", "trick-adjust", reason.params)
