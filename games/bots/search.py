"""Monte Carlo tree search over what a seat knows: each iteration deals the unknown again and follows one line of play.

The tree is an open loop: a node stands for the actions that led to it, whatever luck came between them, so its menu
differs from one visit to the next. An action is therefore judged by how often it was offered. Each seat wants its own
reward. What others decide in secret at the same moment is not searched: a reflex answers for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

Reflex = Callable[[Any, int, Sequence[Action], QuickChance], Action]
#: a long search looks after so many iterations each time whether the rest can still change its answer
CHECK_EVERY = 512


def _everything(state: Any, seat: int, menu: Sequence[Action]) -> Sequence[Action]:
    return menu


def _nothing(state: Any, seat: int) -> None:
    """No decision of this game is secret."""


class Policy(NamedTuple):
    """What the search must be told about a game."""

    iterations: int
    #: a quick plausible answer, for lines beyond the tree and for secret decisions of others
    reflex: Reflex
    #: a reward between 0 and 1 for each seat, wherever a line stops
    rewards: Callable[[Any], Sequence[float]]
    #: how far the match has come, and how far beyond the present a line is followed
    clock: Callable[[Any], int]
    ahead: int
    #: the actions worth a thought, the most promising first
    candidates: Callable[[Any, int, Sequence[Action]], Sequence[Action]] = _everything
    #: types of action that seats choose at the same time, and what makes the others' ones open again
    secret: frozenset[str] = frozenset()
    forget: Callable[[Any, int], None] = _nothing
    #: how much an action that was seldom tried is tried again
    curiosity: float = 0.5
    #: so many candidates are compared at first, one more with each time the square of their number is offered
    width: int = 8


def estimate_odds(lead: float, scale: float) -> float:
    """A reward for a lead that may still be lost: `scale` points more make the odds e times better."""
    return 1 / (1 + exp(-lead / scale))


def share_victory(finals: Sequence[Any]) -> list[float]:
    """The rewards at the end: the best of these win, and share what there is to win."""
    best = max(finals)
    return [1 / finals.count(best) if final == best else 0.0 for final in finals]


class Node:
    """An action, after the actions before it: what it brought to the seat that did it."""

    __slots__ = ("below", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 0
        self.total = 0.0
        self.below: dict[tuple[int, Action], Node] = {}


def make_searcher(policy: Policy, effort: float = 1.0) -> Bot:
    """The bot that thinks so, with a share of the iterations."""
    iterations = max(1, round(policy.iterations * effort))

    def think(turn: Turn, chance: QuickChance) -> Action:
        return turn.menu[0] if len(turn.menu) == 1 else _best(grow_tree(turn, policy, iterations, chance), turn.seat)

    return think


def _best(root: Node, seat: int) -> Action:
    """The most visited action, of equals the better one."""
    return max(root.below.items(), key=lambda item: (item[1].visits, item[1].total))[0][1]


def grow_tree(turn: Turn, policy: Policy, iterations: int, chance: QuickChance) -> Node:
    """The tree of a decision, as far as it takes to know the answer."""
    root = Node()
    for left in reversed(range(iterations)):
        state = turn.redeal(chance)
        policy.forget(state, turn.seat)
        end = policy.clock(state) + policy.ahead
        path = _descend(root, state, turn, policy, chance)
        _play_on(state, turn.engine, policy, end, chance)
        rewards = policy.rewards(state)
        root.visits += 1
        for seat, node in path:
            node.visits += 1
            node.total += rewards[seat]
        if root.visits % CHECK_EVERY == 0 and _settled(root, left):
            break
    return root


def _settled(root: Node, left: int) -> bool:
    """Nothing that is left can make another action the most visited."""
    second, first = sorted([0, 0, *(node.visits for node in root.below.values())])[-2:]
    return first - second > left


def _descend(root: Node, state: Any, turn: Turn, policy: Policy, chance: QuickChance) -> list[tuple[int, Node]]:
    """Follow the tree and add one node to it; the state goes along. Forced actions are no nodes."""
    engine, node, path = turn.engine, root, []
    while (seat := engine.turn(state)) >= 0:
        menu = engine.legal(state, seat)
        if len(menu) == 1:
            engine.advance(state, seat, menu[0], chance)
        elif seat != turn.seat and menu[0][0] in policy.secret:
            engine.advance(state, seat, policy.reflex(state, seat, menu, chance), chance)
        else:
            action, node = _choose(node, seat, policy.candidates(state, seat, menu), policy)
            engine.advance(state, seat, action, chance)
            path.append((seat, node))
            if not node.visits:
                break
    return path


def _choose(node: Node, seat: int, menu: Sequence[Action], policy: Policy) -> tuple[Action, Node]:
    """An action that was never tried, or the most promising one; of a large menu few until it is well known."""
    below, choice, most = node.below, menu[0], -1.0
    for action in menu[: policy.width + int(sqrt(node.visits))]:
        child = below.get((seat, action))
        if child is None:
            child = below[seat, action] = Node()
        child.offered += 1
        if not child.visits:
            return action, child
        bound = child.total / child.visits + policy.curiosity * sqrt(log(child.offered) / child.visits)
        if bound > most:
            most, choice = bound, action
    return choice, below[seat, choice]


def _play_on(state: Any, engine: Engine, policy: Policy, end: int, chance: QuickChance) -> None:
    """To the end of the line, everybody by reflex."""
    turn, legal, advance, reflex, clock = engine.turn, engine.legal, engine.advance, policy.reflex, policy.clock
    while clock(state) < end and (seat := turn(state)) >= 0:
        menu = legal(state, seat)
        advance(state, seat, menu[0] if len(menu) == 1 else reflex(state, seat, menu, chance), chance)
