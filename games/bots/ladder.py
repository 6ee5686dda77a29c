"""How strong the bots are: matches between two of them, the seats in turn, and what the results allow to say.

Iterations are counted, never time, so a result is the same on every machine; the clock that is handed in measures
thought beside it. One stronger bot sits among weaker ones; with two seats that is one against one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import sqrt
from typing import Any, NamedTuple

from games.bots.base import Bot, ask_bot, victory_shares
from games.bots.levels import KNOWN, Levels, make_bot
from games.bots.plain import make_plain_searcher
from games.core.chance import QuickChance
from games.core.contract import Action, Engine, Json, begin_match

#: search without knowledge, by its iterations: a measure for a game whose menus are small
PLAIN = {"plain-1000": 1000}
#: who can be measured, from weak to strong
PLAYERS = (*KNOWN, *PLAIN)
#: 95 % of a normal distribution lie within so many standard deviations
SPREAD = 1.959964
#: matches of one seed; the next seed shares none of them
SEEDED = 1_000_000
#: what is aimed at against the level below: a rate with two seats, a multiple of the fair share with more
STEP_RATE, STEP_SHARE = 0.65, 1.5
#: what the strongest is to win against random and against plain search, two seats
TOP_RATE = {"random": 0.97, "plain-1000": 0.60}

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
    """One match: what the stronger bot won of it, and the thought of both kinds of bot."""

    won: float
    seconds: tuple[float, float]
    decisions: tuple[int, int]
    moves: str


def list_contests(game: str, seats: int, seed: int, *, meets_plain_search: bool) -> list[Contest]:
    """Every level against every weaker one; plain search where it is a measure."""
    pairs = [(stronger, weaker) for weaker, stronger in combinations(KNOWN, 2)]
    if meets_plain_search:
        pairs += [(KNOWN[-1], name) for name in PLAIN]
    return [Contest(game, seats, *pair, seed) for pair in pairs]


def find_target(contest: Contest) -> float | None:
    """The rate that the stronger one should reach, if there is such an aim."""
    stronger, weaker = contest.stronger, contest.weaker
    if contest.seats == 2 and stronger == KNOWN[-1] and weaker in TOP_RATE:
        return TOP_RATE[weaker]
    if (weaker, stronger) in pairwise(KNOWN):
        return STEP_RATE if contest.seats == 2 else STEP_SHARE / contest.seats
    return None


def make_player(engine: Engine, levels: Levels, name: str) -> Bot:
    return make_plain_searcher(engine, PLAIN[name]) if name in PLAIN else make_bot(levels, name)


def play_match(contest: Contest, number: int, clock: Clock, engine: Engine, levels: Levels) -> MatchResult:
    """A match of the contest; the same number gives the same match."""
    seats = contest.seats
    own = number % seats
    names = [contest.stronger if seat == own else contest.weaker for seat in range(seats)]
    bots = [make_player(engine, levels, name) for name in names]
    luck, *thoughts = _lucks(contest, number)
    moves: list[Action] = []
    seconds, decisions = [0.0] * 2, [0] * 2
    state, _ = begin_match(engine, seats, {}, luck)
    while (seat := engine.turn(state)) >= 0:
        began = clock()
        action = ask_bot(bots[seat], engine, state, seat, thoughts[seat])
        if len(engine.legal(state, seat)) > 1:
            seconds[seat != own] += clock() - began
            decisions[seat != own] += 1
        engine.advance(state, seat, action, luck)
        moves.append(action)
    won = victory_shares(engine, state)[own]
    return MatchResult(won, (seconds[0], seconds[1]), (decisions[0], decisions[1]), digest_moves(moves))


def _lucks(contest: Contest, number: int) -> Iterator[QuickChance]:
    """The luck of the table and that of each seat."""
    first = (contest.seed * SEEDED + number) * (contest.seats + 1)
    return (QuickChance(first + n) for n in range(contest.seats + 1))


def digest_moves(moves: list[Action]) -> str:
    """A short name of a match: who plays otherwise hardly ever has the same."""
    return hashlib.sha256(repr(moves).encode()).hexdigest()[:12]


def wilson_interval(won: float, matches: int) -> tuple[float, float]:
    """The interval that holds the true rate with a probability of 95 %."""
    rate, square = won / matches, SPREAD**2
    middle = rate + square / (2 * matches)
    half = SPREAD * sqrt(rate * (1 - rate) / matches + square / (4 * matches**2))
    whole = 1 + square / matches
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def start_line(contest: Contest, first: str) -> Json:
    """The line of a contest of which nothing was played yet; `first` names its first match."""
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
    """The line with some more matches, and all that follows from them."""
    matches, won = line["matches"] + len(played), line["won"] + sum(match.won for match in played)
    seconds = [line["cpu_seconds"][who] + sum(match.seconds[who] for match in played) for who in (0, 1)]
    decisions = [line["decisions"][who] + sum(match.decisions[who] for match in played) for who in (0, 1)]
    return line | {
        "matches": matches,
        "won": round(won, 3),
        "cpu_seconds": [round(spent, 3) for spent in seconds],
        "decisions": decisions,
        **_said(line["seats"], won, matches),
        "ms": [round(1000 * spent / max(1, count), 3) for spent, count in zip(seconds, decisions, strict=True)],
        "command": write_command(line, matches),
    }


def _said(seats: int, won: float, matches: int) -> Json:
    """Rate and share with their intervals; the share is 1 for one who is as good as the others."""
    rate, interval = won / matches, wilson_interval(won, matches)
    return {
        "rate": round(rate, 4),
        "interval": [round(end, 4) for end in interval],
        "share": round(rate * seats, 3),
        "share_interval": [round(end * seats, 3) for end in interval],
    }


def write_command(line: Json, matches: int) -> str:
    """What repeats the line."""
    where = f"--game {line['game']} --seats {line['seats']} --pairs {line['stronger']}:{line['weaker']}"
    return f"python -m games ladder {where} --matches {matches} --seed {line['seed']}"


def line_key(line: Json) -> tuple[Any, ...]:
    """Lines are told apart by these, and stand in this order."""
    names = [PLAYERS.index(line[who]) if line[who] in PLAYERS else -1 for who in ("weaker", "stronger")]
    return line["game"], line["seats"], *names, line["seed"]
