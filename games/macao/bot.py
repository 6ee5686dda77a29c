"""How a bot thinks about Macao: what a row of cards is worth, quick reflexes, and a look one action ahead.

Everything here works on positions that `redeal` gave, so nothing can be known that a seat may not know.
Weights were found by playing: they are coins, or shares of coins.
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
from games.macao.rules.scoring import standing as final_standing
from games.macao.rules.state import ASKED, CONTACT, DISCARD, OVER, RESERVE, TURN, VICTIM, State, facts, kinds, means
from games.macao.rules.tables import ROUND_LIMIT

#: what a blue card is worth as a payment to come, and a living widow more
BLUE, WIDOW = 0.55, 0.1
#: what a red card's resource brings for each member that may still follow
RESOURCE = 0.45
#: what the effects are worth besides: once, and lasting ones for each member that may still follow
EFFECT = {"trader": 0.8, "croupier": 0.5, "innkeeper": 0.6, "sailor": 1.0, "widow": 1.0}
AT_ONCE, LASTING = 0.4, 0.2
#: members that could be recruited while one more tile is opened
PER_TILE = 2.5
#: what any member is worth to the reflexes
MEMBER = 2.0
#: decisions that belong to the same turn
FOLLOWING = (DISCARD, CONTACT, RESERVE)
#: how often, one in so many, the easy bot does anything
THOUGHTLESS = 3
#: more than any difference in coins that is worth losing for
WIN = 20
#: how many coins make a lead rather sure
SURE = 4.0
#: a contact stands among the purchases that bring so much
CONTACTED = 1.5
#: how much of a plan is worth having when so many units are missing
NEAR = (0.75, 0.4, 0.15, 0.05, 0.0)
FAR = len(NEAR) - 1
SECOND = 0.1


def standing(state: State, seat: int) -> float:
    """Coins ahead of the others, counted or hoped for; won or lost in the end."""
    lead = leads(state)[seat]
    if state.phase != OVER:
        return lead
    finals = [final_standing(state, place) for place in range(len(state.blue))]
    return lead + (WIN if finals[seat] == max(finals) else -WIN)


def leads(state: State) -> list[float]:
    """Coins that each seat is ahead of the others: of the best one mostly, of all a little."""
    worths = [worth(state, place) for place in range(len(state.blue))]
    found = []
    for seat, own in enumerate(worths):
        others = worths[:seat] + worths[seat + 1 :]
        found.append(own - 0.7 * max(others) - 0.3 * sum(others) / len(others))
    return found


def worth(state: State, seat: int) -> float:
    """Coins that a seat has and may expect."""
    coins = float(final_standing(state, seat)[0])
    if state.phase == OVER:
        return coins
    deck = state.deck
    left = members_to_come(state)
    for card in state.red[seat]:
        coins += left * (RESOURCE * deck.units_red[card] + LASTING * EFFECT.get(deck.kind[card], 0.0))
    blue = state.blue[seat]
    coins += min(1.0, left) * sum([BLUE + (WIDOW if deck.is_widow[card] else 0.0) for card in blue])
    return coins + prospects(state, seat, left)


def members_to_come(state: State) -> float:
    """How many more members the seat that is furthest will have: a measure of the time that is left."""
    by_members = state.deck.red_to_end - max([len(red) for red in state.red])
    return max(0.0, min(by_members, PER_TILE * len(state.tiles)))


def prospects(state: State, seat: int, left: float) -> float:
    """The best thing that could be bought soon, and a part of the second best."""
    deck = state.deck
    crew = state.crews[seat]
    packed = means(state, seat)
    plans = [0.0, 0.0]
    for card in state.blue[seat]:
        gain = deck.coins[card] - BLUE + left * RESOURCE * deck.units_red[card] + EFFECT.get(deck.kind[card], AT_ONCE)
        bill = crew.rate.bills[card]
        plans.append(_hope(bill, crew, packed - crew.rate.unit[card], gain))
    have = None
    for tile in state.tiles + state.reserved[seat]:
        tile_bill = crew.rate.tile_bills[tile]
        if tile_bill:
            plans.append(_hope(tile_bill, crew, packed, deck.tile_coins[tile]))
        else:
            have = have or facts(state, seat, kinds(state, seat))
            missing = sum([max(0, count - have[need]) for need, count in deck.tile_needs[tile]])
            plans.append(NEAR[min(missing, FAR)] * deck.tile_coins[tile])
    plans.sort()
    return plans[-1] + SECOND * plans[-2]


def _hope(bill: Bill, crew: Crew, packed: int, gain: float) -> float:
    """Coins for something, less the blue cards that it burns, the less the more is missing."""
    missing = min(bill.missing[packed & bill.mask], FAR)
    return NEAR[missing] * max(0.0, gain - BLUE * bill.missing[crew.supply & bill.mask])


def different(state: State, menu: Sequence[Action]) -> list[Action]:
    """The menu without actions that lose the same blue cards for the same thing: they differ in red cards alone."""
    if menu[0][0] == "discard":
        return list(menu)
    deck, red = state.deck, state.red[state.turn]
    kept: dict[tuple[object, ...], Action] = {}
    for action in menu:
        pay = action[2] if action[0] in ("recruit", "open") else ()
        lost = frozenset([name for name in pay if deck.index[name] not in red])
        kept.setdefault((*action[:2], lost), action)
    return list(kept.values())


def reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible answer, for rollouts: buy the best of what can be bought, otherwise anything."""
    best, most = None, 0.0
    for action in menu:
        if action[0] in ("recruit", "open"):
            gain = _gain(state, seat, action) + chance.below(100) / 50
            if gain > most:
                best, most = action, gain
    return best or menu[chance.below(len(menu))]


def _gain(state: State, seat: int, action: Action) -> float:
    """Coins, something for a member, less the blue cards lost."""
    deck, blue = state.deck, state.blue[seat]
    member = action[0] == "recruit"
    coins = deck.coins[deck.index[action[1]]] + MEMBER if member else deck.tile_coins[deck.tile_index[action[1]]]
    return coins - BLUE * sum([deck.index[name] in blue for name in action[2]])


def easy(turn: Turn, chance: QuickChance) -> Action:
    """Buys when it notices, takes cards as they come, keeps no plan."""
    state = turn.redeal(chance)
    if chance.below(THOUGHTLESS) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return reflex(state, turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """Looks at what it would have after each action, its own follow-up included."""
    state = turn.redeal(chance)
    return best(state, turn.seat, turn.menu, chance)[1]


def best(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> tuple[float, Action]:
    """The action that leaves the best standing once the seat need not decide again; and that standing."""
    found = [(_after(state, seat, action, chance), action) for action in different(state, menu)]
    return max(found, key=lambda entry: entry[0])


def _after(state: State, seat: int, action: Action, chance: QuickChance) -> float:
    again = state.copy()
    advance(again, seat, action, chance)
    if again.phase in FOLLOWING and again.turn == seat:
        return best(again, seat, legal(again, seat), chance)[0]
    return standing(again, seat) + chance.below(100) / 10_000  # equal ones by chance


def progress(state: State) -> int:
    return state.round if state.phase != OVER else ROUND_LIMIT + 1


def rewards(state: State) -> Sequence[float]:
    if state.phase == OVER:
        return share_victory([final_standing(state, seat) for seat in range(len(state.blue))])
    return [estimate_odds(lead, SURE) for lead in leads(state)]


def candidates(state: State, seat: int, menu: Sequence[Action]) -> Sequence[Action]:
    """The best purchases first, contacts among them, each payment once."""
    if state.phase != TURN:
        return menu
    gains = {action: _gain(state, seat, action) if len(action) > 2 else CONTACTED for action in different(state, menu)}
    return sorted(gains, key=gains.__getitem__, reverse=True)


def reopen_choices(state: State, seat: int) -> None:
    """The killer's other victims choose again, by reflex."""
    if state.phase == VICTIM:
        state.given = tuple([
            ASKED if given >= 0 and place != seat else given for place, given in enumerate(state.given)
        ])  # fmt: skip


#: plays three rounds by reflex: a purchase that was prepared shows by then
POLICY = Policy(
    300, reflex, rewards, progress, depth=3, curiosity=0.3, candidates=candidates,
    secret_actions=frozenset({"discard"}), reopen_choices=reopen_choices,
)  # fmt: skip
LEVELS = Levels(easy, steady, POLICY)
