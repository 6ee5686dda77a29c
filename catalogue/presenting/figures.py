"""How the catalogue says numbers: players, minutes, years; on pages, labels and covers alike."""

from django.utils.translation import gettext as _

from catalogue.models import GameTitle


def span(low: int | None, high: int | None) -> str:
    """2–4, or 2 where both ends are the same or one is not known."""
    ends = [str(end) for end in (low, high) if end]
    return "–".join(dict.fromkeys(ends))


def players(title: GameTitle) -> str:
    return span(title.players_min, title.players_max)


def minutes(title: GameTitle) -> str:
    return _("%(minutes)s min") % {"minutes": span(title.minutes_min, title.minutes_max)}


def year(value: int | None) -> str:
    """A year without thousands; before Christ where it is negative."""
    if value is None:
        return ""
    return str(value) if value > 0 else _("%(year)s BC") % {"year": -value}
