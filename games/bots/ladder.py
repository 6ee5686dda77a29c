"""Measures how strong the bots are: pairs of bots play matches with the seats taken in turn, and confidence
intervals say how sure the rates are.

A bot gets a number of iterations, never a time, so a result is the same on every machine. The clock that is
passed in only measures how long the bots think. One stronger bot plays against weaker ones, with two seats
against one. The random numbers come from `QuickChance`, the source of luck for bots.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, ask_bot, victory_shares
from games.bots.levels import LEVELS_WITH_RANDOM, MASTER, RANDOM, Levels, make_bot
from games.bots.plain import make_plain_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine, Json, begin_match

#: players that search without any knowledge of the game -> their iterations
PLAIN = {"plain-1000": 1000}
#: all players that can be measured, from weak to strong
PLAYERS = (*LEVELS_WITH_RANDOM, *PLAIN)
#: 95 % of a normal distribution lie within this many standard deviations of its mean
Z_95 = 1.959964
#: how many matches a seed can have, so that different seeds never play the same match
MATCHES_PER_SEED = 1_000_000
#: the win rate that a level should reach against the next weaker one with two seats
TARGET_RATE = 0.65
#: with more seats, its win rate should be this multiple of an equal share
TARGET_SHARE = 1.5
#: player -> the win rate that the strong level should reach against it with two seats
TARGET_RATES_OF_STRONG = {"random": 0.97, "plain-1000": 0.60}
#: the win rate that the master should reach against the strong level with two seats
TARGET_RATE_OF_MASTER = 0.60

Clock = Callable[[], float]


class Contest(NamedTuple):
    """The matches of one stronger bot against weaker ones."""

    game: str
    seats: int
    stronger: str
    weaker: str
    seed: int = 1

    @property
    def pair(self) -> str:
        return f"{self.stronger}:{self.weaker}"


class MatchResult(NamedTuple):
    """The result of one match.

    In each pair the first number is of the stronger bot, the second of all weaker ones.
    """

    #: the share of the victory that the stronger bot had
    won: float
    #: how long they thought, and how many decisions with a choice they made
    seconds: tuple[float, float]
    decisions: tuple[int, int]
    #: a digest of all moves
    moves: str


def list_contests(game: str, seats: int, seed: int, levels: Levels) -> list[Contest]:
    """A contest of every level with every weaker one.

    If the levels of the game say so, there is also one of the strong level with plain search.
    """
    names = (RANDOM, *levels.list_names())
    pairs = [(stronger, weaker) for weaker, stronger in combinations(names, 2)]
    if levels.is_compared_with_plain_search:
        pairs += [("strong", name) for name in PLAIN]
    return [
        Contest(game=game, seats=seats, stronger=stronger, weaker=weaker, seed=seed)
        for stronger, weaker in pairs
    ]


def find_target(contest: Contest) -> float | None:
    """The rate at which the stronger bot should win, or None if there is no target."""
    stronger, weaker = contest.stronger, contest.weaker
    if contest.seats == 2 and stronger == "strong" and weaker in TARGET_RATES_OF_STRONG:
        return TARGET_RATES_OF_STRONG[weaker]
    if contest.seats == 2 and (weaker, stronger) == ("strong", MASTER):
        return TARGET_RATE_OF_MASTER
    if (weaker, stronger) in pairwise(LEVELS_WITH_RANDOM):
        return TARGET_RATE if contest.seats == 2 else TARGET_SHARE / contest.seats
    return None


def make_player(engine: Engine, levels: Levels, name: str) -> Bot:
    """The bot with this name of PLAYERS."""
    if name in PLAIN:
        return make_plain_searcher(engine, PLAIN[name])
    return make_bot(levels, name)


def play_match(contest: Contest, number: int, clock: Clock, engine: Engine, levels: Levels) -> MatchResult:
    """The result of a match of the contest; the same number gives the same match."""
    seats = contest.seats
    seat_of_stronger = number % seats
    names = [contest.stronger if seat == seat_of_stronger else contest.weaker for seat in range(seats)]
    bots = [make_player(engine, levels, name) for name in names]
    luck, *luck_by_seat = _make_luck(contest, number)
    moves: list[Action] = []
    seconds, decisions = [0.0, 0.0], [0, 0]
    no_options: Json = {}
    state, _ = begin_match(engine, seats, no_options, luck)
    while (seat := engine.turn(state)) >= 0:  # -1 when the match is over
        began = clock()
        action = ask_bot(bots[seat], engine, state, seat, luck_by_seat[seat])
        if len(engine.legal(state, seat)) > 1:
            side = 0 if seat == seat_of_stronger else 1
            seconds[side] += clock() - began
            decisions[side] += 1
        engine.advance(state, seat, action, luck)
        moves.append(action)
    won = victory_shares(engine, state)[seat_of_stronger]
    return MatchResult(won, (seconds[0], seconds[1]), (decisions[0], decisions[1]), digest_moves(moves))


def _make_luck(contest: Contest, number: int) -> Iterator[QuickChance]:
    """The luck of the table and that of each seat."""
    # Each match needs one seed for the table and one for each seat.
    seeds_per_match = contest.seats + 1
    first_seed = (contest.seed * MATCHES_PER_SEED + number) * seeds_per_match
    return (QuickChance(first_seed + n) for n in range(seeds_per_match))


def digest_moves(moves: list[Action]) -> str:
    """A digest of the moves. Two matches with different moves practically never have the same one."""
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:12]


def wilson_interval(won: float, matches: int) -> tuple[float, float]:
    """The interval that contains the true rate with a probability of 95 % (Wilson score interval)."""
    rate, square = won / matches, Z_95**2
    middle = rate + square / (2 * matches)
    half = Z_95 * sqrt(rate * (1 - rate) / matches + square / (4 * matches**2))
    whole = 1 + square / matches
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def start_line(contest: Contest, first: str) -> Json:
    """A result line for a contest with no matches yet; `first` is the digest of its first match."""
    return {
        "game": contest.game,
        "seats": contest.seats,
        "stronger": contest.stronger,
        "weaker": contest.weaker,
        "seed": contest.seed,
        "first": first,
        "matches": 0,
        "won": 0.0,
        "cpu_seconds": [0.0, 0.0],
        "decisions": [0, 0],
    }


def add_matches(line: Json, played: list[MatchResult]) -> Json:
    """The result line with some more matches, and with all figures that follow from them."""
    matches = line["matches"] + len(played)
    won = line["won"] + sum(match.won for match in played)
    seconds, decisions = list(line["cpu_seconds"]), list(line["decisions"])
    for match in played:
        for side in (0, 1):
            seconds[side] += match.seconds[side]
            decisions[side] += match.decisions[side]
    milliseconds = [round(1000 * seconds[side] / max(1, decisions[side]), 3) for side in (0, 1)]
    return line | {
        "matches": matches,
        "won": round(won, 3),
        "cpu_seconds": [round(spent, 3) for spent in seconds],
        "decisions": decisions,
        **_describe_rate(line["seats"], won, matches),
        "ms": milliseconds,
        "command": write_command(line, matches),
    }


def _describe_rate(seats: int, won: float, matches: int) -> Json:
    """The rate and the share with their intervals.

    The share is the rate divided by that of an equal bot, which is 1 / seats.
    """
    rate, interval = won / matches, wilson_interval(won, matches)
    return {
        "rate": round(rate, 4),
        "interval": [round(end, 4) for end in interval],
        "share": round(rate * seats, 3),
        "share_interval": [round(end * seats, 3) for end in interval],
    }


def write_command(line: Json, matches: int) -> str:
    """The command that plays the matches of the line again."""
    contest = f"--game {line['game']} --seats {line['seats']} --pairs {line['stronger']}:{line['weaker']}"
    return f"python -m games ladder {contest} --matches {matches} --seed {line['seed']}"


def line_key(line: Json) -> tuple[Any, ...]:
    """The identity of a line; the lines of a file are sorted by it.

    Players that no longer exist come first.
    """
    ranks = [PLAYERS.index(line[who]) if line[who] in PLAYERS else -1 for who in ("weaker", "stronger")]
    return line["game"], line["seats"], *ranks, line["seed"]
