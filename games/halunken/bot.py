"""How a bot thinks about Halunken: quick reflexes, and what one action can be expected to bring.

Everything here works on positions that `redeal` gave, so nothing can be known that a seat may not know. Values are
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
from games.halunken.rules.scoring import totals, worth
from games.halunken.rules.state import CHOOSING, OVER, State
from games.halunken.rules.tables import COLOUR, NUMBERS, ROUNDS, RUM, SCOUNDREL, SPACES, VALUE, card_number, cards_of

#: how often Black Jack comes past any other captain: six and a half spaces of fourteen
PASSED = 0.45
#: what the reflexes expect of a robbery, of a visit to the boat, and of rum
ROBBERY, BOAT, WILD = 10, 8, 9
#: the reflexes look at so many of their cards
GLANCES = 3
#: one in so many answers of an easy bot is without a thought
THOUGHTLESS = 3
#: how many points make a lead rather sure
SURE = 12.0


def standing(state: State, seat: int) -> float:
    """Points ahead of the others: of the best one mostly, of all a little."""
    points = totals(state)
    if state.phase != OVER:
        points = [before + worth(crew).total for before, crew in zip(points, state.crews, strict=True)]
    own = points.pop(seat)
    return own - 0.7 * max(points) - 0.3 * sum(points) / len(points)


# --- reflexes: fast and a little random, good enough to stand for other people in rollouts


def reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible answer to any decision."""
    answer = _REFLEXES.get(menu[0][0])
    return answer(state, seat, menu, chance) if answer else menu[chance.below(len(menu))]


def _glance(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """The most attractive of a few cards."""
    seen = [menu[chance.below(len(menu))] for _ in range(GLANCES)]
    return max(seen, key=lambda action: _lure(state, seat, card_number(action[1])))


def _name_number(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return max(menu, key=lambda action: _lure(state, seat, action[1]))


def _lure(state: State, seat: int, card: int) -> int:
    """What seems to wait where a card leads, if nobody else moved."""
    if card == RUM:
        return WILD
    space = (state.pos[seat] + card) % SPACES
    top = state.top(space)
    value = _weight(top, worth(state.crews[seat]).doubled) if top >= 0 else 0
    if space in state.pos:
        theirs = len(state.crews[state.pos.index(space)])
        return value + ROBBERY if 0 < theirs >= len(state.crews[seat]) + (top >= 0) else value
    return value + BOAT if space == state.jack_space and state.boat else value


def _grab(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    main = worth(state.crews[seat]).doubled
    return max(menu, key=lambda action: _weight(SCOUNDREL[action[-1]], main) if len(action) > 1 else -1)


def _weight(card: int, main: int) -> int:
    return VALUE[card] * (2 if COLOUR[card] == main else 1)


def _bid_low(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """The cheapest bid, if it is cheap enough for the mood of the moment; to pass stands last."""
    cheapest = min(menu, key=_price)
    return cheapest if _price(cheapest) <= 3 + chance.below(7) else menu[-1]


def _lose_low(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    return min(menu, key=_price)


def _price(action: Action) -> int:
    return VALUE[SCOUNDREL[action[1]]] if len(action) > 1 else 99


_REFLEXES: dict[str, Callable[[State, int, Sequence[Action], QuickChance], Action]] = {
    "choose": _glance,
    "rum": _name_number,
    "rob": _grab,
    "salvage": _grab,
    "bid": _bid_low,
    "pass": _bid_low,
    "lose": _lose_low,
}


# --- judgement: what one action brings on average over the cards that the others may play


def judge(state: State, seat: int, action: Action) -> float:
    """Points that an action may be expected to bring, doubling included."""
    judgement = _JUDGEMENTS.get(action[0])
    return judgement(state, seat, action) if judgement else 0.0


def gain(crew: list[int], card: int) -> int:
    return worth([*crew, card]).total - worth(crew).total


def loss(crew: list[int], card: int) -> int:
    return worth(crew).total - worth([other for other in crew if other != card]).total


def _judge_card(state: State, seat: int, action: Action) -> float:
    """The landing if nobody cancels the card, the dive at hand if somebody does."""
    card = card_number(action[1])
    alone = 1.0
    for other in range(state.seats):
        if other != seat and state.hands[other] >> card & 1:
            alone *= 1 - 1 / len(cards_of(state.hands[other]))
    top = state.top(state.pos[seat])
    here = gain(state.crews[seat], top) if top >= 0 else 0
    there = max(_landing(state, seat, number) for number in (NUMBERS if card == RUM else (card,)))
    return alone * there + (1 - alone) * here


def _landing(state: State, seat: int, number: int) -> float:
    space = (state.pos[seat] + number) % SPACES
    crew, value, top = state.crews[seat], 0.0, state.top(space)
    if top >= 0:
        value, crew = gain(crew, top), [*crew, top]
    if space in state.pos:
        return value + _brawl(state, crew, state.pos.index(space), number)
    if space == state.jack_space and state.boat:
        value += max(0, *(gain(crew, card) for card in state.boat))
    return value


def _brawl(state: State, crew: list[int], met: int, number: int) -> float:
    """Who has a smaller number will have left before."""
    theirs, hand = state.crews[met], cards_of(state.hands[met])
    if not hand or not 0 < len(theirs) >= len(crew):
        return 0.0
    still_there = sum(card > number for card in hand) / len(hand)
    return still_there * max(gain(crew, card) for card in theirs)


def _judge_rum(state: State, seat: int, action: Action) -> float:
    return _landing(state, seat, action[1])


def _judge_bid(state: State, seat: int, action: Action) -> float:
    """What Black Jack may rob, less the scoundrel that he costs."""
    card = SCOUNDREL[action[1]]
    crew = [other for other in state.crews[seat] if other != card]
    victims = [theirs for other, theirs in enumerate(state.crews) if other != seat and 0 < len(theirs) >= len(crew)]
    prey = sum(max(gain(crew, target) for target in theirs) for theirs in victims)
    return PASSED * prey - loss(state.crews[seat], card)


def _judge_jack_number(state: State, seat: int, action: Action) -> float:
    """Two players: as a captain of unknown number stays where it is as likely as anywhere, to pass it now is best."""
    number = 7 if action[1] == "rum" else action[1]
    return float((state.pos[1 - seat] - state.jack_space) % SPACES <= number)


def _judge_robbery(state: State, seat: int, action: Action) -> float:
    card = SCOUNDREL[action[2]]
    return gain(state.crews[seat], card) + loss(state.crews[action[1]], card) / (state.seats - 1)


def _judge_salvage(state: State, seat: int, action: Action) -> float:
    return gain(state.crews[seat], SCOUNDREL[action[1]])


def _judge_loss(state: State, seat: int, action: Action) -> float:
    return -loss(state.crews[seat], SCOUNDREL[action[1]])


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
    """Reflexes, and now and then no thought at all."""
    if chance.below(THOUGHTLESS) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """The action that promises most, one step ahead; equal ones by chance."""
    state = turn.redeal(chance)
    return choose_highest(turn.menu, [judge(state, turn.seat, action) for action in turn.menu], chance)


def progress(state: State) -> int:
    """Rounds since the beginning; a game after the last one stands for the end."""
    return (ROUNDS + 1) * (state.game + (state.phase == OVER)) + state.round


def rewards(state: State) -> Sequence[float]:
    leads = [standing(state, seat) for seat in range(state.seats)]
    return share_victory(leads) if state.phase == OVER else [estimate_odds(lead, SURE) for lead in leads]


def reopen_choices(state: State, seat: int) -> None:
    """The others choose their cards again: what `redeal` gave them is as good as any, and they are no fools."""
    if state.phase == CHOOSING:
        state.chosen = [card if other == seat else 0 for other, card in enumerate(state.chosen)]
        state.jack_card = state.jack_card if state.renter == seat else 0
        state.who = next(other for other in range(state.seats) if must_choose(state, other))


#: thinks to the end of the next round: further on luck drowns the difference
POLICY = Policy(
    400, reflex, rewards, progress, depth=2, curiosity=0.3, width=20,
    secret_actions=frozenset({"choose", "choose_jack"}), reopen_choices=reopen_choices,
)  # fmt: skip
LEVELS = Levels(easy, steady, POLICY)
