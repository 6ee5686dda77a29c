"""How a bot thinks about Shanghaien: what crews may become, what the row promises, quick reflexes, one look ahead.

Everything here works on positions that `redeal` gave, so nothing can be known that a seat may not know. Values are
points of the final score that the seat is ahead. The constants were found by playing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import inf, tanh

from games.bots.base import Turn, choose_highest
from games.bots.levels import Levels
from games.bots.search import Policy, estimate_odds, share_victory
from games.core.chance import QuickChance
from games.core.contract import Action
from games.shanghaien.rules.menu import SHANGHAI, legal
from games.shanghaien.rules.phases import advance
from games.shanghaien.rules.scoring import compare, judge, totals
from games.shanghaien.rules.state import HIDDEN, OVER, State
from games.shanghaien.rules.tables import DICE, NATION, NATIONS, NEEDED, ROLLED, ROUNDS, ROW, SAILORS, VALUE

#: how likely this seat and the other one are to take a card
Share = tuple[float, float]
#: the value of a card, and the same
Odds = tuple[int, float, float]

#: a sailor that is still to be laid out
COMING: Share = (0.38, 0.38)
#: a card without dice or with equal ones: nobody is ahead, or the dice beside favour somebody
EVEN: Share = (0.3, 0.3)
LEANING: Share = (0.5, 0.25)
#: a card on which one seat is ahead by so many dice, early in a round
AHEAD: dict[int, Share] = {1: (0.7, 0.14), 2: (0.9, 0.04), 3: (0.97, 0.01)}
#: what an unused trick card is worth while rounds are left to play it in, and at the end
TRICK, UNUSED = 1.8, 1.0
#: in the last round: more than any difference in points, and the lead at which one may be rather sure of it
WIN, DOUBT = 40, 5.0
#: one in so many answers of an easy bot is without a thought
THOUGHTLESS = 3
#: how many points make a lead rather sure: fewer, the fewer rounds are to come
SURE, SURE_PER_ROUND = 3.0, 1.0
#: what the reflexes see in a trick card, beside the values of sailors
GLITTER = 2

#: how much a die more decides, by the dice that one is ahead; elsewhere the card is almost settled
DECISIVE, SETTLED = {-2: 1.0, -1: 2.0, 0: 2.0, 1: 1.0}, 0.3
#: so many moods: how many points a round must bring before one ends it
MOODS = 6

#: unordered rolls of two dice, and how many of 36 they are
_ROLLS = [(pair, 1 if pair[0] == pair[1] else 2) for pair in combinations_with_replacement(range(1, ROW + 1), ROLLED)]
_SAILORS = [[card for card in range(SAILORS) if NATION[card] == nation] for nation in range(len(NATIONS))]


# --- crews


def hope(mine: int, theirs: int, coming: tuple[int, ...], row: Sequence[Odds] = ()) -> float:
    """Points ahead that a nation may bring while some of its sailors lie in the row and others are to come."""
    if not row:
        return prospect(mine, theirs, coming)
    value, own, other = row[0]
    rest = row[1:]
    return (
        own * hope(mine + value, theirs, coming, rest)
        + other * hope(mine, theirs + value, coming, rest)
        + (1 - own - other) * hope(mine, theirs, coming, rest)
    )


@cache
def prospect(mine: int, theirs: int, coming: tuple[int, ...]) -> float:
    """The same with an empty row; few different questions come up, so the answers are kept."""
    if coming:
        return hope(mine, theirs, coming[1:], [(coming[0], *COMING)])
    own, other = compare(mine, theirs)
    return float(own - other)


def standing(state: State, seat: int, row: Mapping[int, Share] | None = None) -> float:
    """Points ahead, counted or hoped for; cards of the row that `row` does not name are like those to come."""
    row = row or {}
    crew, owner = state.crew, state.owner
    base, other = len(NATIONS) * seat, len(NATIONS) * (1 - seat)
    worth = TRICK if state.round < ROUNDS else UNUSED
    tricks = state.tricks[seat].bit_count() - state.tricks[1 - seat].bit_count()
    lead = worth * (tricks + sum([own - theirs for card, (own, theirs) in row.items() if card >= SAILORS]))
    for nation, cards in enumerate(_SAILORS):
        coming = tuple([VALUE[card] for card in cards if owner[card] == HIDDEN and card not in row])
        laid = [(VALUE[card], *row[card]) for card in cards if card in row]
        lead += hope(crew[base + nation], crew[other + nation], coming, laid)
    return lead


# --- the row


def settled(state: State, seat: int) -> float:
    """Points ahead if somebody shanghaied now."""
    verdicts = zip(state.numbered, judge(state.laid), strict=True)
    lead = standing(state, seat, {card: _taken(to, seat) for card, (to, _, _) in verdicts})
    return lead + WIN * ((lead > 0) - (lead < 0)) if state.round == ROUNDS else lead


def promise(state: State, seat: int) -> float:
    """Points ahead in the middle of a round: the row counts the more, the fewer dice are still to come."""
    mine, theirs = state.laid[ROW * seat :], state.laid[ROW * (1 - seat) :]
    early = min(state.supply) / DICE
    row: dict[int, Share] = {}
    for place, (to, _, _) in enumerate(judge(state.laid)):
        now, then = _taken(to, seat), _likely(mine[place] - theirs[place], to, seat)
        row[state.numbered[place]] = (
            now[0] + early * (then[0] - now[0]),
            now[1] + early * (then[1] - now[1]),
        )
    lead = standing(state, seat, row)
    return lead + WIN * tanh(lead / DOUBT) if state.round == ROUNDS else lead


def _taken(to: int | None, seat: int) -> Share:
    return float(to == seat), float(to == 1 - seat)


def _likely(ahead: int, to: int | None, seat: int) -> Share:
    if to is None:
        return EVEN
    share = AHEAD[min(abs(ahead), len(AHEAD))] if ahead else LEANING
    return share if to == seat else share[::-1]


def outlook(state: State, seat: int) -> float:
    """Points ahead with the other to play, who ends the round if it must, or if that is better for it."""
    other = 1 - seat
    if state.supply[other] < ROLLED:
        return settled(state, seat)
    ahead = promise(state, seat)
    return min(ahead, settled(state, seat)) if DICE - state.supply[other] >= NEEDED else ahead


# --- one look ahead


def judgement(state: State, seat: int, action: Action, chance: QuickChance) -> float:
    """Points ahead after an action and the best that can follow in the same turn, whatever the dice show."""
    if action == SHANGHAI:
        return settled(state, seat)
    after = state.copy()
    advance(after, seat, action, chance)
    if after.seat != seat:
        return outlook(after, seat)
    if action[0] == "roll" or "reroll" in action:
        return _over_rolls(after, seat, chance)
    return _follow(after, seat, chance)


def _over_rolls(state: State, seat: int, chance: QuickChance) -> float:
    total = 0.0
    for pair, times in _ROLLS:
        state.pair = pair
        total += times * _follow(state, seat, chance)
    return total / 36


def _follow(state: State, seat: int, chance: QuickChance) -> float:
    """A second trick card is not thought of."""
    menu = [action for action in legal(state, seat) if action[0] != "trick"]
    return max([judgement(state, seat, action, chance) for action in menu])


# --- reflexes: fast and a little random, good enough to stand for other people in rollouts


def reflex(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick plausible answer to any decision."""
    if menu[0][0] == "place":
        return max(menu[: len(set(state.pair))], key=lambda action: _lure(state, seat, action[1]) + chance.below(3))
    if menu[-1] == SHANGHAI:
        return menu[-1] if _pleased(state, seat, chance) else menu[0]
    return menu[chance.below(len(menu))]


def _lure(state: State, seat: int, number: int) -> int:
    """What lies there, if one more die makes a difference."""
    card = state.numbered[number - 1]
    ahead = state.laid[ROW * seat + number - 1] - state.laid[ROW * (1 - seat) + number - 1]
    return (VALUE[card] or GLITTER) * (2 if -1 <= ahead <= 0 else 0)


def _pleased(state: State, seat: int, chance: QuickChance) -> bool:
    """More cards than the other, by value; in a bad mood that is not enough."""
    lead = 0
    for card, (to, _, _) in zip(state.numbered, judge(state.laid), strict=True):
        lead += (VALUE[card] or GLITTER) * ((to == seat) - (to == 1 - seat))
    return lead > chance.below(6)


# --- the reflex of the search: as fast, but it knows what a card does to the crews


@lru_cache(maxsize=4096)
def stakes(crew: tuple[int, ...], owner: bytes, row: tuple[int, ...], trick: float) -> list[tuple[float, float]]:
    """Points ahead for seat 0 if it takes a card of the row, and if the other one does; asked again all round long."""
    return [_stake(crew, owner, card) if card < SAILORS else (trick, -trick) for card in row]


def _stake(crew: tuple[int, ...], owner: bytes, card: int) -> tuple[float, float]:
    nation, value = NATION[card], VALUE[card]
    one, other = crew[nation], crew[len(NATIONS) + nation]
    coming = tuple([VALUE[mate] for mate in _SAILORS[nation] if owner[mate] == HIDDEN and mate != card])
    without = prospect(one, other, coming)
    return prospect(one + value, other, coming) - without, prospect(one, other + value, coming) - without


def _at_stake(state: State) -> list[tuple[float, float]]:
    trick = TRICK if state.round < ROUNDS else UNUSED
    return stakes(tuple(state.crew), bytes(state.owner), state.numbered, trick)


def instinct(state: State, seat: int, menu: Sequence[Action], chance: QuickChance) -> Action:
    """A quick answer in the lines of the search."""
    if len(menu) == 1:
        return menu[0]
    if menu[0][0] == "place":
        return _contest(state, seat, menu[: len(set(state.pair))], chance)
    if menu[-1] == SHANGHAI:
        return menu[-1] if _ahead(state, seat) > chance.below(MOODS) else menu[0]
    return menu[chance.below(len(menu))]


def _contest(state: State, seat: int, places: Sequence[Action], chance: QuickChance) -> Action:
    """Where one more die makes the most difference, more or less."""
    if len(places) == 1:
        return places[0]
    at_stake, laid = _at_stake(state), state.laid
    best, most = places[0], -inf
    for action in places:
        place = action[1] - 1
        one, other = at_stake[place]
        ahead = laid[ROW * seat + place] - laid[ROW * (1 - seat) + place]
        promise = (one - other) * DECISIVE.get(ahead, SETTLED) + chance.below(64) / 32
        if promise > most:
            best, most = action, promise
    return best


def _ahead(state: State, seat: int) -> float:
    """Points that the round would bring if it ended now."""
    lead = 0.0
    for (to, _, _), (one, other) in zip(judge(state.laid), _at_stake(state), strict=True):
        if to is not None:
            lead += other if to else one
    return -lead if seat else lead


# --- levels


def easy(turn: Turn, chance: QuickChance) -> Action:
    """Takes what glitters, plays tricks as they come, and now and then does not think at all."""
    if chance.below(THOUGHTLESS) == 0:
        return turn.menu[chance.below(len(turn.menu))]
    return reflex(turn.redeal(chance), turn.seat, turn.menu, chance)


def steady(turn: Turn, chance: QuickChance) -> Action:
    """The action that promises most, one step ahead; equal ones by chance."""
    if len(turn.menu) == 1:
        return turn.menu[0]
    state = turn.redeal(chance)
    return choose_highest(turn.menu, [judgement(state, turn.seat, action, chance) for action in turn.menu], chance)


def progress(state: State) -> int:
    return state.round if state.phase != OVER else ROUNDS + 1


def rewards(state: State) -> Sequence[float]:
    if state.phase == OVER:
        return share_victory(totals(state))
    own = estimate_odds(standing(state, 0), SURE + SURE_PER_ROUND * (ROUNDS - state.round))
    return own, 1 - own


#: thinks to the end of the round: what the crews may become says more than rounds played by reflex
POLICY = Policy(6000, instinct, rewards, progress, depth=1, curiosity=0.25, width=20)
LEVELS = Levels(easy, steady, POLICY, meets_plain_search=True)
