"""What a seat cannot know, dealt again; and which actions show something that cannot be unseen."""

from __future__ import annotations

from games.core.contract import Action, Chance
from games.macao.rules.state import ASKED, VICTIM, State


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """The same position, with the cards beneath the tops and what other victims chose dealt again."""
    new = state.copy()
    hidden = sorted(card for pile in state.piles for card in pile[1:])
    chance.shuffle(hidden)
    for number, pile in enumerate(state.piles):
        count = max(0, len(pile) - 1)
        new.piles[number] = pile[:1] + tuple(hidden[:count])
        del hidden[:count]
    new.given = tuple([_given_again(state, seat, victim, chance) for victim in range(len(state.given))])
    return new


def _given_again(state: State, seat: int | None, victim: int, chance: Chance) -> int:
    given = state.given[victim]
    if given < 0 or victim == seat:
        return given
    blue = state.blue[victim]
    return blue[chance.below(len(blue))]


def may_undo(before: State, seat: int, action: Action) -> bool:
    """A card taken from a pile shows the next one; the last victim's choice shows the others'."""
    if action[0] == "contact":
        return len(before.piles[action[1]]) <= 1
    return not (before.phase == VICTIM and before.given.count(ASKED) == 1)
