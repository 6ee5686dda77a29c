"""Finds the reason for a bot's hint in Macao: coins, and the units missing for a purchase."""

from __future__ import annotations

from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.contract import Action, Json
from games.macao.rules.phases import advance
from games.macao.rules.state import State
from games.macao.rules.view import view

#: a purchase that lacks more units than this is not yet a plan
_MAX_MISSING = 2


def find_reason(state: State, seat: int, action: Action) -> Reason:
    """The most telling reason for this action."""
    action_type, deck = action[0], state.deck
    if action_type == "contact":
        return _explain_contact(state, seat, action)
    if action_type == "pass":
        return Reason("pass", "turn")
    name = action[1]  # of the card or the tile
    if action_type == "recruit":
        card = deck.cards[deck.index[name]]
        return Reason("recruit", "recruit", {"card": name, "coins": card.coins, "resource": card.kind})
    if action_type == "open":
        tile = deck.tile_index[name]
        tiles_left = sum(other_tile != tile for other_tile in state.tiles)
        return Reason("open", "open", {"tile": name, "coins": deck.tile_coins[tile], "left": tiles_left})
    if action_type == "discard":
        return Reason("discard", "contact", {"card": name})
    return Reason("reserve", "policeman", {"tile": name})


def _explain_contact(state: State, seat: int, action: Action) -> Reason:
    """The reason to contact: the purchase that the card of the pile brings nearest."""
    pile_index = action[1]
    card_name = state.deck.names[state.piles[pile_index][0]]
    facts: Json = {"pile": pile_index + 1, "card": card_name}
    state_after = state.copy()
    advance(state_after, seat, action, QuickChance(0))
    missing_before, missing_after = _count_missing(state, seat), _count_missing(state_after, seat)
    goals = [
        name
        for name, missing in missing_after.items()
        if missing < missing_before.get(name, _MAX_MISSING + 1)
    ]
    if not goals:
        return Reason("contact", "contact", facts)
    # The card itself is the goal only if it brings no other purchase nearer.
    other_goals = [name for name in goals if name != card_name]
    goal = min(other_goals or goals, key=lambda name: (missing_after[name], -_count_coins(state, name)))
    facts |= {"goal": goal, "missing": missing_after[goal], "coins": _count_coins(state, goal)}
    code = "contact_pays" if missing_after[goal] == 0 else "contact_helps"
    if goal == card_name:
        code += "_itself"
    return Reason(code, "pay", facts)


def _count_missing(state: State, seat: int) -> dict[str, int]:
    """Name of a card or tile that could be bought -> the number of missing units, if it is small."""
    own_view = view(state, seat)["mine"]
    missing_by_name = {recruit["card"]: recruit["short"] for recruit in own_view["recruits"]}
    for opening in own_view["openings"]:
        if "short" in opening:
            missing_by_name[opening["tile"]] = opening["short"]
    return {name: missing for name, missing in missing_by_name.items() if missing <= _MAX_MISSING}


def _count_coins(state: State, name: str) -> int:
    deck = state.deck
    if name in deck.tile_index:
        return deck.tile_coins[deck.tile_index[name]]
    return deck.coins[deck.index[name]]


def list_things(state: State, seat: int, action: Action) -> list[str]:
    """The `data-key` attributes of the cards and piles that the board highlights to show an action."""
    if action[0] == "contact":
        return [f"thing-pile-{action[1]}"]
    return [f"thing-{action[1]}"] if len(action) > 1 else []


def find_facts(state: State, seat: int, action: Action) -> Json:
    """The card that a pile shows; nothing of a pile that is empty or does not exist."""
    if action[0] != "contact" or action[1] not in range(len(state.piles)):
        return {}
    pile = state.piles[action[1]]
    return {"card": state.deck.names[pile[0]]} if pile else {}
