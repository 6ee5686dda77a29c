"""The whole position: small integers and flat lists, so that a copy costs little; JSON both ways."""

from __future__ import annotations

from typing import Any, Final

from games.core.contract import Event, Json, Malformed
from games.halunken.rules.tables import FULL_HAND, NAME, PER_DIVE, SCOUNDREL, SCOUNDRELS, SPACES, cards_of

# What is being decided; the order of a round (rules: round).
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

#: copied one by one; lists that change are in `_LISTS`, and a crew is a list of its own
_PLAIN = (
    "seats", "black_jack", "games", "game", "round", "phase", "who", "step", "first",
    "deal", "pile", "jack_space", "jack_hand", "jack_card", "jack_number",
    "opener", "renter", "best", "bidder", "to_act", "victim",
)  # fmt: skip
_LISTS = (
    "taken", "boat", "pos", "hands", "chosen", "numbers", "jack_used", "queue", "passed", "played", "recap", "finished",
)  # fmt: skip


class State:
    """One match between two decisions. -1 stands for nobody, nothing, nowhere."""

    __slots__ = (*_PLAIN, *_LISTS, "crews")

    seats: int
    black_jack: bool
    games: int
    game: int  # which of `games`, from 1
    round: int  # 0 while the captains settle
    phase: int
    who: int  # the first seat that must decide; -1 when over
    step: int  # decisions taken one at a time so far: makes their ids
    first: int  # the seat that settled first: seat 1 of ruling 4
    deal: list[int]  # 42 scoundrels, three to a dive, top first; never changed in place
    pile: list[int]  # Black Jack's twelve cards, top first; never changed in place
    jack_space: int
    jack_hand: int  # two players: mask of Black Jack's cards not yet played
    jack_card: int  # two players: what the renter chose, 0 before
    jack_number: int  # how far Black Jack goes; 0 while unknown
    opener: int
    renter: int
    best: int  # the best bid
    bidder: int
    to_act: int  # seats that have not yet answered the auction
    victim: int  # whose scoundrel is being taken
    taken: list[int]  # scoundrels gone from each dive
    boat: list[int]
    pos: list[int]
    hands: list[int]  # masks of the movement cards left
    chosen: list[int]  # this round's card, 0 before
    numbers: list[int]  # how far each captain goes; 0 when cancelled
    jack_used: list[int]  # Black Jack's cards in the order of the rounds
    queue: list[int]  # captains yet to move, the next one last
    passed: list[int]  # captains whom Black Jack has yet to rob, the next one last
    played: list[tuple[int, ...]]  # revealed cards, a tuple per round
    recap: list[Event]  # what happened since the last reveal
    finished: list[Json]  # scores of the games played
    crews: list[list[int]]

    @property
    def duel(self) -> bool:
        """Two players with Black Jack have rules of their own (rules: two-players)."""
        return self.black_jack and self.seats == 2

    def top(self, space: int) -> int:
        """The uppermost scoundrel of a dive, -1 when it is empty."""
        gone = self.taken[space]
        return self.deal[PER_DIVE * space + gone] if gone < PER_DIVE else -1

    def copy(self) -> State:
        new = State.__new__(State)
        new.seats = self.seats
        new.black_jack = self.black_jack
        new.games = self.games
        new.game = self.game
        new.round = self.round
        new.phase = self.phase
        new.who = self.who
        new.step = self.step
        new.first = self.first
        new.deal = self.deal
        new.pile = self.pile
        new.jack_space = self.jack_space
        new.jack_hand = self.jack_hand
        new.jack_card = self.jack_card
        new.jack_number = self.jack_number
        new.opener = self.opener
        new.renter = self.renter
        new.best = self.best
        new.bidder = self.bidder
        new.to_act = self.to_act
        new.victim = self.victim
        new.taken = self.taken[:]
        new.boat = self.boat[:]
        new.pos = self.pos[:]
        new.hands = self.hands[:]
        new.chosen = self.chosen[:]
        new.numbers = self.numbers[:]
        new.jack_used = self.jack_used[:]
        new.queue = self.queue[:]
        new.passed = self.passed[:]
        new.played = self.played[:]
        new.recap = self.recap[:]
        new.finished = self.finished[:]
        new.crews = [crew[:] for crew in self.crews]
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, n) == getattr(other, n) for n in State.__slots__)

    __hash__ = None  # type: ignore[assignment]


def begin(seats: int, *, black_jack: bool, games: int) -> State:
    """A match before its first game is dealt."""
    state = State()
    state.seats, state.black_jack, state.games = seats, black_jack, games
    state.game, state.step = 0, 0
    state.recap, state.finished = [], []
    return state


def lay_out(state: State, setup: Json) -> None:
    """The board of one game (rules: setup); `setup` has been checked."""
    state.game += 1
    state.round, state.phase = 0, SETTLING
    state.first = state.who = setup["first"]
    state.deal = [SCOUNDREL[name] for dive in setup["dives"] for name in dive]
    state.pile = list(setup.get("jack", ()))
    state.taken = [0] * SPACES
    state.boat, state.crews = [], [[] for _ in range(state.seats)]
    state.pos, state.jack_space = [-1] * state.seats, -1
    state.hands, state.jack_hand = [FULL_HAND] * state.seats, FULL_HAND if state.duel else 0
    state.chosen, state.numbers = [0] * state.seats, [0] * state.seats
    state.jack_card, state.jack_number, state.jack_used = 0, 0, []
    state.opener = state.renter = state.best = state.bidder = state.victim = -1
    state.to_act, state.queue, state.passed, state.played = 0, [], [], []


def dump(state: State) -> Json:
    """JSON of everything, scoundrels by name, so that a stored state can be read by people."""
    data: Json = {name: getattr(state, name) for name in (*_PLAIN, *_LISTS)}
    data["deal"] = [NAME[card] for card in state.deal]
    data["boat"] = [NAME[card] for card in state.boat]
    data["best"] = NAME[state.best] if state.best >= 0 else None
    data["crews"] = [[NAME[card] for card in crew] for crew in state.crews]
    data["recap"] = [_listed(event) for event in state.recap]
    data["played"] = [list(cards) for cards in state.played]
    return {name: list(value) if isinstance(value, list) else value for name, value in data.items()}


def load(data: Json) -> State:
    state = State()
    try:
        for name in (*_PLAIN, *_LISTS):
            value = data[name]
            setattr(state, name, list(value) if isinstance(value, list) else value)
        state.deal = [SCOUNDREL[name] for name in data["deal"]]
        state.boat = [SCOUNDREL[name] for name in data["boat"]]
        state.best = -1 if data["best"] is None else SCOUNDREL[data["best"]]
        state.crews = [[SCOUNDREL[name] for name in crew] for crew in data["crews"]]
        state.recap = [_tupled(event) for event in data["recap"]]
        state.played = [tuple(cards) for cards in data["played"]]
    except (KeyError, TypeError) as error:
        raise Malformed(f"not a stored match of Halunken ({error})", "state") from error
    return state


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value


def invariant(state: State) -> None:
    """Nothing is lost, nothing is doubled, nobody stands on another's space except for the captain who just arrived."""
    lying = [state.deal[PER_DIVE * s + k] for s in range(SPACES) for k in range(state.taken[s], PER_DIVE)]
    owned = [card for crew in state.crews for card in crew]
    assert sorted(lying + owned + state.boat) == list(SCOUNDRELS), "each of the 42 scoundrels has one owner"
    pieces = [space for space in (*state.pos, state.jack_space) if space >= 0]
    assert all(space < SPACES for space in pieces), "every piece stands on the ring"
    crowd = len(pieces) - len(set(pieces))
    assert crowd == (1 if state.phase in (BRAWL, MEETING) else 0), "one piece to a space"
    rounds = len(state.played)
    assert all(len(cards_of(hand)) + rounds == 8 for hand in state.hands), "a card leaves each hand every round"
    for seat in range(state.seats):
        used = {cards[seat] for cards in state.played}
        assert len(used) == rounds and not any(state.hands[seat] >> card & 1 for card in used), (
            "no card is played twice"
        )
    assert len(state.jack_used) <= rounds and len(set(state.jack_used)) == len(state.jack_used), "Jack's cards too"
    assert (state.phase == OVER) == (state.who < 0), "somebody decides until the end"
