"""Judges a whole match of a game that nobody has solved: every number is an estimate.

After each action that could be chosen a bot plays on for some rounds, many times, and `odds.py` says what is reached
then. What the deciding seat could not know is dealt again each time, the same for all actions, so a decision is judged
by what the seat knew. What seats choose in secret at the same time, quick reflexes choose: the best answer to a bot
that can be foreseen would look better than it is. Another action counts as better only if new matches, of which the
first look knew nothing, say so with a margin. Luck is what draws, and cards that others had hidden, made of a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.bots.base import Bot, Turn, victory_shares
from games.bots.judging.odds import Odds
from games.bots.judging.playing import play_until
from games.bots.rollouts import find_margin
from games.bots.search import Policy
from games.core.analysis.measures import (
    ROLLOUTS,
    SMALLEST_LOSS,
    Analysis,
    Analyst,
    Choice,
    JudgedMove,
    Shares,
)
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Engine
from games.core.records import Record, replay

#: matches after each action at the first look, after the best two to be sure, and after a move that draws
LOOK_MATCHES, SURE_MATCHES, DRAW_MATCHES = 20, 100, 50
#: actions that are compared
MOST_ACTIONS: Final = 14
#: In longer matches each decision is given fewer matches, so that no analysis takes much longer than another.
USUAL_DECISIONS: Final = 80
#: the values that are kept of a decision with many
_MOST_CHOICES: Final = 8
#: seeds between two decisions: more than matches are played for one
_SEEDS_OF_DECISION: Final = 10_000
_SEEDS_OF_LOOK: Final = 5_000


class Judge(NamedTuple):
    """What judging by rollouts must know of a game."""

    engine: Engine
    steady: Bot
    policy: Policy
    odds: Odds
    #: the bot plays on until so many more rounds have begun
    rounds_ahead: int
    #: (a state that the seat cannot tell from the true one, seat, action) -> why the action is good
    find_reason: Callable[[Any, int, Action], Reason]
    #: (state, seat, action) -> what the board outlines to show the action
    list_things: Callable[[Any, int, Action], list[str]]


class Verdict(NamedTuple):
    """What the rollouts said of one decision."""

    #: the mean of what the played action led to
    mean: Shares
    #: what it cost each seat, compared with the best; nothing if no action was clearly better
    losses: Shares
    #: half of the interval of 95 % of the loss of the seat
    margin: float
    #: the best first, each with what it is worth less than the best
    choices: list[tuple[Action, float]]


def mix_reflexes(steady: Bot, policy: Policy) -> Bot:
    """A bot that decides like `steady`, and makes its secret choices by reflex."""

    def choose(turn: Turn, chance: QuickChance) -> Action:
        if turn.menu[0][0] not in policy.secret_actions:
            return steady(turn, chance)
        return policy.reflex(turn.redeal(chance), turn.seat, turn.menu, chance)

    return choose


def make_analyst(judge: Judge) -> Analyst:
    """The analyst of a game."""

    def analyse(record: Record) -> Analysis:
        return _Analysing(judge, record).analyse()

    return analyse


class Player:
    """Plays on from positions of a game."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._bot = mix_reflexes(judge.steady, judge.policy)

    def play_on(self, state: Any, luck: QuickChance, began: int) -> Shares:
        """The shares of the seats some rounds after the line began; changes the state."""
        judge, progress = self._judge, self._judge.policy.progress
        end = began + judge.rounds_ahead
        play_until(judge.engine, self._bot, state, luck, lambda reached: progress(reached) >= end)
        if judge.engine.turn(state) < 0:
            return tuple(victory_shares(judge.engine, state))
        return tuple(judge.odds.estimate(state))

    def estimate(self, state: Any, matches: int) -> Shares:
        """The mean of what so many lines led to, which begin before the next decision."""
        began = self._judge.policy.progress(state)
        lines = [self._deal(state, seed) for seed in range(matches)]
        return _average([self.play_on(dealt, QuickChance(seed), began) for seed, dealt in enumerate(lines)])

    def measure_errors(self, state: Any, matches: int) -> list[float]:
        """How far the estimate of each seat is from what it won in so many whole matches."""
        whole = []
        for seed in range(matches):
            dealt = self._deal(state, seed)
            play_until(self._judge.engine, self._bot, dealt, QuickChance(seed), lambda _reached: False)
            whole.append(victory_shares(self._judge.engine, dealt))
        estimates = self.estimate(state, DRAW_MATCHES)
        return [abs(said - won) for said, won in zip(estimates, _average(whole), strict=True)]

    def _deal(self, state: Any, seed: int) -> Any:
        """What nobody can know is dealt again. The seeds are none of those of decisions."""
        return self._judge.engine.redeal(state, None, QuickChance(-1 - seed))


class _Analysing:
    """The analysis of one match."""

    def __init__(self, judge: Judge, record: Record) -> None:
        self._judge = judge
        self._record = record
        self._player = Player(judge)
        self._states = [step.state.copy() for step in replay(record)]
        self._effort = min(1.0, USUAL_DECISIONS / max(1, len(record.moves)))

    def analyse(self) -> Analysis:
        """Goes backwards, because what a move without a draw led to is the value of the next position."""
        seats = len(self._record.seats)
        last_values = values = self._find_last_values()
        moves: list[JudgedMove] = []
        for number in reversed(range(len(self._record.moves))):
            moves.append(self._judge_move(number, values))
            values = moves[-1].values
        deals = tuple(value - 1 / seats for value in values)
        return Analysis(moves[::-1], deals, last_values, ROLLOUTS)

    def _find_last_values(self) -> Shares:
        """The result, or what a match that was broken off promised."""
        engine, state = self._judge.engine, self._states[-1]
        if engine.turn(state) < 0:
            return tuple(victory_shares(engine, state))
        return self._player.estimate(state, self._count(DRAW_MATCHES))

    def _count(self, matches: int) -> int:
        return max(8, round(self._effort * matches))

    # --- one move

    def _judge_move(self, number: int, after: Shares) -> JudgedMove:
        """`after` has the values of the position that followed."""
        move, state = self._record.moves[number], self._states[number]
        engine, seat = self._judge.engine, move.seat
        draws = not engine.may_undo(state, seat, move.action)
        verdict = self._judge_decision(number, draws)
        chosen = verdict.mean if draws else after
        losses = _limit(verdict.losses, chosen, seat)
        values = _add(chosen, losses)
        better = verdict.choices[0][0] if losses[seat] >= SMALLEST_LOSS else None
        return JudgedMove(
            seat=seat,
            action=move.action,
            values=values,
            losses=losses,
            lucks=tuple(later - mean for later, mean in zip(after, chosen, strict=True)),
            choices=self._list_choices(verdict, values[seat], losses[seat], move.action),
            reason=None if better is None else self._explain(number, better),
            things=[] if better is None else self._judge.list_things(state, seat, better),
            margin=self._judge.odds.margins_by_seats.get(len(values), 0.0),
            loss_margin=verdict.margin if better is not None else 0.0,
        )

    def _judge_decision(self, number: int, draws: bool) -> Verdict:
        played, seat = self._record.moves[number].action, self._record.moves[number].seat
        actions = self._list_actions(number)
        nothing = tuple(0.0 for _ in self._record.seats)
        if len(actions) == 1:
            mean = self._play_out(number, actions, DRAW_MATCHES, 0)[played] if draws else [nothing]
            return Verdict(_average(mean), nothing, 0.0, [(played, 0.0)])
        looked = self._play_out(number, actions, LOOK_MATCHES, _SEEDS_OF_LOOK)
        promised = {action: _average(shares)[seat] for action, shares in looked.items()}
        rival = max((action for action in actions if action != played), key=promised.__getitem__)
        if promised[rival] <= promised[played]:
            sure = self._play_out(number, [played], DRAW_MATCHES, 0) if draws else looked
            return Verdict(_average(sure[played]), nothing, 0.0, _rank(promised, played, 0.0))
        sure = self._play_out(number, [played, rival], SURE_MATCHES, 0)
        pairs = zip(sure[rival], sure[played], strict=True)
        gaps = [tuple(one - other for one, other in zip(*pair, strict=True)) for pair in pairs]
        losses, margin = _average(gaps), find_margin([gap[seat] for gap in gaps])
        if losses[seat] <= margin:
            return Verdict(_average(sure[played]), nothing, 0.0, _rank(promised, played, 0.0))
        return Verdict(_average(sure[played]), losses, margin, _rank(promised, rival, losses[seat], played))

    def _list_actions(self, number: int) -> list[Action]:
        """The actions worth a thought, and in any case the one that was played."""
        move, state = self._record.moves[number], self._states[number]
        menu = self._judge.engine.legal(state, move.seat)
        dealt = self._judge.engine.redeal(state, move.seat, QuickChance(number))
        actions = list(self._judge.policy.candidates(dealt, move.seat, menu))[:MOST_ACTIONS]
        return actions if move.action in actions else [*actions, move.action]

    def _play_out(
        self, number: int, actions: Sequence[Action], matches: int, first_seed: int
    ) -> dict[Action, list[Shares]]:
        """What some matches after each action led to."""
        judge, seat = self._judge, self._record.moves[number].seat
        found: dict[Action, list[Shares]] = {action: [] for action in actions}
        for seed in self._list_seeds(number, matches, first_seed):
            dealt = judge.engine.redeal(self._states[number], seat, QuickChance(seed))
            judge.policy.reopen_choices(dealt, seat)
            for action in actions:
                state, luck = dealt.copy(), QuickChance(seed)
                judge.engine.advance(state, seat, action, luck)
                found[action].append(self._player.play_on(state, luck, judge.policy.progress(dealt)))
        return found

    def _list_seeds(self, number: int, matches: int, first_seed: int) -> Iterator[int]:
        first = _SEEDS_OF_DECISION * number + first_seed
        yield from range(first, first + self._count(matches))

    # --- what is told of it

    def _explain(self, number: int, better: Action) -> Reason:
        seat = self._record.moves[number].seat
        known = self._judge.engine.redeal(self._states[number], seat, QuickChance(number))
        return self._judge.find_reason(known, seat, better)

    def _list_choices(self, verdict: Verdict, best: float, loss: float, played: Action) -> list[Choice]:
        """The best actions, and in any case the one that was played."""
        listed = [Choice(action, max(0.0, best - gap)) for action, gap in verdict.choices[:_MOST_CHOICES]]
        if all(choice.action != played for choice in listed):
            listed.append(Choice(played, best - loss))
        return [
            Choice(choice.action, best - loss) if choice.action == played else choice for choice in listed
        ]


def _average(rows: Sequence[Sequence[float]]) -> Shares:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _add(values: Shares, losses: Shares) -> Shares:
    return tuple(value + loss for value, loss in zip(values, losses, strict=True))


def _limit(losses: Shares, chosen: Shares, seat: int) -> Shares:
    """The losses made smaller if a value would leave the range from 0 to 1 with them."""
    share = 1.0
    for loss, value in zip(losses, chosen, strict=True):
        room = 1 - value if loss > 0 else value
        if abs(loss) > room:
            share = min(share, room / abs(loss))
    return tuple(share * loss for loss in losses)


def _rank(
    promised: dict[Action, float], best: Action, loss: float, played: Action | None = None
) -> list[tuple[Action, float]]:
    """The actions with what each is worth less than the best; the first look said that of most."""
    gaps = {action: max(0.0, promised[best] - value) for action, value in promised.items()}
    if played is not None:
        gaps[played] = loss
    return sorted(gaps.items(), key=lambda item: (item[0] != best, item[1]))
