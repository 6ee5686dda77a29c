"""The description of a table for somebody who is about to join it."""

from __future__ import annotations

from games.core.contract import Json
from games.models import Match
from games.presenting import match_view
from games.presenting import words as phrases
from games.registry import ENGINES, load_game


def describe_invitation(match: Match) -> Json:
    """The game, the people who invite, the options, pace and length."""
    facts = load_game(match.game).facts
    seats = match_view.describe_seats(match, match.seats.all())
    hosts = [seat["name"] for seat in seats if seat["taken"]]
    options = [
        {
            "text": facts.options[option.name],
            "value": match.options[option.name],
            "rule": match_view.link_to_rule(match.game, option.rule),
        }
        for option in ENGINES[match.game].META.options
        if option.name in match.options
    ]
    return {
        "game": match.game,
        "name": facts.name,
        "pitch": facts.pitch,
        "minutes": facts.minutes,
        "hosts": ", ".join(hosts),
        "host_count": len(hosts),
        "seats": len(seats),
        "free": len(seats) - len(hosts),
        "options": options,
        "pace": phrases.PACES.get(match.pace, match.pace),
    }
