"""What a seat cannot know: `redeal` deals it again for bots, and an undo must not reveal it."""

from __future__ import annotations

from games.core.contract import Action, Chance
from games.macao.rules.state import ASKED, VICTIM, State


def redeal(state: State, seat: int | None, chance: Chance) -> State:
    """A position with the cards below the tops of the piles and the choices of other victims dealt again."""
    new = state.copy()
    hidden = sorted(card for pile in state.piles for card in pile[1:])
    chance.shuffle(hidden)
    for number, pile in enumerate(state.piles):
        count = max(0, len(pile) - 1)
        new.piles[number] = pile[:1] + tuple(hidden[:count])
        del hidden[:count]
    victims = range(len(state.victim_choices))
    new.victim_choices = tuple([_choose_again(state, seat, victim, chance) for victim in victims])
    return new


def _choose_again(state: State, seat: int | None, victim: int, chance: Chance) -> int:
    choice = state.victim_choices[victim]
    if choice < 0 or victim == seat:
        return choice
    blue = state.blue[victim]
    return blue[chance.below(len(blue))]


def may_undo(before: State, seat: int, action: Action) -> bool:
    """False if the action turned up the next card of a pile, or if it revealed the choices of all victims."""
    if action[0] == "contact":
        return len(before.piles[action[1]]) <= 1
    return not (before.phase == VICTIM and before.victim_choices.count(ASKED) == 1)
