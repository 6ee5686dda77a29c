"""The luck of a move at a real table: what its request says that dice and cards showed.

The request gives values by the label of a draw. The label of a stock, such as `deck`, means the next card of
the stock. This card is entered in the setup before the move is played.
"""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Json, Malformed
from games.core.real_table.luck import EnteredChance, MissingLuck, TableSetup
from games.matches import replay
from games.matches.entered_luck.entries import list_awaited, with_entered_decision
from games.matches.entered_luck.setups import (
    ReplayedMatch,
    correct_log,
    find_drawn_place,
    has_stock,
    load_setup,
    play_again,
    store_setup,
)
from games.matches.errors import MatchError
from games.matches.storage import states
from games.matches.storage.rows import MatchRow


class EnteredLuck:
    """The draws of one move, and the state of the match in which it is played.

    The engine draws from it as from any `Chance`: other attributes are those of `EnteredChance`.
    """

    def __init__(self, match: MatchRow, value_by_label: Json | None) -> None:
        self._match = match
        self._value_by_label = value_by_label or {}
        self._setup = load_setup(match)
        self._replayed: ReplayedMatch | None = None
        self._chance = EnteredChance(self._value_by_label)
        self._enter_cards()
        self.state = self._replayed.state if self._replayed else states.load_state(match)

    def _enter_cards(self) -> None:
        """Enters the cards that the move turns up in the setup, and replays the match from it."""
        labels = [label for label in self._value_by_label if has_stock(self._setup, label)]
        if not labels:
            return
        earlier_draws = [step.drawn_values for step in replay.steps(self._match)]
        for label in labels:
            place = find_drawn_place(label, earlier_draws)
            if place not in self._setup.known:
                self._setup = self._enter_card(label, place, self._value_by_label[label])
                self._replayed = play_again(self._match, self._setup)

    def _enter_card(self, label: str, place: str, card: Any) -> TableSetup:
        try:
            return self._setup.with_entries({place: card}, "")
        except Malformed as error:
            raise self._setup.impossible(error.message, f"chance.{label}") from error

    def guard_cards_entered(self, action: Action) -> None:
        """Raises MatchError if cards lie open that nobody has entered yet.

        Actions that use no card may come earlier, such as rolling dice.
        """
        if action[0] in self._setup.luck.actions_before_entry:
            return
        if awaited := list_awaited(self._match, self._setup, self.state):
            raise MatchError("luck_awaited", awaits=awaited)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance, name)

    def explain(self, error: Malformed) -> Malformed:
        """The same error with the section of the rule; for missing luck with the cards that are possible."""
        if isinstance(error, MissingLuck):
            if error.among is None and not error.dice:
                error.among = self._setup.list_unknown_cards(error.label)
            return error
        return self._setup.impossible(error.message, error.where)

    def collect_draws(self) -> tuple[Json, int]:
        """The drawn values by label, and the position of the random stream, which does not change.

        ImpossibleLuck if people entered more than the action draws.
        """
        try:
            self._chance.finish()
        except Malformed as error:
            raise self.explain(error) from None
        return self._chance.take_draws(), self._match.chance_position

    def with_next_decision(self, match: MatchRow, state: Any) -> MatchRow:
        return with_entered_decision(match, self._setup, state)

    def store(self) -> None:
        """Stores the cards that the move has revealed, in the transaction that writes the move."""
        if self._replayed is not None:
            correct_log(self._match, self._replayed)
            store_setup(self._match.id, self._setup)


def choose_seat(held_seats: tuple[int, ...], deciding_seats: list[int], named_seat: int | None) -> int:
    """The seat that the request names; otherwise the first held seat that must decide, or the first held
    one.
    """
    if named_seat is not None:
        if named_seat not in held_seats:
            raise MatchError("not_your_seat")
        return named_seat
    for seat in deciding_seats:
        if seat in held_seats:
            return seat
    return held_seats[0]
