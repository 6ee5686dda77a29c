"""Plays many matches and checks that their analyses obey three laws.

The mean luck is 0; luck plus skill is the result; and who plays better loses less by decisions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

from games.bots.base import ask_bot
from games.bots.ladder import Z_95
from games.bots.levels import Levels, make_bot
from games.core.analysis.measures import EQUAL_SHARE, find_luck, find_share, find_skill
from games.core.chance import QuickChance
from games.core.simulation import Case, play_match
from games.shanghaien.rules import ENGINE
from games.shanghaien.solver.analyst import analyse

#: Each match has one level in both seats. Most matches have one of these, which think fast.
FAST_LEVELS: Final = ("random", "easy", "steady")
#: one match in this many has the slow level
MASTER_ONE_IN, STRONG_ONE_IN = 50, 500


class JudgedMatch(NamedTuple):
    """The results of the analysis of a match."""

    level: str
    #: of seat 0
    luck: float
    #: the difference between luck plus skill of seat 0 and its result
    gap: float
    #: how many moves had a choice
    decisions: int
    #: by all decisions of both seats
    total_loss: float


def judge_matches(levels: Levels, seeds: range) -> Iterator[JudgedMatch]:
    """One match for each seed."""
    for seed in seeds:
        yield judge_match(levels, choose_level(seed), seed)


def choose_level(seed: int) -> str:
    if seed % STRONG_ONE_IN == 0:
        return "strong"
    return "master" if seed % MASTER_ONE_IN == 0 else FAST_LEVELS[seed % len(FAST_LEVELS)]


def judge_match(levels: Levels, level: str, seed: int) -> JudgedMatch:
    """The analysis of a match that a level plays against itself."""
    bot = make_bot(levels, level)

    def choose(state: Any, seat: int, luck: QuickChance) -> tuple[Any, ...]:
        return ask_bot(bot, ENGINE, state, seat, luck)

    record = play_match(Case(ENGINE, 2, {"extra_trick": False}), seed, choose)
    analysis = analyse(record)
    luck, skill = find_luck(analysis, 0), find_skill(analysis, 0)
    result = find_share(record, 0) - EQUAL_SHARE
    decisions = [move for move in analysis.moves if len(move.choices) > 1]
    return JudgedMatch(
        level=level,
        luck=luck,
        gap=abs(luck + skill - result),
        decisions=len(decisions),
        total_loss=sum(move.loss for move in decisions),
    )


class Laws:
    """The sums over the matches so far from which the laws are checked."""

    def __init__(self) -> None:
        self.lucks: list[float] = []
        self.greatest_gap = 0.0
        # by level
        self.decisions: dict[str, int] = defaultdict(int)
        self.total_loss: dict[str, float] = defaultdict(float)
        self.matches: dict[str, int] = defaultdict(int)

    def add(self, match: JudgedMatch) -> None:
        self.lucks.append(match.luck)
        self.greatest_gap = max(self.greatest_gap, match.gap)
        self.matches[match.level] += 1
        self.decisions[match.level] += match.decisions
        self.total_loss[match.level] += match.total_loss

    def find_mean_luck(self) -> tuple[float, float]:
        """The mean luck, and half of its 95 % confidence interval."""
        count = len(self.lucks)
        mean = sum(self.lucks) / count
        variance = sum((luck - mean) ** 2 for luck in self.lucks) / max(1, count - 1)
        return mean, Z_95 * sqrt(variance / count)

    def describe(self) -> Iterator[str]:
        mean, half = self.find_mean_luck()
        yield f"{len(self.lucks)} matches: mean luck {mean:+.4f} ± {half:.4f}, gap {self.greatest_gap:.1e}"
        for level, matches in self.matches.items():
            decisions = self.decisions[level]
            mean_loss = self.total_loss[level] / decisions
            yield f"{level}: {matches} matches, {mean_loss:.5f} lost a decision, n = {decisions}"
