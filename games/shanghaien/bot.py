"""Judges positions of Shanghaien and chooses actions for all bots but the master, which `solver/` has.

All positions come from `redeal`, so a bot knows only what its seat may know. Values are points of the final
score. The constants were found by playing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import inf, tanh

from games.bots.base import Turn, choose_highest
from games.bots.levels import Levels
from games.bots.search import Policy, estimate_odds, share_victory
from games.core.chance import QuickChance
from games.core.contract import Action
from games.shanghaien.rules.menu import SHANGHAI, legal
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import add_scores, judge_row, score_nation
from games.shanghaien.rules.state import HIDDEN, OVER, State
from games.shanghaien.rules.tables import (
    CARDS_IN_ROW,
    DICE,
    DICE_PER_ROLL,
    DICE_TO_SHANGHAI,
    NATION,
    NATIONS,
    ROUNDS,
    SAILOR_COUNT,
    VALUE,
)
from games.shanghaien.solver.master import make_master
from games.shanghaien.solver.solution import ROLLS

#: the probabilities that this seat and the other one take a card
Share = tuple[float, float]
#: points by which seat 0 gets ahead if it takes a card, and if seat 1 does
Stakes = tuple[float, float]
#: the value of a card of the row, then the probabilities as in `Share`
RowCard = tuple[int, float, float]

#: for a sailor that no row has shown yet
COMING: Share = (0.38, 0.38)
#: for a card with equally many dice: nobody would take it, or the dice beside it favour one seat
EVEN: Share = (0.3, 0.3)
LEANING: Share = (0.5, 0.25)
#: for a card on which one seat is ahead by this many dice, early in a round
AHEAD: dict[int, Share] = {1: (0.7, 0.14), 2: (0.9, 0.04), 3: (0.97, 0.01)}
#: points for an unused trick card: while rounds are left to play it in, and in the last round
TRICK_POINTS, LAST_TRICK_POINTS = 1.8, 1.0
#: in the last round: a bonus for winning, greater than any lead; the lead at which winning is rather sure
WIN_BONUS, WIN_SCALE = 40, 5.0
#: on average, one in this many answers of an easy bot is any action
RANDOM_ONE_IN = 3
#: the lead that makes the odds to win e times better: in the last round, and the increase per earlier round
ODDS_SCALE, ODDS_SCALE_PER_ROUND = 3.0, 1.0
#: the value of a trick card for the reflexes, which compare it with the values of sailors
TRICK_VALUE = 2
#: lead in dice on a card -> how much one more die decides; with any other lead the card is nearly taken
DECISIVE, DECISIVE_ELSEWHERE = {-2: 1.0, -1: 2.0, 0: 2.0, 1: 1.0}, 0.3
#: the round is ended if it brings more points than a random number below this
ROUND_POINTS_WANTED = 6

#: nation -> the cards of its sailors
_SAILORS = [[card for card in range(SAILOR_COUNT) if NATION[card] == n] for n in range(len(NATIONS))]


def expect_nation_lead(mine: int, theirs: int, coming: tuple[int, ...], row: Sequence[RowCard] = ()) -> float:
    """Points that a nation may bring: some of its sailors lie in the row, others are still `coming`."""
    if not row:
        return expect_lead_without_row(mine, theirs, coming)
    value, own_chance, other_chance = row[0]
    other_cards = row[1:]
    return (
        own_chance * expect_nation_lead(mine + value, theirs, coming, other_cards)
        + other_chance * expect_nation_lead(mine, theirs + value, coming, other_cards)
        + (1 - own_chance - other_chance) * expect_nation_lead(mine, theirs, coming, other_cards)
    )


@cache
def expect_lead_without_row(mine: int, theirs: int, coming: tuple[int, ...]) -> float:
    """Returns the same if no sailor of the nation lies in the row; cached, as few different calls occur."""
    if coming:
        return expect_nation_lead(mine, theirs, coming[1:], [(coming[0], *COMING)])
    own_points, other_points = score_nation(mine, theirs)
    return float(own_points - other_points)


def expect_lead(state: State, seat: int, row: Mapping[int, Share] | None = None) -> float:
    """Points ahead, counted or expected; cards that `row` does not name are like those still to come."""
    row = row or {}
    owner = state.owner
    own_crews = state.crew_values[len(NATIONS) * seat :]
    other_crews = state.crew_values[len(NATIONS) * (1 - seat) :]
    points_per_trick = TRICK_POINTS if state.round < ROUNDS else LAST_TRICK_POINTS
    tricks_ahead = state.trick_masks[seat].bit_count() - state.trick_masks[1 - seat].bit_count()
    tricks_coming = sum([mine - theirs for card, (mine, theirs) in row.items() if card >= SAILOR_COUNT])
    lead = points_per_trick * (tricks_ahead + tricks_coming)
    for nation, cards in enumerate(_SAILORS):
        coming = tuple([VALUE[card] for card in cards if owner[card] == HIDDEN and card not in row])
        laid = [(VALUE[card], *row[card]) for card in cards if card in row]
        lead += expect_nation_lead(own_crews[nation], other_crews[nation], coming, laid)
    return lead


def expect_lead_after_shanghai(state: State, seat: int) -> float:
    """Points ahead if somebody ends the round now."""
    verdicts = zip(state.cards_by_number, judge_row(state.dice_laid), strict=True)
    lead = expect_lead(state, seat, {card: _share_if_taken(taker, seat) for card, (taker, _, _) in verdicts})
    if state.round < ROUNDS or not lead:
        return lead
    return lead + WIN_BONUS if lead > 0 else lead - WIN_BONUS


def expect_lead_from_row(state: State, seat: int) -> float:
    """Points ahead in the middle of a round. The fewer dice are left, the more the present takers count."""
    own_dice = state.dice_laid[CARDS_IN_ROW * seat :]
    other_dice = state.dice_laid[CARDS_IN_ROW * (1 - seat) :]
    open_share = min(state.supply) / DICE  # how much can still change
    row: dict[int, Share] = {}
    for place, (taker, _, _) in enumerate(judge_row(state.dice_laid)):
        now = _share_if_taken(taker, seat)
        later = _share_if_open(own_dice[place] - other_dice[place], taker, seat)
        shares = [before + open_share * (after - before) for before, after in zip(now, later, strict=True)]
        row[state.cards_by_number[place]] = (shares[0], shares[1])
    lead = expect_lead(state, seat, row)
    if state.round < ROUNDS:
        return lead
    return lead + WIN_BONUS * tanh(lead / WIN_SCALE)


def _share_if_taken(taker: int | None, seat: int) -> Share:
    return float(taker == seat), float(taker == 1 - seat)


def _share_if_open(dice_ahead: int, taker: int | None, seat: int) -> Share:
    if taker is None:
        return EVEN
    share = AHEAD[min(abs(dice_ahead), len(AHEAD))] if dice_ahead else LEANING
    return share if taker == seat else share[::-1]


def expect_lead_of_opponent_turn(state: State, seat: int) -> float:
    """Points ahead if the other seat is in turn, which ends the round if it must or gains by it."""
    other = 1 - seat
    if state.supply[other] < DICE_PER_ROLL:
        return expect_lead_after_shanghai(state, seat)
    lead = expect_lead_from_row(state, seat)
    if DICE - state.supply[other] < DICE_TO_SHANGHAI:
        return lead
    return min(lead, expect_lead_after_shanghai(state, seat))


def judge_action(state: State, seat: int, action: Action, chance: QuickChance) -> float:
    """Points ahead after an action and the best that can follow in the same turn, averaged over the dice."""
    if action == SHANGHAI:
        return expect_lead_after_shanghai(state, seat)
    after = state.copy()
    advance(after, seat, action, chance)
    if after.decider != seat:
        return expect_lead_of_opponent_turn(after, seat)
    if action[0] == "roll" or "reroll" in action:
        return _average_over_rolls(after, seat, chance)
    return _judge_best_follow_up(after, seat, chance)


def _average_over_rolls(state: State, seat: int, chance: QuickChance) -> float:
    total = 0.0
    for roll, ways in ROLLS:
        state.roll = roll
        total += ways * _judge_best_follow_up(state, seat, chance)
    return total / 36


def _judge_best_follow_up(state: State, seat: int, chance: QuickChance) -> float:
    """Points ahead after the best action that can follow; a second trick card is not considered."""
    menu = [action for action in legal(state, seat) if action[0] != "trick"]
    return max([judge_action(state, seat, action, chance) for action in menu])


def choose_by_reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible answer to any decision."""
    if menu[0][0] == "place":
        return max(
            menu[: len(set(state.roll))],
            key=lambda action: _weigh_place(state, seat, action[1]) + chance.below(3),
        )
    if menu[-1] == SHANGHAI:
        return menu[-1] if _likes_result(state, seat, chance) else menu[0]
    return menu[chance.below(len(menu))]


def _weigh_place(state: State, seat: int, number: int) -> int:
    """Twice the value of the card with this number; 0 if one more die makes no difference there."""
    card = state.cards_by_number[number - 1]
    laid, place = state.dice_laid, number - 1
    dice_ahead = laid[CARDS_IN_ROW * seat + place] - laid[CARDS_IN_ROW * (1 - seat) + place]
    return 2 * (VALUE[card] or TRICK_VALUE) if -1 <= dice_ahead <= 0 else 0


def _likes_result(state: State, seat: int, chance: QuickChance) -> bool:
    """True if the seat's cards are worth more than the other's, by more than a random number."""
    lead = 0
    for card, (taker, _, _) in zip(state.cards_by_number, judge_row(state.dice_laid), strict=True):
        lead += (VALUE[card] or TRICK_VALUE) * ((taker == seat) - (taker == 1 - seat))
    return lead > chance.below(6)


@lru_cache(maxsize=4096)
def list_stakes(crew: tuple[int, ...], owner: bytes, row: tuple[int, ...], trick: float) -> list[Stakes]:
    """The stakes of each card of the row."""
    return [_find_stake(crew, owner, card) if card < SAILOR_COUNT else (trick, -trick) for card in row]


def _find_stake(crew: tuple[int, ...], owner: bytes, card: int) -> Stakes:
    nation, value = NATION[card], VALUE[card]
    value_0, value_1 = crew[nation], crew[len(NATIONS) + nation]
    coming = tuple([VALUE[mate] for mate in _SAILORS[nation] if owner[mate] == HIDDEN and mate != card])
    without_card = expect_lead_without_row(value_0, value_1, coming)
    if_0_takes = expect_lead_without_row(value_0 + value, value_1, coming)
    if_1_takes = expect_lead_without_row(value_0, value_1 + value, coming)
    return if_0_takes - without_card, if_1_takes - without_card


def _list_row_stakes(state: State) -> list[Stakes]:
    trick = TRICK_POINTS if state.round < ROUNDS else LAST_TRICK_POINTS
    return list_stakes(tuple(state.crew_values), bytes(state.owner), state.cards_by_number, trick)


def choose_by_stakes(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick choice for the search: as fast as a reflex, but it considers what a card does to the crews."""
    if len(menu) == 1:
        return menu[0]
    if menu[0][0] == "place":
        return _place_where_decisive(state, seat, menu[: len(set(state.roll))], chance)
    if menu[-1] == SHANGHAI:
        return menu[-1] if _count_round_lead(state, seat) > chance.below(ROUND_POINTS_WANTED) else menu[0]
    return menu[chance.below(len(menu))]


def _place_where_decisive(state: State, seat: int, places: Sequence[Action], chance: QuickChance) -> Action:
    """The place where one more die makes the greatest difference, with some chance."""
    if len(places) == 1:
        return places[0]
    stakes, laid = _list_row_stakes(state), state.dice_laid
    best_action, highest = places[0], -inf
    for action in places:
        place = action[1] - 1
        if_0_takes, if_1_takes = stakes[place]
        dice_ahead = laid[CARDS_IN_ROW * seat + place] - laid[CARDS_IN_ROW * (1 - seat) + place]
        weight = DECISIVE.get(dice_ahead, DECISIVE_ELSEWHERE)
        value = (if_0_takes - if_1_takes) * weight + chance.below(64) / 32
        if value > highest:
            best_action, highest = action, value
    return best_action


def _count_round_lead(state: State, seat: int) -> float:
    """Points that the round would bring if it ended now."""
    lead = 0.0
    for (taker, _, _), stakes in zip(judge_row(state.dice_laid), _list_row_stakes(state), strict=True):
        if taker is not None:
            lead += stakes[taker]
    return -lead if seat == 1 else lead


def easy(turn: Turn, chance: QuickChance) -> Action:
    """Takes valuable cards, plays tricks at any time, and sometimes does anything."""
    if chance.below(RANDOM_ONE_IN) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return choose_by_reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """The most promising action, one step ahead; chance selects one of equal actions."""
    if len(turn.menu) == 1:
        return turn.menu[0]
    state = turn.redeal(chance)
    values = [judge_action(state, turn.seat, action, chance) for action in turn.menu]
    return choose_highest(turn.menu, values, chance)


def measure_progress(state: State) -> int:
    return state.round if state.phase != OVER else ROUNDS + 1


def estimate_rewards(state: State) -> Sequence[float]:
    if state.phase == OVER:
        return share_victory(add_scores(state))
    scale = ODDS_SCALE + ODDS_SCALE_PER_ROUND * (ROUNDS - state.round)
    odds = estimate_odds(expect_lead(state, 0), scale)
    return odds, 1 - odds


#: Lines end with the round: what crews may become says more than further rounds played by reflex.
POLICY = Policy(6000, choose_by_stakes, estimate_rewards, measure_progress, depth=1, curiosity=0.25, width=20)
LEVELS = Levels(easy, steady, POLICY, is_compared_with_plain_search=True, master=make_master(steady))
