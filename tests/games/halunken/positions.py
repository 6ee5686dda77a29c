"""Positions of Halunken made for a test, and short ways to play on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.chance import ScriptedChance
from games.core.contract import Action, Event, Refusal, apply
from games.halunken.rules import ENGINE
from games.halunken.rules.state import AUCTION, CHOOSING, State
from games.halunken.rules.tables import PER_DIVE, RUM, SCOUNDREL, SCOUNDREL_NAMES, SPACES

JACK_UNSHUFFLED = list(range(1, 13))
DIVES_UNSHUFFLED = [list(SCOUNDREL_NAMES[3 * space : 3 * space + 3]) for space in range(SPACES)]


def deal_unshuffled(seats: int, *, black_jack: bool = True, games: int = 1, first: int = 0) -> State:
    """A match about to begin with every card in its canonical order."""
    setup: dict[str, Any] = {"first": first, "dives": DIVES_UNSHUFFLED}
    if black_jack and seats > 2:
        setup["jack"] = JACK_UNSHUFFLED
    state: State = ENGINE.deal(seats, {"black_jack": black_jack, "games": games}, setup)
    return state


def position(
    crews: Sequence[Sequence[str]],
    captains: Sequence[int],
    *,
    jack: int | None = None,
    boat: Sequence[str] = (),
    dives: Mapping[int, Sequence[str]] | None = None,
    pile: Sequence[int] = JACK_UNSHUFFLED,
    opener: int = 0,
    renter: int | None = None,
    auction: bool = False,
    last_round: bool = False,
    games: int = 1,
) -> State:
    """Round 1, or 8 when each hand holds only its rum. Scoundrels not named lie on the dives not named."""
    seats = len(crews)
    state = deal_unshuffled(seats, black_jack=jack is not None, games=games)
    state.round, state.phase, state.decider = 1, AUCTION if auction else CHOOSING, opener if auction else 0
    state.answers_due, state.opener = seats if auction else 0, opener if jack is not None else -1
    state.renter = -1 if renter is None else renter
    state.positions, state.jack_space = list(captains), -1 if jack is None else jack
    state.crews = [[SCOUNDREL[name] for name in crew] for crew in crews]
    state.boat = [SCOUNDREL[name] for name in boat]
    state.jack_pile = (
        [*pile, *(card for card in JACK_UNSHUFFLED if card not in pile)] if state.jack_pile else []
    )
    _lay_out(state, dives or {})
    if last_round:
        _play_seven_rounds(state)
    ENGINE.invariant(state)
    return state


def _lay_out(state: State, dives: Mapping[int, Sequence[str]]) -> None:
    named = {space: [SCOUNDREL[name] for name in cards] for space, cards in dives.items()}
    gone = {card for cards in (*state.crews, state.boat, *named.values()) for card in cards}
    rest = [card for card in range(len(SCOUNDREL_NAMES)) if card not in gone]
    state.dealt_cards = [-1] * len(SCOUNDREL_NAMES)
    for space in range(SPACES):
        cards = named[space] if space in named else rest[:PER_DIVE]
        if space not in named:
            rest = rest[PER_DIVE:]
        state.taken_counts[space] = PER_DIVE - len(cards)
        for k, card in enumerate(cards, start=state.taken_counts[space]):
            state.dealt_cards[PER_DIVE * space + k] = card
    assert not rest, "more scoundrels than the dives can hold"
    # whatever was taken lies beneath notice, but a deal holds 42 different scoundrels
    missing = iter(sorted(gone - set(state.dealt_cards)))
    state.dealt_cards = [card if card >= 0 else next(missing) for card in state.dealt_cards]


def _play_seven_rounds(state: State) -> None:
    state.round = 8
    state.played = [(number,) * state.seats for number in range(1, 8)]
    state.hands = [1 << RUM] * state.seats
    if state.duel:
        state.jack_hand, state.jack_used = 1 << RUM, list(range(1, 8))
    elif state.black_jack:
        state.jack_used = state.jack_pile[:7]


def play_action(state: State, seat: int, *action: Any, **chance: Any) -> tuple[State, list[Event]]:
    """One action; all scripted luck must be used."""
    luck = ScriptedChance(chance)
    after, events = apply(ENGINE, state, seat, action, luck)
    luck.finish()
    return after, events


def reveal_cards(
    state: State, *cards: int | str, for_jack: int | str | None = None, **chance: Any
) -> tuple[State, list[Event]]:
    """Everybody chooses, the last seat last; the renter of two players also for Black Jack."""
    order = list(range(state.seats))
    if for_jack is not None:
        order.sort(key=lambda seat: seat != state.renter)
        state, _ = play_action(state, state.renter, "choose", cards[state.renter])
        order = order[1:]
        state, _ = play_action(state, state.renter, "choose_jack", for_jack)
    for seat in order[:-1]:
        state, _ = play_action(state, seat, "choose", cards[seat])
    return play_action(state, order[-1], "choose", cards[order[-1]], **chance)


def find_refusal(state: State, seat: int, *action: Any) -> Refusal:
    before = ENGINE.dump(state)
    refusal = ENGINE.check(state, seat, action)
    assert refusal is not None, f"{action} is allowed"
    assert ENGINE.dump(state) == before
    assert tuple(action) not in ENGINE.legal(state, seat)
    return refusal


def find_events(kind: str, events: Sequence[Event]) -> list[Event]:
    return [event[1:] for event in events if event[0] == kind]


def crew_names(state: State, seat: int) -> list[str]:
    return sorted(SCOUNDREL_NAMES[card] for card in state.crews[seat])


def boat_names(state: State) -> list[str]:
    return sorted(SCOUNDREL_NAMES[card] for card in state.boat)


def last_fields(menu: Sequence[Action]) -> list[Any]:
    """The last field of every action of a menu."""
    return [action[-1] for action in menu]
