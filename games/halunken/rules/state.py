"""The position, and its conversion to JSON and back.

It has small integers and flat lists, so that a copy is fast.
"""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Event, Json, Malformed
from games.halunken.rules.tables import (
    ALL_CARDS_MASK,
    PER_DIVE,
    SCOUNDREL,
    SCOUNDREL_NAMES,
    SCOUNDRELS,
    SPACES,
    cards_of,
)

# what is being decided, in the order of a round (rules: round)
SETTLING: Final = 0
SETTLING_JACK: Final = 1
AUCTION: Final = 2
CHOOSING: Final = 3
RUM_NUMBER: Final = 4
RUM_JACK_NUMBER: Final = 5
BRAWL: Final = 6
MEETING: Final = 7
RAID: Final = 8
ALONE: Final = 9
OVER: Final = 10

#: fields whose value a copy shares, in the order in which `dump` writes them
_PLAIN_FIELDS = (
    "seats", "black_jack", "games", "game", "round", "phase", "decider", "step", "first_seat",
    "dealt_cards", "jack_pile", "jack_space", "jack_hand", "jack_card", "jack_number",
    "opener", "renter", "best_bid", "bidder", "answers_due", "victim",
)  # fmt: skip
#: fields whose list a copy copies; `crews`, a list of lists, is copied in `copy`
_LIST_FIELDS = (
    "taken_counts", "boat", "positions", "hands", "chosen_cards", "numbers", "jack_used", "movers",
    "raid_targets", "played", "recap", "finished_games",
)  # fmt: skip
#: field -> its name in stored matches, if that differs
_STORED_NAMES = {
    "decider": "who", "first_seat": "first", "dealt_cards": "deal", "jack_pile": "pile", "best_bid": "best",
    "answers_due": "to_act", "taken_counts": "taken", "positions": "pos", "chosen_cards": "chosen",
    "movers": "queue", "raid_targets": "passed", "finished_games": "finished",
}  # fmt: skip


class State:
    """One match between two decisions. -1 stands for nobody, nothing, nowhere."""

    __slots__ = (*_PLAIN_FIELDS, *_LIST_FIELDS, "crews")

    seats: int
    black_jack: bool
    games: int  # how many games the match has (rules: variant-long)
    game: int  # which game is played, from 1
    round: int  # 0 while the captains settle
    phase: int
    decider: int  # the first seat that must decide; -1 when over
    step: int  # number of decisions that were made one at a time; it makes their ids
    first_seat: int  # the seat that settled first; the ruling `cancelled-order` counts from it
    dealt_cards: list[int]  # 42 scoundrels, three to a dive, top first; never changed in place
    jack_pile: list[int]  # Black Jack's twelve cards, top first; never changed in place
    jack_space: int
    jack_hand: int  # two players: mask of Black Jack's cards not yet played
    jack_card: int  # two players: the card that the renter chose, 0 before
    jack_number: int  # how far Black Jack goes; 0 while unknown
    opener: int  # the seat that begins the auction
    renter: int  # the seat that plays Black Jack in this round
    best_bid: int  # a scoundrel
    bidder: int  # the seat of the best bid
    answers_due: int  # seats that have not yet answered the auction
    victim: int  # the seat whose scoundrel is being taken
    taken_counts: list[int]  # by space, the number of scoundrels that were taken from the dive
    boat: list[int]  # scoundrels
    positions: list[int]  # by seat, the space of its captain
    hands: list[int]  # by seat, mask of the remaining movement cards
    chosen_cards: list[int]  # by seat, its card of this round, 0 before
    numbers: list[int]  # by seat, how far its captain goes; 0 if the card was cancelled
    jack_used: list[int]  # Black Jack's cards in the order of the rounds
    movers: list[int]  # seats whose captains must still move, the next one last
    raid_targets: list[int]  # seats that Black Jack has passed and not robbed yet, the next one last
    played: list[tuple[int, ...]]  # by round, the revealed cards by seat
    recap: list[Event]  # events since the last reveal
    finished_games: list[Json]  # scores of the games played
    crews: list[list[int]]  # by seat, its scoundrels

    @property
    def duel(self) -> bool:
        """Whether two players play with Black Jack, which has special rules (rules: two-players)."""
        return self.black_jack and self.seats == 2

    def top_card(self, space: int) -> int:
        """The uppermost scoundrel of a dive; -1 if it is empty."""
        taken = self.taken_counts[space]
        return self.dealt_cards[PER_DIVE * space + taken] if taken < PER_DIVE else -1

    def copy(self) -> State:
        new = State.__new__(State)
        new.seats = self.seats
        new.black_jack = self.black_jack
        new.games = self.games
        new.game = self.game
        new.round = self.round
        new.phase = self.phase
        new.decider = self.decider
        new.step = self.step
        new.first_seat = self.first_seat
        new.dealt_cards = self.dealt_cards
        new.jack_pile = self.jack_pile
        new.jack_space = self.jack_space
        new.jack_hand = self.jack_hand
        new.jack_card = self.jack_card
        new.jack_number = self.jack_number
        new.opener = self.opener
        new.renter = self.renter
        new.best_bid = self.best_bid
        new.bidder = self.bidder
        new.answers_due = self.answers_due
        new.victim = self.victim
        new.taken_counts = self.taken_counts[:]
        new.boat = self.boat[:]
        new.positions = self.positions[:]
        new.hands = self.hands[:]
        new.chosen_cards = self.chosen_cards[:]
        new.numbers = self.numbers[:]
        new.jack_used = self.jack_used[:]
        new.movers = self.movers[:]
        new.raid_targets = self.raid_targets[:]
        new.played = self.played[:]
        new.recap = self.recap[:]
        new.finished_games = self.finished_games[:]
        new.crews = [crew[:] for crew in self.crews]
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, n) == getattr(other, n) for n in State.__slots__
        )

    __hash__ = None  # type: ignore[assignment]


def new_match(seats: int, *, black_jack: bool, games: int) -> State:
    """A match before the cards of its first game are dealt."""
    state = State()
    state.seats, state.black_jack, state.games = seats, black_jack, games
    state.game, state.step = 0, 0
    state.recap, state.finished_games = [], []
    return state


def lay_out(state: State, setup: Json) -> None:
    """Lays out the board of the next game from a checked setup (rules: setup)."""
    state.game += 1
    state.round, state.phase = 0, SETTLING
    state.first_seat = state.decider = setup["first"]
    state.dealt_cards = [SCOUNDREL[name] for dive in setup["dives"] for name in dive]
    state.jack_pile = list(setup.get("jack", ()))
    state.taken_counts = [0] * SPACES
    state.boat, state.crews = [], [[] for _ in range(state.seats)]
    state.positions, state.jack_space = [-1] * state.seats, -1
    state.hands, state.jack_hand = [ALL_CARDS_MASK] * state.seats, ALL_CARDS_MASK if state.duel else 0
    state.chosen_cards, state.numbers = [0] * state.seats, [0] * state.seats
    state.jack_card, state.jack_number, state.jack_used = 0, 0, []
    state.opener = state.renter = state.best_bid = state.bidder = state.victim = -1
    state.answers_due, state.movers, state.raid_targets, state.played = 0, [], [], []


def dump(state: State) -> Json:
    """The whole state as JSON, with scoundrels by name, so that people can read a stored state."""
    data: Json = {}
    for name in (*_PLAIN_FIELDS, *_LIST_FIELDS):
        value = getattr(state, name)
        data[_STORED_NAMES.get(name, name)] = list(value) if isinstance(value, list) else value
    data["deal"] = [SCOUNDREL_NAMES[card] for card in state.dealt_cards]
    data["boat"] = [SCOUNDREL_NAMES[card] for card in state.boat]
    data["best"] = SCOUNDREL_NAMES[state.best_bid] if state.best_bid >= 0 else None
    data["crews"] = [[SCOUNDREL_NAMES[card] for card in crew] for crew in state.crews]
    data["recap"] = [_to_lists(event) for event in state.recap]
    data["played"] = [list(cards) for cards in state.played]
    return data


def load(data: Json) -> State:
    state = State()
    try:
        for name in (*_PLAIN_FIELDS, *_LIST_FIELDS):
            value = data[_STORED_NAMES.get(name, name)]
            setattr(state, name, list(value) if isinstance(value, list) else value)
        state.dealt_cards = [SCOUNDREL[name] for name in data["deal"]]
        state.boat = [SCOUNDREL[name] for name in data["boat"]]
        state.best_bid = -1 if data["best"] is None else SCOUNDREL[data["best"]]
        state.crews = [[SCOUNDREL[name] for name in crew] for crew in data["crews"]]
        state.recap = [_to_tuples(event) for event in data["recap"]]
        state.played = [tuple(cards) for cards in data["played"]]
    except (KeyError, TypeError) as error:
        raise Malformed(f"not a stored match of Halunken ({error})", "state") from error
    return state


def _to_lists(value: Any) -> Any:
    return [_to_lists(item) for item in value] if isinstance(value, tuple) else value


def _to_tuples(value: Any) -> Any:
    return tuple(_to_tuples(item) for item in value) if isinstance(value, list) else value


def invariant(state: State) -> None:
    """Raises AssertionError if a scoundrel, a piece or a card is lost or doubled."""
    _check_scoundrels(state)
    _check_pieces(state)
    _check_movement_cards(state)
    assert (state.phase == OVER) == (state.decider < 0), "somebody decides until the end"


def _check_scoundrels(state: State) -> None:
    in_dives = []
    for space in range(SPACES):
        in_dives += state.dealt_cards[PER_DIVE * space + state.taken_counts[space] : PER_DIVE * (space + 1)]
    in_crews = [card for crew in state.crews for card in crew]
    everywhere = sorted(in_dives + in_crews + state.boat)
    assert everywhere == list(SCOUNDRELS), "each of the 42 scoundrels has one owner"


def _check_pieces(state: State) -> None:
    """Checks that no piece stands on the space of another, except for the captain who has just arrived."""
    pieces = [space for space in (*state.positions, state.jack_space) if space >= 0]
    assert all(space < SPACES for space in pieces), "every piece stands on the ring"
    shared_spaces = len(pieces) - len(set(pieces))
    assert shared_spaces == (1 if state.phase in (BRAWL, MEETING) else 0), "one piece to a space"


def _check_movement_cards(state: State) -> None:
    rounds = len(state.played)
    assert all(len(cards_of(hand)) + rounds == 8 for hand in state.hands), (
        "a card leaves each hand every round"
    )
    for seat, hand in enumerate(state.hands):
        played_cards = {cards[seat] for cards in state.played}
        left_twice = played_cards & set(cards_of(hand))
        assert len(played_cards) == rounds and not left_twice, "no card is played twice"
    assert len(state.jack_used) <= rounds and len(set(state.jack_used)) == len(state.jack_used), (
        "Jack's cards too"
    )
