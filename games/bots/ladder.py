"""How strong the bots are: matches between two of them, the seats in turn, and what the results allow to say.

Iterations are counted, never time, so a result is the same on every machine; the clock that is handed in
measures thought beside it. One stronger bot sits among weaker ones; with two seats that is one against one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, ask_bot, victory_shares
from games.bots.levels import KNOWN, MASTER, RANDOM, Levels, make_bot
from games.bots.plain import make_plain_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine, Json, begin_match

#: players that search without knowledge -> their iterations
PLAIN = {"plain-1000": 1000}
#: who can be measured, from weak to strong
PLAYERS = (*KNOWN, *PLAIN)
#: 95 % of a normal distribution lie within so many standard deviations of its mean
Z_95 = 1.959964
#: a seed has so many matches; the next seed shares none of them
MATCHES_OF_SEED = 1_000_000
#: a level should win this against the level below it: a rate with two seats, a multiple of an equal share
#: with more
TARGET_RATE, TARGET_SHARE = 0.65, 1.5
#: with two seats the strong level should win this against these players
TARGET_RATES_OF_STRONG = {"random": 0.97, "plain-1000": 0.60}
#: and the master this against the strong level
TARGET_RATE_OF_MASTER = 0.60

Clock = Callable[[], float]


class Contest(NamedTuple):
    """A stronger bot among weaker ones."""

    game: str
    seats: int
    stronger: str
    weaker: str
    seed: int = 1

    @property
    def pair(self) -> str:
        return f"{self.stronger}:{self.weaker}"


class MatchResult(NamedTuple):
    """One match. The pairs are for the stronger bot and for all weaker ones together."""

    #: the share of the victory that the stronger bot has
    won: float
    #: how long they thought, and about how many decisions
    seconds: tuple[float, float]
    decisions: tuple[int, int]
    #: digest of all moves
    moves: str


def list_contests(game: str, seats: int, seed: int, levels: Levels) -> list[Contest]:
    """A contest of every level with every weaker one, and perhaps of the strong level with plain search."""
    names = (RANDOM, *levels.list_names())
    pairs = [(stronger, weaker) for weaker, stronger in combinations(names, 2)]
    if levels.meets_plain_search:
        pairs += [("strong", name) for name in PLAIN]
    return [Contest(game, seats, *pair, seed) for pair in pairs]


def find_target(contest: Contest) -> float | None:
    """The rate at which the stronger bot should win, or None if nobody asks for one."""
    stronger, weaker = contest.stronger, contest.weaker
    if contest.seats == 2 and stronger == "strong" and weaker in TARGET_RATES_OF_STRONG:
        return TARGET_RATES_OF_STRONG[weaker]
    if contest.seats == 2 and (weaker, stronger) == ("strong", MASTER):
        return TARGET_RATE_OF_MASTER
    if (weaker, stronger) in pairwise(KNOWN):
        return TARGET_RATE if contest.seats == 2 else TARGET_SHARE / contest.seats
    return None


def make_player(engine: Engine, levels: Levels, name: str) -> Bot:
    """The bot of one of PLAYERS."""
    if name in PLAIN:
        return make_plain_searcher(engine, PLAIN[name])
    return make_bot(levels, name)


def play_match(contest: Contest, number: int, clock: Clock, engine: Engine, levels: Levels) -> MatchResult:
    """A match of the contest; the same number gives the same match."""
    seats = contest.seats
    own = number % seats
    names = [contest.stronger if seat == own else contest.weaker for seat in range(seats)]
    bots = [make_player(engine, levels, name) for name in names]
    luck, *luck_by_seat = _make_luck(contest, number)
    moves: list[Action] = []
    seconds, decisions = [0.0, 0.0], [0, 0]
    state, _ = begin_match(engine, seats, {}, luck)
    while (seat := engine.turn(state)) >= 0:
        began = clock()
        action = ask_bot(bots[seat], engine, state, seat, luck_by_seat[seat])
        if len(engine.legal(state, seat)) > 1:
            side = 0 if seat == own else 1
            seconds[side] += clock() - began
            decisions[side] += 1
        engine.advance(state, seat, action, luck)
        moves.append(action)
    won = victory_shares(engine, state)[own]
    return MatchResult(won, (seconds[0], seconds[1]), (decisions[0], decisions[1]), digest_moves(moves))


def _make_luck(contest: Contest, number: int) -> Iterator[QuickChance]:
    """The luck of the table and that of each seat."""
    first = (contest.seed * MATCHES_OF_SEED + number) * (contest.seats + 1)
    return (QuickChance(first + n) for n in range(contest.seats + 1))


def digest_moves(moves: list[Action]) -> str:
    """A short name of a match: bots that play otherwise hardly ever get the same."""
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:12]


def wilson_interval(won: float, matches: int) -> tuple[float, float]:
    """The interval that holds the true rate with a probability of 95 %."""
    rate, square = won / matches, Z_95**2
    middle = rate + square / (2 * matches)
    half = Z_95 * sqrt(rate * (1 - rate) / matches + square / (4 * matches**2))
    whole = 1 + square / matches
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def start_line(contest: Contest, first: str) -> Json:
    """The line of a contest of which nothing was played yet; `first` is the digest of its first match."""
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
    """The line with some more matches, and with all figures that follow from them."""
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
    """Rate and share with their intervals.

    The share is the rate in fair shares: 1 for a bot as good as the others.
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
    """What tells lines apart. The lines of a file stand in its order."""
    names = [PLAYERS.index(line[who]) if line[who] in PLAYERS else -1 for who in ("weaker", "stronger")]
    return line["game"], line["seats"], *names, line["seed"]
