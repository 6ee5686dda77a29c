"""Judges a whole match of a game that nobody has solved: every number is an estimate.

`decisions.py` judges each decision by rollouts: a bot plays on from a position many times. Luck is the
difference between the value of the next position and the value that the action led one to expect; it comes
from draws, and from cards that others held hidden.
"""

from __future__ import annotations

from typing import Any, Final

from games.bots.base import victory_shares
from games.bots.judging.decisions import MATCHES_FOR_ESTIMATE, DecisionJudge, Verdict
from games.bots.judging.judged_game import JudgedGame, RolloutPlayer
from games.core.analysis.measures import (
    MAX_SHOWN_CHOICES,
    ROLLOUTS,
    SMALLEST_LOSS,
    Analysis,
    Analyst,
    Choice,
    JudgedMove,
    NumbersBySeat,
)
from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action
from games.core.records import Record, replay

#: A match with more moves than this gets fewer rollouts for each, so that no analysis takes much longer than
#: another.
USUAL_DECISIONS: Final = 80


def make_analyst(game: JudgedGame) -> Analyst:
    """The analyst of a game."""

    def analyse(record: Record) -> Analysis:
        return _MatchAnalyst(game, record).analyse()

    return analyse


class _MatchAnalyst:
    """Analyses one match."""

    def __init__(self, game: JudgedGame, record: Record) -> None:
        self._game = game
        self._record = record
        self._states = [step.state.copy() for step in replay(record)]
        self._player = RolloutPlayer(game)
        effort = min(1.0, USUAL_DECISIONS / max(1, len(record.moves)))
        self._decisions = DecisionJudge(game, self._player, len(record.seats), effort)

    def analyse(self) -> Analysis:
        """Judges the last move first: a move without a draw has the value of the next position."""
        last_values = self._find_last_values()
        values = last_values
        moves: list[JudgedMove] = []
        for number in reversed(range(len(self._record.moves))):
            move = self._judge_move(number, values_after=values)
            moves.append(move)
            values = move.values
        moves.reverse()
        equal_share = 1 / len(self._record.seats)
        deal_lucks = tuple(value - equal_share for value in values)
        return Analysis(moves, deal_lucks, last_values, method=ROLLOUTS)

    def _find_last_values(self) -> NumbersBySeat:
        """The result; if the match was broken off, an estimate of it."""
        engine, state = self._game.engine, self._states[-1]
        is_over = engine.turn(state) < 0
        if is_over:
            return tuple(victory_shares(engine, state))
        return self._player.estimate(state, self._decisions.scale_to_effort(MATCHES_FOR_ESTIMATE))

    def _judge_move(self, number: int, values_after: NumbersBySeat) -> JudgedMove:
        move, state = self._record.moves[number], self._states[number]
        seat = move.seat
        # A move may be taken back unless it drew or revealed something.
        has_luck = not self._game.engine.may_undo(state, seat, move.action)
        verdict = self._decisions.judge(number, state, seat, move.action, draws=has_luck)
        values_of_action = verdict.mean if has_luck else values_after
        losses = _limit_losses(verdict.losses, values_of_action)
        # the values after the best action
        values = tuple(value + loss for value, loss in zip(values_of_action, losses, strict=True))
        best_action, _loss = verdict.choices[0]
        better = best_action if losses[seat] >= SMALLEST_LOSS else None
        return JudgedMove(
            seat=seat,
            action=move.action,
            values=values,
            losses=losses,
            lucks=tuple(after - mean for after, mean in zip(values_after, values_of_action, strict=True)),
            choices=[
                choice._replace(facts=self._game.find_facts(state, seat, choice.action))
                for choice in _list_choices(verdict, values[seat], losses[seat], move.action)
            ],
            reason=None if better is None else self._explain(number, state, seat, better),
            # the cards and pieces that the board highlights to show the better action
            things=[] if better is None else self._game.list_things(state, seat, better),
            margin=self._game.odds_model.error_by_seat_count.get(len(values), 0.0),
            loss_margin=0.0 if better is None else verdict.margin,
        )

    def _explain(self, number: int, state: Any, seat: int, better: Action) -> Reason:
        """The reason why an action was better, from what the seat could know."""
        redealt = self._game.engine.redeal(state, seat, QuickChance(seed=number))
        return self._game.find_reason(redealt, seat, better)


def _list_choices(verdict: Verdict, best_value: float, loss: float, played: Action) -> list[Choice]:
    """The best actions with their values, and in any case the one that was played."""
    choices = []
    for action, gap in verdict.choices[:MAX_SHOWN_CHOICES]:
        # The loss of the played action was limited to the possible range, the gaps of the others were not.
        value = best_value - loss if action == played else max(0.0, best_value - gap)
        choices.append(Choice(action, value))
    if all(choice.action != played for choice in choices):
        choices.append(Choice(played, best_value - loss))
    return choices


def _limit_losses(losses: NumbersBySeat, values: NumbersBySeat) -> NumbersBySeat:
    """The losses, scaled down by one factor if otherwise a value plus its loss would leave 0 to 1.

    A loss is added to the value of its seat. It is negative if the action was good for another seat.
    """
    factor = 1.0
    for loss, value in zip(losses, values, strict=True):
        room = 1 - value if loss > 0 else value
        if abs(loss) > room:
            factor = min(factor, room / abs(loss))
    return tuple(factor * loss for loss in losses)
