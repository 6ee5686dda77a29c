"""What a seat cannot know: dealt again for bots, and never gone behind by an undo."""

from __future__ import annotations

from typing import Any

from games.core.contract import Action, Chance
from games.halunken.rules.phases import advance
from games.halunken.rules.state import CHOOSING, SETTLING, State
from games.halunken.rules.tables import PER_DIVE, SPACES, cards_of

#: events that tell what nobody, or not everybody, knew before
_REVEALS = frozenset({"settled", "opened", "revealed", "jack_turned", "game_begun"})


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """The same position with face-down scoundrels, Black Jack's pile and others' unrevealed cards dealt again."""
    new = state.copy()
    new.deal = _shuffled_at(state.deal, _face_down(state), chance)
    used = len(state.jack_used)
    new.pile = _shuffled_at(state.pile, list(range(used, len(state.pile))), chance)
    if state.phase == CHOOSING:
        _choose_again(new, seat, chance)
    return new


def _face_down(state: State) -> list[int]:
    """Places of the deal: all under the top of each dive, while the captains settle the tops too."""
    open_tops = 0 if state.phase == SETTLING else 1
    return [PER_DIVE * s + k for s in range(SPACES) for k in range(state.taken[s] + open_tops, PER_DIVE)]


def _shuffled_at(cards: list[int], places: list[int], chance: Chance) -> list[int]:
    """Sorted first: equal luck deals equally, however the cards lie in truth."""
    unknown = sorted([cards[place] for place in places])
    chance.shuffle(unknown)
    new = cards[:]
    for place, card in zip(places, unknown, strict=True):
        new[place] = card
    return new


def _choose_again(state: State, seat: int | None, chance: Chance) -> None:
    for other in range(state.seats):
        if other != seat and state.chosen[other]:
            hand = cards_of(state.hands[other])
            state.chosen[other] = hand[chance.below(len(hand))]
    if state.jack_card and state.renter != seat:
        hand = cards_of(state.jack_hand)
        state.jack_card = hand[chance.below(len(hand))]


class _Drawn(Exception):
    """Luck was asked for."""


class _NoLuck:
    """A source that gives nothing: whoever asks has gone beyond what can be taken back."""

    def note(self, label: str, value: Any) -> None:
        raise _Drawn

    def refuse(self, *args: Any) -> Any:
        raise _Drawn

    below = shuffle = dice = pick = order = deal = refuse


def may_undo(before: State, seat: int, action: Action) -> bool:
    """Tried on a copy: it asked for no luck and turned nothing up."""
    try:
        events = advance(before.copy(), seat, action, _NoLuck())
    except _Drawn:
        return False
    return not any(_reveals(event) for event in events)


def _reveals(event: tuple[Any, ...]) -> bool:
    """Taking a scoundrel tells something new only if another lay beneath it."""
    return event[0] in _REVEALS or (event[0] == "took" and event[4] is not None)
