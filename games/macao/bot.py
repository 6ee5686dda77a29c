"""Judges positions of Macao and chooses actions: by quick reflexes, or by looking one action ahead.

Blue cards are informants, red cards members, yellow tiles opened establishments. Everything works on
positions that `redeal` gave, so a bot cannot know what its seat may not know. The constants are coins or
shares of coins; they were found by playing.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.bots.base import Turn
from games.bots.levels import Levels
from games.bots.search import Policy, estimate_odds, share_victory
from games.core.chance import QuickChance
from games.core.contract import Action
from games.macao.rules.menu import legal
from games.macao.rules.paying.crews import Crew
from games.macao.rules.paying.rates import Bill
from games.macao.rules.phases import advance
from games.macao.rules.scoring import find_standing
from games.macao.rules.state import (
    ASKED,
    CONTACT,
    DISCARD,
    OVER,
    RESERVE,
    TURN,
    VICTIM,
    State,
    count_needs,
    pack_kinds,
    pack_means,
)
from games.macao.rules.tables import ROUND_LIMIT

#: the value of a blue card as a future payment; and the additional value of a living widow
BLUE_COINS, WIDOW_COINS = 0.55, 0.1
#: the value of the resource of a red card for each member that may still follow
RESOURCE_COINS = 0.45
#: kind of card -> the value of its lasting effect; the value of any other effect; the share of a lasting
#: effect that counts for each member that may still follow
EFFECT_COINS = {"trader": 0.8, "croupier": 0.5, "innkeeper": 0.6, "sailor": 1.0, "widow": 1.0}
OTHER_EFFECT_COINS, LASTING_SHARE = 0.4, 0.2
#: members that could be recruited while one more tile is opened
MEMBERS_PER_TILE = 2.5
#: what a reflex adds for any member
MEMBER_COINS = 2.0
#: phases in which the seat in turn decides again
SAME_TURN_PHASES = (DISCARD, CONTACT, RESERVE)
#: on average, one in this many answers of an easy bot is any action
RANDOM_ONE_IN = 3
#: a bonus for winning, which exceeds any lead
WIN_BONUS = 20
#: the lead that makes the odds to win e times better
ODDS_SCALE = 4.0
#: candidates are sorted as if a contact were a purchase with this gain
CONTACT_COINS = 1.5
#: number of missing units -> the share of its gain that a planned purchase counts
PLAN_SHARES = (0.75, 0.4, 0.15, 0.05, 0.0)
MAX_MISSING = len(PLAN_SHARES) - 1
#: the share that the second best plan counts
SECOND_PLAN_SHARE = 0.1


def expect_standing(state: State, seat: int) -> float:
    """Coins by which the seat is ahead of the others, counted and expected.

    At the end it has a bonus for winning.
    """
    lead = expect_leads(state)[seat]
    if state.phase != OVER:
        return lead
    finals = [find_standing(state, place) for place in range(len(state.blue))]
    return lead + (WIN_BONUS if finals[seat] == max(finals) else -WIN_BONUS)


def expect_leads(state: State) -> list[float]:
    """Coins by which each seat is ahead of the others: mostly of the best one, a little of all."""
    coins = [expect_coins(state, place) for place in range(len(state.blue))]
    leads = []
    for seat, own in enumerate(coins):
        others = coins[:seat] + coins[seat + 1 :]
        leads.append(own - 0.7 * max(others) - 0.3 * sum(others) / len(others))
    return leads


def expect_coins(state: State, seat: int) -> float:
    """Coins that a seat has and may expect."""
    coins = float(find_standing(state, seat)[0])
    if state.phase == OVER:
        return coins
    deck = state.deck
    members_left = expect_members(state)
    for card in state.red[seat]:
        coins += members_left * (
            RESOURCE_COINS * deck.units_red[card] + LASTING_SHARE * EFFECT_COINS.get(deck.kind[card], 0.0)
        )
    blue = state.blue[seat]
    coins += min(1.0, members_left) * sum(
        [BLUE_COINS + (WIDOW_COINS if deck.is_widow[card] else 0.0) for card in blue]
    )
    return coins + expect_purchases(state, seat, members_left)


def expect_members(state: State) -> float:
    """How many more members the leading seat will have, which measures the time that is left."""
    by_members = state.deck.red_to_end - max([len(red) for red in state.red])
    return max(0.0, min(by_members, MEMBERS_PER_TILE * len(state.tiles)))


def expect_purchases(state: State, seat: int, members_left: float) -> float:
    """The value of the best thing that could be bought soon, and a part of the second best."""
    deck = state.deck
    crew = state.crews[seat]
    packed = pack_means(state, seat)
    plans = [0.0, 0.0]
    for card in state.blue[seat]:
        gain = (
            deck.coins[card]
            - BLUE_COINS
            + members_left * RESOURCE_COINS * deck.units_red[card]
            + EFFECT_COINS.get(deck.kind[card], OTHER_EFFECT_COINS)
        )
        bill = crew.rate.bills[card]
        plans.append(_value_plan(bill, crew, packed - crew.rate.unit[card], gain))
    have = None
    for tile in state.tiles + state.reserved[seat]:
        tile_bill = crew.rate.tile_bills[tile]
        if tile_bill:
            plans.append(_value_plan(tile_bill, crew, packed, deck.tile_coins[tile]))
        else:
            have = have or count_needs(state, seat, pack_kinds(state, seat))
            missing = sum([max(0, count - have[need]) for need, count in deck.tile_needs[tile]])
            plans.append(PLAN_SHARES[min(missing, MAX_MISSING)] * deck.tile_coins[tile])
    plans.sort()
    return plans[-1] + SECOND_PLAN_SHARE * plans[-2]


def _value_plan(bill: Bill, crew: Crew, packed: int, gain: float) -> float:
    """Coins that a planned purchase counts: its gain minus the burned blue cards, less if units are
    missing.
    """
    missing = min(bill.missing[packed & bill.mask], MAX_MISSING)
    return PLAN_SHARES[missing] * max(0.0, gain - BLUE_COINS * bill.missing[crew.supply & bill.mask])


def drop_equivalent(state: State, menu: Sequence[Action]) -> list[Action]:
    """The menu with one action of each group that loses the same blue cards for the same thing."""
    if menu[0][0] == "discard":
        return list(menu)
    deck, red = state.deck, state.red[state.turn]
    actions_by_effect: dict[tuple[object, ...], Action] = {}
    for action in menu:
        pay = action[2] if action[0] in ("recruit", "open") else ()
        lost = frozenset([name for name in pay if deck.index[name] not in red])
        actions_by_effect.setdefault((*action[:2], lost), action)
    return list(actions_by_effect.values())


def choose_by_reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible choice for rollouts: the best purchase that is possible, otherwise anything."""
    best_action, highest = None, 0.0
    for action in menu:
        if action[0] in ("recruit", "open"):
            gain = _count_gain(state, seat, action) + chance.below(100) / 50
            if gain > highest:
                best_action, highest = action, gain
    return best_action or menu[chance.below(len(menu))]


def _count_gain(state: State, seat: int, action: Action) -> float:
    """The coins of a purchase, a bonus for a member, minus the blue cards that it loses."""
    deck, blue = state.deck, state.blue[seat]
    member = action[0] == "recruit"
    coins = (
        deck.coins[deck.index[action[1]]] + MEMBER_COINS
        if member
        else deck.tile_coins[deck.tile_index[action[1]]]
    )
    return coins - BLUE_COINS * sum([deck.index[name] in blue for name in action[2]])


def easy(turn: Turn, chance: QuickChance) -> Action:
    """Buys by reflex, and sometimes does anything."""
    state = turn.redeal(chance)
    if chance.below(RANDOM_ONE_IN) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return choose_by_reflex(state, turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """Compares what it would have after each action, including its own follow-up."""
    state = turn.redeal(chance)
    return find_best(state, turn.seat, turn.menu, chance)[1]


def find_best(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> tuple[float, Action]:
    """The action that leaves the best standing once the seat need not decide again; and that standing."""
    judged = [(_judge_action(state, seat, action, chance), action) for action in drop_equivalent(state, menu)]
    return max(judged, key=lambda pair: pair[0])


def _judge_action(state: State, seat: int, action: Action, chance: QuickChance) -> float:
    after = state.copy()
    advance(after, seat, action, chance)
    if after.phase in SAME_TURN_PHASES and after.turn == seat:
        return find_best(after, seat, legal(after, seat), chance)[0]
    return expect_standing(after, seat) + chance.below(100) / 10_000  # chance decides between equal ones


def measure_progress(state: State) -> int:
    return state.round if state.phase != OVER else ROUND_LIMIT + 1


def estimate_rewards(state: State) -> Sequence[float]:
    if state.phase == OVER:
        return share_victory([find_standing(state, seat) for seat in range(len(state.blue))])
    return [estimate_odds(lead, ODDS_SCALE) for lead in expect_leads(state)]


def sort_candidates(state: State, seat: int, menu: Sequence[Action]) -> Sequence[Action]:
    """The best purchases first, with contacts among them, and each payment only once."""
    if state.phase != TURN:
        return menu
    gains = {}
    for action in drop_equivalent(state, menu):
        is_purchase = len(action) > 2
        gains[action] = _count_gain(state, seat, action) if is_purchase else CONTACT_COINS
    return sorted(gains, key=gains.__getitem__, reverse=True)


def reopen_choices(state: State, seat: int) -> None:
    """Lets the other victims of a killer choose again."""
    if state.phase == VICTIM:
        choices = enumerate(state.victim_choices)
        state.victim_choices = tuple(
            [ASKED if choice >= 0 and victim != seat else choice for victim, choice in choices]
        )


#: Lines of play last three rounds: by then a purchase that was prepared has been made.
POLICY = Policy(
    300, choose_by_reflex, estimate_rewards, measure_progress, depth=3, curiosity=0.3,
    candidates=sort_candidates, hidden_action_types=frozenset({"discard"}), reopen_choices=reopen_choices,
    takes_certain_wins=True,
)  # fmt: skip
LEVELS = Levels(easy, steady, POLICY)
