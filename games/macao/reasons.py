"""Why a bot gives a hint in Macao, from what it counts: coins, and how much is still missing for a purchase."""

from __future__ import annotations

from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Json
from games.macao.rules.phases import advance
from games.macao.rules.state import State
from games.macao.rules.view import view

#: a purchase that lacks more units than this is no plan yet
_MOST_MISSING = 2


def find_reason(state: State, seat: int, action: Action) -> Reason:
    """The reason that says most about this action."""
    kind, deck = action[0], state.deck
    if kind == "contact":
        return _explain_contact(state, seat, action)
    if kind == "recruit":
        card = deck.cards[deck.index[action[1]]]
        return Reason("recruit", "recruit", {"card": action[1], "coins": card.coins, "resource": card.kind})
    if kind == "open":
        tile = deck.tile_index[action[1]]
        left = sum(other != tile for other in state.tiles)
        return Reason("open", "open", {"tile": action[1], "coins": deck.tile_coins[tile], "left": left})
    if kind == "discard":
        return Reason("discard", "contact", {"card": action[1]})
    if kind == "reserve":
        return Reason("reserve", "policeman", {"tile": action[1]})
    return Reason("pass", "turn")


def _explain_contact(state: State, seat: int, action: Action) -> Reason:
    """The purchase to which the card leads the seat nearest."""
    pile = state.piles[action[1]]
    own_name = state.deck.names[pile[0]]
    facts: Json = {"pile": action[1] + 1, "card": own_name}
    before = _count_missing(state, seat)
    after_state = state.copy()
    advance(after_state, seat, action, QuickChance(0))
    after = _count_missing(after_state, seat)
    nearer = [name for name, missing in after.items() if missing < before.get(name, _MOST_MISSING + 1)]
    nearer = [name for name in nearer if name != own_name] or nearer
    if not nearer:
        return Reason("contact", "contact", facts)
    best = min(nearer, key=lambda name: (after[name], -_count_coins(state, name)))
    facts |= {"goal": best, "missing": after[best], "coins": _count_coins(state, best)}
    code = "contact_pays" if after[best] == 0 else "contact_helps"
    return Reason(f"{code}_itself" if best == own_name else code, "pay", facts)


def _count_missing(state: State, seat: int) -> dict[str, int]:
    """What could be recruited or opened -> units that are missing, where these are few."""
    own = view(state, seat)["mine"]
    lines = [(line["card"], line["short"]) for line in own["recruits"]]
    lines += [(line["tile"], line["short"]) for line in own["openings"] if "short" in line]
    return {name: short for name, short in lines if short <= _MOST_MISSING}


def _count_coins(state: State, name: str) -> int:
    deck = state.deck
    if name in deck.tile_index:
        return deck.tile_coins[deck.tile_index[name]]
    return deck.coins[deck.index[name]]


def list_things(state: State, seat: int, action: Action) -> list[str]:
    """What the board outlines to show an action."""
    if action[0] == "contact":
        return [f"thing-pile-{action[1]}"]
    return [f"thing-{action[1]}"] if len(action) > 1 else []
