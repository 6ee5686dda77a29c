"""Luck that people enter at a real table, where they play with their own dice and cards.

A record begins with a whole setup: every card in its place. At a real table most cards lie face down, and
nobody can say which they are. So the setup of such a match has *known* places, for which people have entered
the card. In the other places, *stand-ins* lie: any cards that are not known elsewhere. People must enter an
unknown card as soon as it lies open. Then the match is replayed from the new setup. The same moves are still
possible, because nobody has used a card that lay face down.

A place has the same name as in the record: `deck[5]`, `dives[3][0]`, `starter`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.chance import ScriptedChance
from games.core.contract import Action, Engine, Json, Malformed, is_same_json

#: where the luck of a match comes from: the random stream of the site, or the dice and cards of people
FAIR, TABLE = "fair", "table"


class Stock(NamedTuple):
    """The cards of one kind, and how the setup lays them out."""

    #: the entry of the setup that holds them
    entry: str
    #: all of them in their canonical order; there may be more than the setup uses
    cards: tuple[Any, ...]
    #: the length of each list that holds them
    lengths: tuple[int, ...]
    #: whether the entry is a list of such lists
    is_nested: bool = False

    def list_places(self) -> list[str]:
        if not self.is_nested:
            return [f"{self.entry}[{index}]" for index in range(self.lengths[0])]
        return [
            f"{self.entry}[{row}][{index}]"
            for row, length in enumerate(self.lengths)
            for index in range(length)
        ]


class CardOrder(NamedTuple):
    """Cards of an action that people put down one after the other, in an order of their choice."""

    #: the field of the action that lists them
    field: str
    cards: list[Any]


class OfflineNotebook(NamedTuple):
    """What people can note while the network is gone; the site checks it when the network is back.

    `static/<game>/notebook.js` knows in which order the actions can come.
    """

    #: every action, but only one for cards that look the same; a field of an action is None if the notebook
    #: asks for it afterwards
    actions: Sequence[Action]
    #: things that an action or a draw can name and that are not cards of a stock
    cards: Sequence[Any]
    #: what the notebook must know of the cards
    facts: Json


@dataclass(frozen=True, kw_only=True, slots=True)
class TableLuck:
    """What a game says about luck that people enter."""

    game: str
    #: (seats) -> limit by entry of the setup that is a number: who begins, say, is a number below `seats`
    find_number_limits: Callable[[int], Mapping[str, int]]
    #: (seats, options, a setup) -> all cards that the setup lays out
    list_stocks: Callable[[int, Json, Json], Sequence[Stock]]
    #: (view of a spectator) -> the cards that lie open
    list_open_cards: Callable[[Json], Iterable[Any]]
    #: (view of a spectator at the end) -> the open cards that score; the others need not be entered any more
    list_scoring_cards: Callable[[Json], Iterable[Any]] = lambda view: ()
    #: entry of the setup, or label of a draw -> the section of the rule about it
    rule_section_by_entry: Mapping[str, str]
    #: the types of action that may draw something
    actions_that_may_draw: frozenset[str]
    #: the types of action that use no card, so that people may do them before they enter the cards that have
    #: just come to light
    actions_before_entry: frozenset[str] = frozenset()
    #: type of action -> the type that the same seat always does next, so that one tap enters both
    joined_actions: Mapping[str, str] = field(default_factory=dict)
    #: option -> the values with which the game can be played at a real table; options not named here may have
    #: any value
    allowed_values_by_option: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    #: (view of a spectator, seat, action of the menu) -> the cards whose order people choose, if there are
    #: any
    find_order: Callable[[Json, int, Action], CardOrder | None] | None = None
    #: (seats, a setup) -> what can be noted without a network; a game without it takes no notes
    make_offline_notebook: Callable[[int, Json], OfflineNotebook] | None = None
    #: whether the notebook is given all entries of the match, instead of a view from which it continues
    needs_all_entries: bool = False


class ImpossibleLuck(Malformed):
    """Raised for luck that cannot have happened at the table; it has the place and the rule's section."""

    def __init__(self, message: str, where: str, rule: str, game: str) -> None:
        super().__init__(message, where)
        self.rule, self.game = rule, game


class MissingLuck(Malformed):
    """Raised if an action draws something that nobody has entered."""

    def __init__(self, label: str, *, dice: int = 0, among: Sequence[Any] | None = None) -> None:
        super().__init__("what was drawn is missing", f"chance.{label}")
        self.label = label
        #: what is missing: this many dice, or one of these; both are empty if it comes from the stock named
        #: `label`
        self.dice, self.among = dice, among


class EnteredChance(ScriptedChance):
    """Returns what people have entered for an action."""

    def dice(self, label: str, count: int) -> tuple[int, ...]:
        if label not in self._script:
            raise MissingLuck(label, dice=count)
        return super().dice(label, count)

    def pick(self, label: str, items: Sequence[Any]) -> Any:
        if label not in self._script:
            raise MissingLuck(label, among=list(items))
        return super().pick(label, items)

    def note(self, label: str, value: Any) -> None:
        if label not in self._script:
            raise MissingLuck(label)
        super().note(label, value)


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The setup of one match as far as it is known."""

    luck: TableLuck
    seats: int
    options: Json
    #: the whole setup, with stand-ins for unknown cards
    setup: Json
    #: place -> what was entered there
    known: Json

    @property
    def stocks(self) -> Sequence[Stock]:
        return self.luck.list_stocks(self.seats, self.options, self.setup)

    def with_known(self, known: Json) -> TableSetup:
        """Returns the same match with these known places.

        The result does not depend on the order in which they were entered.
        """
        setup = dict(self.setup)
        setup |= {name: known.get(name, 0) for name in self.luck.find_number_limits(self.seats)}
        for stock in self.stocks:
            setup[stock.entry] = _lay_out(stock, known)
        return TableSetup(self.luck, self.seats, self.options, setup, known)

    def with_entries(self, entries: Json, where: str) -> TableSetup:
        """The match in which these places are known too; ImpossibleLuck gives the first wrong one."""
        known = dict(self.known)
        for place, value in entries.items():
            self._guard_possible(place, value, known, f"{where}.{place}" if where else place)
            known[place] = value
        return self.with_known(known)

    def _guard_possible(self, place: str, value: Any, known: Json, where: str) -> None:
        limit = self.luck.find_number_limits(self.seats).get(place)
        if place in known:
            raise self.impossible("this place has been entered already", where)
        if limit is not None:
            if type(value) is not int or not 0 <= value < limit:
                raise self.impossible(f"a number below {limit} is expected", where)
            return
        stock = self._find_stock(place)
        if stock is None:
            raise Malformed("the setup has no such place", where)
        if not any(is_same_json(value, card) for card in stock.cards):
            raise self.impossible("there is no such card", where)
        if value in list_known(stock, known):
            raise self.impossible("this card lies elsewhere already", where)

    def _find_stock(self, place: str) -> Stock | None:
        return next((stock for stock in self.stocks if place in stock.list_places()), None)

    def impossible(self, message: str, where: str) -> ImpossibleLuck:
        """The error for a place of the setup or of `chance`, with the section of its label."""
        parts = where.replace("[", ".").split(".")
        for entry, section in self.luck.rule_section_by_entry.items():
            if entry in parts:
                return ImpossibleLuck(message, where, section, self.luck.game)
        return ImpossibleLuck(message, where, "setup", self.luck.game)

    def find_awaited(self, view: Json, *, has_moves: bool, is_over: bool = False) -> list[str]:
        """The places that people must enter now: who begins, and the cards that lie open and are not known.

        `view` is that of a spectator. Once somebody has moved, it is clear who begins. When the match is
        over, only the cards that count must be entered.
        """
        numbers: list[str] = []
        if not has_moves:
            numbers = [name for name in self.luck.find_number_limits(self.seats) if name not in self.known]
        list_cards = self.luck.list_scoring_cards if is_over else self.luck.list_open_cards
        open_cards = list(list_cards(view))
        return numbers + [place for place, card in self._list_stand_ins() if card in open_cards]

    def _list_stand_ins(self) -> Iterator[tuple[str, Any]]:
        for stock in self.stocks:
            for place, card in zip(stock.list_places(), _flatten(self.setup[stock.entry]), strict=True):
                if place not in self.known:
                    yield place, card

    def list_unknown_cards(self, entry: str) -> list[Any]:
        """The cards of a stock that nobody has entered."""
        (stock,) = [stock for stock in self.stocks if stock.entry == entry]
        used = list_known(stock, self.known)
        return [card for card in stock.cards if card not in used]


def begin(engine: Engine, luck: TableLuck, seats: int, options: Json, given: Json) -> TableSetup:
    """A match in which only `given`, a part of a record's setup, is known."""
    guard_options(luck, options)
    unknown = engine.draw(seats, options, _ZeroChance())
    empty = TableSetup(luck, seats, options, unknown, {}).with_known({})
    return empty.with_entries(_list_places(empty, given), "setup")


def guard_options(luck: TableLuck, options: Json) -> None:
    for name, values in luck.allowed_values_by_option.items():
        if options.get(name) not in values:
            expected = " or ".join(map(repr, values))
            raise Malformed(f"at a real table {expected} is expected", f"options.{name}")


def list_known(stock: Stock, known: Json) -> list[Any]:
    """The cards of this stock that people have entered."""
    return [known[place] for place in stock.list_places() if place in known]


class _ZeroChance(ScriptedChance):
    """Draws only zeros, for a setup of which only the shape counts."""

    def below(self, n: int) -> int:
        return 0


def _list_places(empty: TableSetup, given: Json) -> Json:
    """The places of a part of a setup, each with its value.

    Null, which stands for an unknown card, is left out.
    """
    places: Json = {}
    stocks = {stock.entry: stock for stock in empty.stocks}
    for name, value in given.items():
        if name not in stocks:
            places[name] = value
            continue
        for index, row in enumerate(_require_list(value, name)):
            if not stocks[name].is_nested:
                places[f"{name}[{index}]"] = row
                continue
            cards = _require_list(row, f"{name}[{index}]")
            places |= {f"{name}[{index}][{depth}]": card for depth, card in enumerate(cards)}
    return {place: value for place, value in places.items() if value is not None}


def _require_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed("a list is expected", f"setup.{where}")
    return value


def _lay_out(stock: Stock, known: Json) -> list[Any]:
    used = list_known(stock, known)
    rest = iter([card for card in stock.cards if card not in used])
    cards = [known[place] if place in known else next(rest) for place in stock.list_places()]
    if not stock.is_nested:
        return cards
    rows, start = [], 0
    for length in stock.lengths:
        rows.append(cards[start : start + length])
        start += length
    return rows


def _flatten(entry: list[Any]) -> list[Any]:
    return [card for row in entry for card in (row if isinstance(row, list) else [row])]
