"""Monte Carlo tree search over what a seat knows.

Each iteration deals the cards that the seat cannot know again, follows one line of play through the tree,
adds one node to it, plays on by reflex, and adds the rewards of the seats to all nodes of the line.

Two things differ from the textbook. First, a node stands for the actions that led to it, whatever luck came
between them (an open loop). Its menu therefore differs between visits, and the exploration bonus of an
action counts only the visits in which it was offered. Second, the secret choices that other seats make at
the same time are not searched: a reflex makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn
from games.bots.certain_wins import find_certain_win
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

Reflex = Callable[[Any, int, Sequence[Action], QuickChance], Action]
#: Every so many iterations the search checks whether the remaining iterations can still change its answer.
CHECK_EVERY = 512


def _keep_menu(state: Any, seat: int, menu: Sequence[Action]) -> Sequence[Action]:
    """For games whose whole menu is worth a thought."""
    return menu


def _keep_choices(state: Any, seat: int) -> None:
    """For games in which seats never choose in secret."""


class Policy(NamedTuple):
    """What the search must know about a game.

    Every `state` was made by `redeal`, so nothing in it is secret.
    """

    #: lines of play for one decision
    iterations: int
    #: (state, seat, menu, chance) -> a quick plausible action
    reflex: Reflex
    #: state -> for each seat a reward between 0 and 1, at the end of the match or before
    rewards: Callable[[Any], Sequence[float]]
    #: state -> how far the match has come: a number that never falls
    progress: Callable[[Any], int]
    #: a line ends when the progress is greater by so much than at its beginning
    depth: int
    #: (state, seat, menu) -> the actions worth a thought, the most promising first
    candidates: Callable[[Any, int, Sequence[Action]], Sequence[Action]] = _keep_menu
    #: types of action that several seats choose at the same time in secret
    secret_actions: frozenset[str] = frozenset()
    #: (state, seat) -> takes back what the other seats have already chosen in secret
    reopen_choices: Callable[[Any, int], None] = _keep_choices
    #: how much an action that was seldom tried is tried again
    curiosity: float = 0.5
    #: width + sqrt(visits) candidates are compared
    width: int = 8
    #: A win that nobody can prevent is taken, though the search may prefer an action that wins nearly always. Games in
    #: which each end is drawn need not look for one.
    takes_certain_wins: bool = False


def estimate_odds(lead: float, scale: float) -> float:
    """A reward for a lead that may still be lost: `scale` points more make the odds e times better."""
    return 1 / (1 + exp(-lead / scale))


def share_victory(finals: Sequence[Any]) -> list[float]:
    """The rewards at the end: the seats with the best of these win, and share the reward of 1."""
    best = max(finals)
    share = 1 / finals.count(best)
    return [share if final == best else 0.0 for final in finals]


class Node:
    """What is known of an action after the actions before it: its visits, and the rewards of the seat that
    did it.
    """

    __slots__ = ("below", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        #: how often it stood in the menu when its parent was visited
        self.offered = 0
        #: sum of the rewards
        self.total = 0.0
        #: (seat, action) -> what can come next
        self.below: dict[tuple[int, Action], Node] = {}


def make_searcher(policy: Policy, effort: float = 1.0) -> Bot:
    """A bot that searches with this policy; `effort` scales the number of iterations."""
    iterations = max(1, round(policy.iterations * effort))

    def search(turn: Turn, chance: QuickChance) -> Action:
        if len(turn.menu) == 1:
            return turn.menu[0]
        action = find_most_visited(grow_tree(turn, policy, iterations, chance))
        if policy.takes_certain_wins:
            return find_certain_win(turn, action) or action
        return action

    return search


def find_most_visited(root: Node) -> Action:
    """The most visited action, and among equally visited ones the action with the greatest rewards."""

    def visits_and_rewards(choice: tuple[int, Action]) -> tuple[int, float]:
        node = root.below[choice]
        return node.visits, node.total

    _, action = max(root.below, key=visits_and_rewards)
    return action


def grow_tree(turn: Turn, policy: Policy, iterations: int, chance: QuickChance) -> Node:
    """Grows the tree of a decision until the answer is certain or the iterations are used up; returns its
    root.
    """
    root = Node()
    for iterations_left in reversed(range(iterations)):
        state = turn.redeal(chance)
        policy.reopen_choices(state, turn.seat)
        end = policy.progress(state) + policy.depth
        path = _descend(root, state, turn, policy, chance)
        _play_by_reflex(state, turn.engine, policy, end, chance)
        _add_rewards(root, path, policy.rewards(state))
        if root.visits % CHECK_EVERY == 0 and _is_decided(root, iterations_left):
            break
    return root


def _add_rewards(root: Node, path: Sequence[tuple[int, Node]], rewards: Sequence[float]) -> None:
    root.visits += 1
    for seat, node in path:
        node.visits += 1
        node.total += rewards[seat]


def _is_decided(root: Node, iterations_left: int) -> bool:
    """True if the iterations that are left cannot make another action the most visited."""
    visits = sorted(node.visits for node in root.below.values())
    if len(visits) < 2:
        return sum(visits) > iterations_left
    return visits[-1] - visits[-2] > iterations_left


def _descend(
    root: Node, state: Any, turn: Turn, policy: Policy, chance: QuickChance
) -> list[tuple[int, Node]]:
    """Follows a line of play through the tree, and changes `state` in place accordingly.

    Returns the nodes of the line with the seats that chose them; the last node is new. A menu of one action
    makes no node.
    """
    engine, node = turn.engine, root
    path: list[tuple[int, Node]] = []
    while (seat := engine.turn(state)) >= 0:
        menu = engine.legal(state, seat)
        if len(menu) == 1:
            engine.advance(state, seat, menu[0], chance)
        elif seat != turn.seat and _is_secret_choice(menu, policy):
            engine.advance(state, seat, policy.reflex(state, seat, menu, chance), chance)
        else:
            action, node = _choose_action(node, seat, policy.candidates(state, seat, menu), policy)
            engine.advance(state, seat, action, chance)
            path.append((seat, node))
            if not node.visits:
                break
    return path


def _is_secret_choice(menu: Sequence[Action], policy: Policy) -> bool:
    """True if the seats choose in secret now: the actions of such a menu all have the same type."""
    type_of_first_action = menu[0][0]
    return type_of_first_action in policy.secret_actions


def _choose_action(
    node: Node, seat: int, candidates: Sequence[Action], policy: Policy
) -> tuple[Action, Node]:
    """The first candidate that was never tried, or the one with the highest upper confidence bound."""
    below, best_action, best_bound = node.below, candidates[0], -1.0
    considered = policy.width + int(sqrt(node.visits))
    for action in candidates[:considered]:
        child = below.get((seat, action))
        if child is None:
            child = below[seat, action] = Node()
        child.offered += 1
        if not child.visits:
            return action, child
        bound = child.total / child.visits + policy.curiosity * sqrt(log(child.offered) / child.visits)
        if bound > best_bound:
            best_bound, best_action = bound, action
    return best_action, below[seat, best_action]


def _play_by_reflex(state: Any, engine: Engine, policy: Policy, end: int, chance: QuickChance) -> None:
    """Plays until the progress reaches `end`, every seat by reflex."""
    # Local names are faster, and a search spends most of its time in this loop.
    turn, legal, advance, reflex, progress = (
        engine.turn,
        engine.legal,
        engine.advance,
        policy.reflex,
        policy.progress,
    )
    while progress(state) < end and (seat := turn(state)) >= 0:
        menu = legal(state, seat)
        action = menu[0] if len(menu) == 1 else reflex(state, seat, menu, chance)
        advance(state, seat, action, chance)
