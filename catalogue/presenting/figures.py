"""Players, minutes and years as text, in the same way on pages, labels and covers."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.evenings.times import PlayingTime
from catalogue.models import GameTitle


def format_range(low: int | None, high: int | None) -> str:
    """The range, such as “2–4”; “2” if both ends are the same or only one is known."""
    ends = [str(end) for end in (low, high) if end]
    return "–".join(dict.fromkeys(ends))


def format_players(title: GameTitle) -> str:
    return format_range(title.players_min, title.players_max)


def format_minutes(title: GameTitle) -> str:
    return _("%(minutes)s min") % {"minutes": format_range(title.minutes_min, title.minutes_max)}


def format_year(value: int | None) -> str:
    """The year without a thousands separator. A negative year is before Christ."""
    if value is None:
        return ""
    return str(value) if value > 0 else _("%(year)s BC") % {"year": -value}


def describe_playing_time(players: int, time: PlayingTime) -> str:
    """How long a title takes in this house with this number of players; 0 means any number."""
    words = {
        "minutes": time.middle,
        "low": time.low,
        "high": time.high,
        "n": time.play_count,
        "players": players,
    }
    if not players:
        return _("%(minutes)s min (mostly %(low)s to %(high)s; n = %(n)s)") % words
    text = ngettext(
        "with %(players)s player: %(minutes)s min (mostly %(low)s to %(high)s; n = %(n)s)",
        "with %(players)s players: %(minutes)s min (mostly %(low)s to %(high)s; n = %(n)s)",
        players,
    )
    return text % words
