"""Finds the reason for a bot's hint in Halunken: where a card leads, and what is there."""

from __future__ import annotations

from games.core.coaching import Reason
from games.core.contract import Action, Json
from games.halunken.bot import judge_action, points_gained, points_lost
from games.halunken.rules.state import State
from games.halunken.rules.tables import (
    NUMBERS,
    PER_DIVE,
    RUM,
    SCOUNDREL,
    SCOUNDREL_NAMES,
    SPACES,
    card_number,
    has_card,
)


def find_reason(state: State, seat: int, action: Action) -> Reason:
    """The most telling reason for this action."""
    action_type = action[0]
    crew = state.crews[seat]
    if action_type == "choose":
        return _explain_card(state, seat, card_number(action[1]))
    if action_type == "rum":
        return _explain_landing(state, seat, action[1], "rum")
    if action_type == "bid":
        worth = judge_action(state, seat, action)
        # Even a bid with a loss can make sense: then a rival who wants Black Jack must pay more.
        code = "bid" if round(worth) > 0 else "bid_little" if worth > 0 else "bid_price"
        return Reason(code, "auction", {"card": action[1], "points": round(worth)})
    if action_type in ("choose_jack", "rum_jack"):
        return _explain_jack(state, seat, action)
    if action_type in ("rob", "salvage"):
        card_name = action[-1]
        points = points_gained(crew, SCOUNDREL[card_name])
        return Reason(action_type, "scoring", {"card": card_name, "points": points})
    if action_type == "lose":
        points = points_lost(crew, SCOUNDREL[action[1]])
        return Reason("lose", "scoring", {"card": action[1], "points": points})
    if action_type == "settle":
        return _explain_settling(state, seat, action[1])
    return Reason(action_type, "setup-black-jack" if action_type == "settle_jack" else "auction")


def _explain_settling(state: State, seat: int, space: int) -> Reason:
    """The scoundrels lie face down, so the reason is who can reach whom with one card."""
    rivals = [(other, at) for other, at in enumerate(state.positions) if other != seat and at >= 0]
    reached = [other for other, at in rivals if (at - space) % SPACES in NUMBERS]
    is_reached = any((space - at) % SPACES in NUMBERS for _, at in rivals)
    if reached and not is_reached:
        return Reason("settle_behind", "setup", {"rival": reached[0]})
    return Reason("settle", "setup")


def _explain_card(state: State, seat: int, card: int) -> Reason:
    """The reason for a card: where it leads, and how many others could cancel it with the same card."""
    number = _find_best_number(state, seat) if card == RUM else card
    landing = _explain_landing(state, seat, number, "movement")
    other_seats = [other for other in range(state.seats) if other != seat]
    rival_count = sum(has_card(state.hands[other], card) for other in other_seats)
    facts: Json = dict(landing.params)
    facts["rivals"] = rival_count
    facts["here"] = _name_top_card(state, state.positions[seat])
    here_points = _count_points(state, seat, state.top_card(state.positions[seat]))
    if landing.code == "walk" and rival_count and here_points > max(0, facts["points"]):
        return Reason("walk_or_stay", "cancelled", facts | {"here_points": here_points})
    if card == RUM:
        return Reason("choose_rum", "rum", facts)
    others = [other for other in NUMBERS if other != card and has_card(state.hands[seat], other)]
    is_safe = not _can_be_robbed(state, seat, card)
    facts["escapes"] = is_safe and any(_can_be_robbed(state, seat, other) for other in others)
    return Reason(landing.code, landing.rule, facts)


def _name_top_card(state: State, space: int) -> str | None:
    """The first scoundrel at the space; None if there is none."""
    top_card = state.top_card(space)
    return SCOUNDREL_NAMES[top_card] if top_card >= 0 else None


def _find_best_number(state: State, seat: int) -> int:
    """The number that the bot would name if it could name any."""
    return max(NUMBERS, key=lambda number: judge_action(state, seat, ("rum", number)))


def _can_be_robbed(state: State, seat: int, number: int) -> bool:
    """Whether a captain who moves later can reach this one there and rob."""
    space = (state.positions[seat] + number) % SPACES
    left = PER_DIVE - state.taken_counts[space]
    own = len(state.crews[seat]) + (left > 0)
    for other in range(state.seats):
        theirs = len(state.crews[other]) + (left > 1)
        steps = (space - state.positions[other]) % SPACES
        can_follow = number < steps <= NUMBERS[-1] and (
            has_card(state.hands[other], steps) or has_card(state.hands[other], RUM)
        )
        if other != seat and can_follow and theirs <= own:
            return True
    return False


def _count_points(state: State, seat: int, card: int) -> int:
    """What the scoundrel would bring the seat; nothing if there is none."""
    return points_gained(state.crews[seat], card) if card >= 0 else 0


def _list_positions(state: State, number: int, rule: str) -> list[int]:
    """Returns by seat the space of its captain if one of them walks this far.

    Captains with smaller numbers walk earlier, and their cards are known when the number for rum is named.
    """
    if rule != "rum":
        return state.positions
    numbers = [shown if shown < number else 0 for shown in state.numbers]
    return [(space + shown) % SPACES for space, shown in zip(state.positions, numbers, strict=True)]


def _explain_landing(state: State, seat: int, number: int, rule: str) -> Reason:
    """What a captain finds who walks this far; unless all cards are known, before anybody else has moved."""
    space = (state.positions[seat] + number) % SPACES
    positions = _list_positions(state, number, rule)
    top_card = state.top_card(space)
    has_scoundrel = top_card >= 0
    crew = state.crews[seat]
    facts: Json = {
        "number": number,
        "space": space + 1,
        "card": _name_top_card(state, space),
        "points": _count_points(state, seat, top_card),
    }
    rival = positions.index(space) if space in positions else seat
    if rival != seat:
        rival_size, own_size = len(state.crews[rival]), len(crew) + has_scoundrel
        if rival_size > 0 and rival_size >= own_size:
            return Reason("walk_to_brawl", "brawl", facts | {"rival": rival})
    if space == state.jack_space and state.boat:
        crew_then = [*crew, top_card] if has_scoundrel else crew
        prize = max(state.boat, key=lambda card: points_gained(crew_then, card))
        if points_gained(crew_then, prize) > 0:
            return Reason("walk_to_jack", "meet-black-jack", facts | {"prize": SCOUNDREL_NAMES[prize]})
    return Reason("walk" if has_scoundrel else "walk_to_nobody", rule, facts)


def _explain_jack(state: State, seat: int, action: Action) -> Reason:
    """Says, with two players, whether Black Jack reaches the other captain."""
    reaches = judge_action(state, seat, action) > 0
    return Reason("jack_reaches" if reaches else "jack_stays_away", "two-players", {"rival": 1 - seat})


def list_things(state: State, seat: int, action: Action) -> list[str]:
    """The `data-key` attributes of the dive or card that the board highlights to show an action."""
    action_type = action[0]
    if action_type in ("settle", "settle_jack"):
        return [f"dive-{action[1]}"]
    if action_type in ("rob", "salvage", "bid", "lose"):
        return [f"card-{action[-1]}"]
    if action_type in ("choose", "choose_jack", "rum", "rum_jack") and action[1] != "rum":
        moves_jack = action_type.endswith("_jack")
        start = state.jack_space if moves_jack else state.positions[seat]
        return [f"{action_type}-{action[1]}", f"dive-{(start + int(action[1])) % SPACES}"]
    return []


def find_facts(state: State, seat: int, action: Action) -> Json:
    """The dive that a captain walks to."""
    if action[0] in ("choose", "rum") and action[1] != "rum":
        return {"space": (state.positions[seat] + int(action[1])) % SPACES + 1}
    return {}
