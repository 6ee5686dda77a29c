"""Why a bot gives a hint in Halunken, from what it compares: where a card leads, and what waits there."""

from __future__ import annotations

from games.core.coaching import Reason
from games.core.contract import Action, Json
from games.halunken.bot import judge_action, points_gained, points_lost
from games.halunken.rules.state import State
from games.halunken.rules.tables import NAME, NUMBERS, RUM, SCOUNDREL, SPACES, card_number, has_card


def find_reason(state: State, seat: int, action: Action) -> Reason:
    """The reason that says most about this action."""
    kind = action[0]
    if kind == "choose":
        return _explain_card(state, seat, card_number(action[1]))
    if kind == "rum":
        return _explain_landing(state, seat, action[1], "rum")
    if kind == "bid":
        card = SCOUNDREL[action[1]]
        points = round(judge_action(state, seat, action))
        return Reason(
            "bid" if points > 0 else "bid_little", "auction", {"card": NAME[card], "points": points}
        )
    if kind in ("choose_jack", "rum_jack"):
        return _explain_jack(state, seat, action)
    if kind in ("rob", "salvage"):
        gain = points_gained(state.crews[seat], SCOUNDREL[action[-1]])
        return Reason(kind, "scoring", {"card": action[-1], "points": gain})
    if kind == "lose":
        card = SCOUNDREL[action[1]]
        return Reason("lose", "scoring", {"card": NAME[card], "points": points_lost(state.crews[seat], card)})
    return Reason(kind, {"settle": "setup", "settle_jack": "setup-black-jack"}.get(kind, "auction"))


def _explain_card(state: State, seat: int, card: int) -> Reason:
    """Where the card leads, and who could cancel it."""
    number = card if card != RUM else _find_best_number(state, seat)
    reason = _explain_landing(state, seat, number, "movement")
    rivals = [other for other in range(state.seats) if other != seat and has_card(state.hands[other], card)]
    top = state.top_card(state.positions[seat])
    facts: Json = dict(reason.params) | {"rivals": len(rivals), "here": NAME[top] if top >= 0 else None}
    if card == RUM:
        return Reason("choose_rum", "rum", facts)
    return Reason(reason.code, reason.rule, facts)


def _find_best_number(state: State, seat: int) -> int:
    """The number that the bot would name if it could name any."""
    return max(NUMBERS, key=lambda number: judge_action(state, seat, ("rum", number)))


def _explain_landing(state: State, seat: int, number: int, rule: str) -> Reason:
    """What a captain finds who walks this far before anybody else has moved."""
    space = (state.positions[seat] + number) % SPACES
    top = state.top_card(space)
    crew = state.crews[seat]
    facts: Json = {"number": number, "space": space + 1, "card": NAME[top] if top >= 0 else None}
    facts["points"] = points_gained(crew, top) if top >= 0 else 0
    if space in state.positions:
        met = state.positions.index(space)
        if met != seat and 0 < len(state.crews[met]) >= len(crew) + (top >= 0):
            return Reason("walk_to_brawl", "brawl", facts | {"rival": met})
    return Reason("walk" if top >= 0 else "walk_to_nobody", rule, facts)


def _explain_jack(state: State, seat: int, action: Action) -> Reason:
    """Two players: whether Black Jack reaches the other captain."""
    reaches = judge_action(state, seat, action) > 0
    return Reason("jack_reaches" if reaches else "jack_stays_away", "two-players", {"rival": 1 - seat})


def list_things(state: State, seat: int, action: Action) -> list[str]:
    """What the board outlines to show an action: a dive, or a card."""
    kind = action[0]
    if kind in ("settle", "settle_jack"):
        return [f"dive-{action[1]}"]
    if kind in ("rob", "salvage", "bid", "lose"):
        return [f"card-{action[-1]}"]
    captain = state.jack_space if kind in ("choose_jack", "rum_jack") else state.positions[seat]
    if kind in ("choose", "choose_jack", "rum", "rum_jack") and action[1] != "rum":
        return [f"{kind}-{action[1]}", f"dive-{(captain + int(action[1])) % SPACES}"]
    return []
