"""Monte Carlo tree search over what a seat knows.

Each iteration first deals again the cards that the seat cannot know. Then it follows one line of play through
the tree, adds one node to it, and plays on by reflex, which is a quick plausible choice. At the end it adds
the rewards of the seats to all nodes of the line.

Two things differ from the textbook. First, a node stands for the actions that led to it, whatever the draws
between them were (an open loop). Its menu therefore differs between visits, and the exploration bonus of an
action counts only the visits in which it was offered. Second, the hidden choices of other seats, which nobody
sees before all have chosen, are not searched: a reflex makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, Turn
from games.bots.certain_wins import find_certain_win
from games.core.chance import QuickChance
from games.core.contract import Action, Engine

#: (state, seat, menu, random numbers) -> a quick plausible action
Reflex = Callable[[Any, int, Sequence[Action], QuickChance], Action]
#: After this many iterations each time, the search checks whether the remaining ones can still change its
#: answer.
CHECK_EVERY = 512


def _keep_menu(state: Any, seat: int, menu: Sequence[Action]) -> Sequence[Action]:
    """All actions of the menu, in its order."""
    return menu


def _keep_choices(state: Any, seat: int) -> None:
    """Does nothing, for games without hidden choices."""


class Policy(NamedTuple):
    """What the search needs to know about a game.

    Every `state` was made by `redeal`, so nothing in it is secret.
    """

    #: how many lines of play the search follows for one decision
    iterations: int
    #: how seats play below the tree, and where the tree is not searched
    reflex: Reflex
    #: state -> the share of the victory of each seat, from 0 to 1; before the end of the match an estimate
    rewards: Callable[[Any], Sequence[float]]
    #: state -> how far the match has progressed: a number that never becomes smaller
    progress: Callable[[Any], int]
    #: a line of play ends when the progress has grown by this
    depth: int
    #: (state, seat, menu) -> the actions that the search considers, the most promising first
    candidates: Callable[[Any, int, Sequence[Action]], Sequence[Action]] = _keep_menu
    #: types of action that several seats choose at the same time, without seeing what the others choose
    hidden_action_types: frozenset[str] = frozenset()
    #: (state, seat) -> takes back the hidden choices that other seats have already made
    reopen_choices: Callable[[Any, int], None] = _keep_choices
    #: the factor of the exploration bonus: the greater it is, the more often the search tries rare actions
    curiosity: float = 0.5
    #: how many candidates a new node compares; a node that is visited often compares more
    width: int = 8
    #: whether to look for a win that nobody can prevent, because the search may prefer an action that wins
    #: nearly always
    takes_certain_wins: bool = False

    def hides_choice(self, menu: Sequence[Action]) -> bool:
        """True if the choice from the menu stays hidden: all its actions then have the same type."""
        type_of_first_action = menu[0][0]
        return type_of_first_action in self.hidden_action_types


def estimate_odds(lead: float, scale: float) -> float:
    """A reward for a lead that may still be lost: `scale` points more make the odds e times better."""
    return 1 / (1 + exp(-lead / scale))


def share_victory(final_scores: Sequence[Any]) -> list[float]:
    """The rewards at the end of a match: the seats with the best score share the reward of 1."""
    best = max(final_scores)
    share = 1 / final_scores.count(best)
    return [share if score == best else 0.0 for score in final_scores]


class Node:
    """One action after the actions that led to it, with the rewards of all lines of play through it."""

    __slots__ = ("children", "offered", "total_reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        #: how often it was a candidate when its parent was visited
        self.offered = 0
        #: the sum of the rewards of the seat that chose the action, over all visits
        self.total_reward = 0.0
        #: (seat, action) -> the node of an action that can come next
        self.children: dict[tuple[int, Action], Node] = {}


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

    def rank(choice: tuple[int, Action]) -> tuple[int, float]:
        node = root.children[choice]
        return node.visits, node.total_reward

    _seat, action = max(root.children, key=rank)
    return action


def grow_tree(turn: Turn, policy: Policy, iterations: int, chance: QuickChance) -> Node:
    """Grows the tree of a decision until the answer is certain or the iterations are used up.

    Returns its root.
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
        node.total_reward += rewards[seat]


def _is_decided(root: Node, iterations_left: int) -> bool:
    """True if the iterations that are left cannot make another action the most visited."""
    never_tried = [0, 0]  # so that there are always two actions to compare
    visits = sorted([*never_tried, *(node.visits for node in root.children.values())])
    return visits[-1] - visits[-2] > iterations_left


def _descend(
    root: Node, state: Any, turn: Turn, policy: Policy, chance: QuickChance
) -> list[tuple[int, Node]]:
    """Follows a line of play through the tree, and changes `state` in place accordingly.

    Returns the nodes of the line with the seats that chose them; the last node is new. A menu with one action
    makes no node.
    """
    engine, node = turn.engine, root
    path: list[tuple[int, Node]] = []
    while (seat := engine.turn(state)) >= 0:  # -1 at the end of the match
        menu = engine.legal(state, seat)
        if len(menu) == 1:
            engine.advance(state, seat, menu[0], chance)
        elif seat != turn.seat and policy.hides_choice(menu):
            engine.advance(state, seat, policy.reflex(state, seat, menu, chance), chance)
        else:
            action, node = _choose_action(node, seat, policy.candidates(state, seat, menu), policy)
            engine.advance(state, seat, action, chance)
            path.append((seat, node))
            if not node.visits:
                break
    return path


def _choose_action(
    node: Node, seat: int, candidates: Sequence[Action], policy: Policy
) -> tuple[Action, Node]:
    """The first candidate that was never tried, or the one with the highest upper confidence bound."""
    children = node.children
    best_action, best_bound = candidates[0], -1.0
    candidate_count = policy.width + int(sqrt(node.visits))
    for action in candidates[:candidate_count]:
        child = children.get((seat, action))
        if child is None:
            child = Node()
            children[seat, action] = child
        child.offered += 1
        if not child.visits:
            return action, child
        mean_reward = child.total_reward / child.visits
        exploration_bonus = policy.curiosity * sqrt(log(child.offered) / child.visits)
        if mean_reward + exploration_bonus > best_bound:
            best_action, best_bound = action, mean_reward + exploration_bonus
    return best_action, children[seat, best_action]


def _play_by_reflex(state: Any, engine: Engine, policy: Policy, end: int, chance: QuickChance) -> None:
    """Plays by reflex, for every seat, until the progress reaches `end`."""
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
