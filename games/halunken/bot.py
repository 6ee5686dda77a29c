"""Judges positions of Halunken and chooses actions: by quick reflexes, or by the expected points.

Everything works on positions that `redeal` gave, so a bot cannot know what its seat may not know. Values are
points of the final score. The constants were found by playing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.bots.base import Turn, choose_highest
from games.bots.levels import Levels
from games.bots.search import Policy, estimate_odds, share_victory
from games.core.chance import QuickChance
from games.core.contract import Action
from games.halunken.rules.round.choosing import must_choose
from games.halunken.rules.scoring import add_totals, count_worth
from games.halunken.rules.state import CHOOSING, OVER, State
from games.halunken.rules.tables import (
    COLOUR,
    NUMBERS,
    ROUNDS,
    RUM,
    SCOUNDREL,
    SPACES,
    VALUE,
    card_number,
    cards_of,
    has_card,
)

#: the probability that Black Jack passes any other captain: he walks six and a half of fourteen spaces on
#: average
PASSING_RATE = 0.45
#: points that the reflexes expect from a robbery, from a visit to the boat, and from rum
ROBBERY_POINTS, BOAT_POINTS, RUM_POINTS = 10, 8, 9
#: reflexes compare this many of the cards in hand
CARDS_COMPARED = 3
#: on average, one in this many answers of an easy bot is any action
RANDOM_ONE_IN = 3
#: the lead that makes the odds to win e times better
ODDS_SCALE = 12.0


def measure_lead(state: State, seat: int) -> float:
    """Points ahead of the others: mostly of the best one, a little of all."""
    points = add_totals(state)
    if state.phase != OVER:
        crew_points = [count_worth(crew).total for crew in state.crews]
        points = [earlier + added for earlier, added in zip(points, crew_points, strict=True)]
    own_points = points.pop(seat)
    best_of_others, mean_of_others = max(points), sum(points) / len(points)
    return own_points - 0.7 * best_of_others - 0.3 * mean_of_others


# --- reflexes: fast and a little random, good enough to play the other seats in the search


def choose_by_reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible choice for any decision."""
    choose = _REFLEXES.get(menu[0][0])
    if choose is None:
        return menu[chance.below(len(menu))]
    return choose(state, seat, menu, chance)


def _choose_card(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """The most attractive of a few random cards."""
    candidates = [menu[chance.below(len(menu))] for _ in range(CARDS_COMPARED)]
    return max(candidates, key=lambda action: _estimate_landing(state, seat, card_number(action[1])))


def _name_number(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return max(menu, key=lambda action: _estimate_landing(state, seat, action[1]))


def _estimate_landing(state: State, seat: int, card: int) -> int:
    """Points that seem to wait where a card leads, if nobody else moves."""
    if card == RUM:
        return RUM_POINTS
    space = (state.positions[seat] + card) % SPACES
    crew = state.crews[seat]
    top_card = state.top_card(space)
    has_scoundrel = top_card >= 0
    points = _weigh_scoundrel(top_card, count_worth(crew).doubled) if has_scoundrel else 0
    if space in state.positions:
        rival_size = len(state.crews[state.positions.index(space)])
        if rival_size > 0 and rival_size >= len(crew) + has_scoundrel:
            points += ROBBERY_POINTS
    elif space == state.jack_space and state.boat:
        points += BOAT_POINTS
    return points


def _take_best(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """The most valuable scoundrel of the menu; none only if there is no other choice."""
    doubled_colour = count_worth(state.crews[seat]).doubled

    def weigh(action: Action) -> int:
        takes_none = len(action) == 1
        return -1 if takes_none else _weigh_scoundrel(SCOUNDREL[action[-1]], doubled_colour)

    return max(menu, key=weigh)


def _weigh_scoundrel(card: int, doubled_colour: int) -> int:
    return 2 * VALUE[card] if COLOUR[card] == doubled_colour else VALUE[card]


def _bid_low(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """The cheapest bid if it is below a random limit, otherwise to pass, the last action of the menu."""
    cheapest = min(menu, key=_find_price)
    limit = 3 + chance.below(7)
    return cheapest if _find_price(cheapest) <= limit else menu[-1]


def _lose_low(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return min(menu, key=_find_price)


def _find_price(action: Action) -> int:
    """The value of the scoundrel that an action costs; to pass counts as dearer than any."""
    passes = len(action) == 1
    return 99 if passes else VALUE[SCOUNDREL[action[1]]]


_REFLEXES: dict[str, Callable[[State, int, Sequence[Action], QuickChance], Action]] = {
    "choose": _choose_card,
    "rum": _name_number,
    "rob": _take_best,
    "salvage": _take_best,
    "bid": _bid_low,
    "pass": _bid_low,
    "lose": _lose_low,
}


# --- judgements: what one action brings on average over the cards that the others may play


def judge_action(state: State, seat: int, action: Action) -> float:
    """The expected points of an action, including a doubled colour."""
    judge = _JUDGEMENTS.get(action[0])
    return 0.0 if judge is None else judge(state, seat, action)


def points_gained(crew: list[int], card: int) -> int:
    return count_worth([*crew, card]).total - count_worth(crew).total


def points_lost(crew: list[int], card: int) -> int:
    return count_worth(crew).total - count_worth([other for other in crew if other != card]).total


def _judge_card(state: State, seat: int, action: Action) -> float:
    """The mean of landing, and of recruiting where the captain stands if somebody cancels the card."""
    card = card_number(action[1])
    walk_probability = 1.0  # the probability that nobody else plays this card
    for other in range(state.seats):
        if other != seat and has_card(state.hands[other], card):
            walk_probability *= 1 - 1 / len(cards_of(state.hands[other]))
    top_card = state.top_card(state.positions[seat])
    points_if_staying = points_gained(state.crews[seat], top_card) if top_card >= 0 else 0
    numbers = NUMBERS if card == RUM else (card,)
    points_if_walking = max(_judge_landing(state, seat, number) for number in numbers)
    return walk_probability * points_if_walking + (1 - walk_probability) * points_if_staying


def _judge_landing(state: State, seat: int, number: int) -> float:
    """The expected points of a captain who walks this far: a scoundrel, then a robbery or the boat."""
    space = (state.positions[seat] + number) % SPACES
    crew = state.crews[seat]
    points = 0.0
    top_card = state.top_card(space)
    if top_card >= 0:
        points = points_gained(crew, top_card)
        crew = [*crew, top_card]
    if space in state.positions:
        return points + _judge_brawl(state, crew, state.positions.index(space), number)
    if space == state.jack_space and state.boat:
        points += max(0, *(points_gained(crew, card) for card in state.boat))
    return points


def _judge_brawl(state: State, crew: list[int], rival: int, number: int) -> float:
    """What a robbery brings, times the probability that the rival is still there.

    Captains with smaller numbers move first.
    """
    rival_crew, rival_hand = state.crews[rival], cards_of(state.hands[rival])
    if not rival_hand or not rival_crew or len(rival_crew) < len(crew):
        return 0.0
    probability_of_meeting = sum(card > number for card in rival_hand) / len(rival_hand)
    return probability_of_meeting * max(points_gained(crew, card) for card in rival_crew)


def _judge_rum(state: State, seat: int, action: Action) -> float:
    return _judge_landing(state, seat, action[1])


def _judge_bid(state: State, seat: int, action: Action) -> float:
    """What Black Jack may rob, minus the scoundrel that he costs."""
    paid_card = SCOUNDREL[action[1]]
    crew = [card for card in state.crews[seat] if card != paid_card]
    robbery_points = 0
    for other, other_crew in enumerate(state.crews):
        can_be_robbed = other_crew and len(other_crew) >= len(crew)
        if other != seat and can_be_robbed:
            robbery_points += max(points_gained(crew, card) for card in other_crew)
    return PASSING_RATE * robbery_points - points_lost(state.crews[seat], paid_card)


def _judge_jack_number(state: State, seat: int, action: Action) -> float:
    """Returns, with two players, 1 if Black Jack passes the other captain now, otherwise 0.

    The number of that captain is unknown, so it is as likely to stay as to be anywhere else.
    """
    number = 7 if action[1] == "rum" else action[1]
    return float((state.positions[1 - seat] - state.jack_space) % SPACES <= number)


def _judge_robbery(state: State, seat: int, action: Action) -> float:
    """The points gained, and the points that the victim loses, shared among all others."""
    victim, card = action[1], SCOUNDREL[action[2]]
    gained, lost = points_gained(state.crews[seat], card), points_lost(state.crews[victim], card)
    return gained + lost / (state.seats - 1)


def _judge_salvage(state: State, seat: int, action: Action) -> float:
    return points_gained(state.crews[seat], SCOUNDREL[action[1]])


def _judge_loss(state: State, seat: int, action: Action) -> float:
    return -points_lost(state.crews[seat], SCOUNDREL[action[1]])


_JUDGEMENTS: dict[str, Callable[[State, int, Action], float]] = {
    "choose": _judge_card,
    "choose_jack": _judge_jack_number,
    "rum": _judge_rum,
    "rum_jack": _judge_jack_number,
    "bid": _judge_bid,
    "rob": _judge_robbery,
    "salvage": _judge_salvage,
    "lose": _judge_loss,
}


# --- levels


def easy(turn: Turn, chance: QuickChance) -> Action:
    """Plays by reflex, and sometimes any action."""
    if chance.below(RANDOM_ONE_IN) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return choose_by_reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """The most promising action, one step ahead; chance selects one of equal actions."""
    state = turn.redeal(chance)
    values = [judge_action(state, turn.seat, action) for action in turn.menu]
    return choose_highest(turn.menu, values, chance)


def measure_progress(state: State) -> int:
    """The number of rounds since the beginning. The end counts as one more game."""
    games = state.game + 1 if state.phase == OVER else state.game
    return (ROUNDS + 1) * games + state.round


def estimate_rewards(state: State) -> Sequence[float]:
    leads = [measure_lead(state, seat) for seat in range(state.seats)]
    if state.phase == OVER:
        return share_victory(leads)
    return [estimate_odds(lead, ODDS_SCALE) for lead in leads]


def reopen_choices(state: State, seat: int) -> None:
    """Lets the others choose their cards again: `redeal` gave them random ones, and people choose better."""
    if state.phase == CHOOSING:
        state.chosen_cards = [card if other == seat else 0 for other, card in enumerate(state.chosen_cards)]
        state.jack_card = state.jack_card if state.renter == seat else 0
        state.decider = next(other for other in range(state.seats) if must_choose(state, other))


#: Lines of play end with the next round: further on, luck counts more than the choice.
POLICY = Policy(
    400, choose_by_reflex, estimate_rewards, measure_progress, depth=2, curiosity=0.3, width=20,
    hidden_action_types=frozenset({"choose", "choose_jack"}), reopen_choices=reopen_choices,
)  # fmt: skip
LEVELS = Levels(easy, steady, POLICY)
