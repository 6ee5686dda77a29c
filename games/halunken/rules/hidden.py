"""What a seat cannot know: `redeal` deals it again for bots, and an undo must not reveal it."""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Chance
from games.halunken.rules.phases import advance
from games.halunken.rules.state import CHOOSING, SETTLING, State
from games.halunken.rules.tables import PER_DIVE, SPACES, cards_of

#: types of event that reveal something which somebody did not know before
_REVEALING = frozenset({"settled", "opened", "revealed", "jack_turned", "game_begun"})


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """A position with the face-down scoundrels, Black Jack's pile and unrevealed cards dealt again."""
    new = state.copy()
    new.dealt_cards = _shuffle_at(state.dealt_cards, _list_face_down(state), chance)
    unused_jack_cards = list(range(len(state.jack_used), len(state.jack_pile)))
    new.jack_pile = _shuffle_at(state.jack_pile, unused_jack_cards, chance)
    if state.phase == CHOOSING:
        _choose_again(new, seat, chance)
    return new


def _list_face_down(state: State) -> list[int]:
    """Places in `dealt_cards`: all below the top of each dive, and the tops too while the captains settle."""
    open_tops = 0 if state.phase == SETTLING else 1
    places: list[int] = []
    for space in range(SPACES):
        first_hidden = state.taken_counts[space] + open_tops
        places += range(PER_DIVE * space + first_hidden, PER_DIVE * (space + 1))
    return places


def _shuffle_at(cards: list[int], places: list[int], chance: Chance) -> list[int]:
    """The cards with those at these places shuffled.

    They are sorted first, so that equal luck deals the same cards, however they really lie.
    """
    unknown = sorted([cards[place] for place in places])
    chance.shuffle(unknown)
    new = cards[:]
    for place, card in zip(places, unknown, strict=True):
        new[place] = card
    return new


def _choose_again(state: State, seat: int | None, chance: Chance) -> None:
    for other in range(state.seats):
        if other != seat and state.chosen_cards[other]:
            hand = cards_of(state.hands[other])
            state.chosen_cards[other] = hand[chance.below(len(hand))]
    if state.jack_card and state.renter != seat:
        hand = cards_of(state.jack_hand)
        state.jack_card = hand[chance.below(len(hand))]


class _LuckNeeded(Exception):
    """Raised in place of a draw."""


class _NoLuck:
    """A source of chance that refuses every draw."""

    def note(self, label: str, value: Any) -> None:
        raise _LuckNeeded

    def refuse(self, *args: Any) -> Any:
        raise _LuckNeeded

    below = shuffle = dice = pick = record_setup = refuse


def may_undo(before: State, seat: int, action: Action) -> bool:
    """True if the action, tried on a copy, draws nothing and turns up no card."""
    try:
        events = advance(before.copy(), seat, action, _NoLuck())
    except _LuckNeeded:
        return False
    return not any(_reveals_card(event) for event in events)


def _reveals_card(event: tuple[Any, ...]) -> bool:
    """Whether the event reveals a card. Taking a scoundrel does so only if another lies beneath it."""
    return event[0] in _REVEALING or (event[0] == "took" and event[4] is not None)
