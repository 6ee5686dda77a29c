"""What stands dozens of times on a page, drawn by hand: as templates it would cost more than half of its time."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from catalogue.covers import EDITION
from catalogue.ports import RuleLink
from catalogue.presenting import figures
from catalogue.presenting.facet_panels import Option, Panel
from escale.common import dates
from escale.common.templatetags.kit import address_of, group_digits, icon

if TYPE_CHECKING:
    from catalogue.presenting.cards import Facts, Place

CARD = """<li class="card pick title-card" data-slug="{slug}"><span class="cover"><img src="{cover}" alt="" \
width="240" height="240" loading="lazy" decoding="async"></span>
<h3><a href="{address}">{name}</a></h3>
{other}{facts}
<div class="foot cluster">{badges}</div></li>"""
OTHER = '<p class="small muted other-name">{}</p>\n'
SPOKEN = '<span class="visually-hidden">{} </span>'
OPTION = (
    '<label class="choice"><input form="question" type="{kind}" name="{name}" value="{value}" id="f-{name}-{value}"'
    '{checked}> <span>{label}</span> <span class="count">'
)


def card(
    *, title: Facts, name: str, other: str, place: Place, rule: RuleLink | None, missing: bool, language: str
) -> str:
    """A title in a list: cover, name, facts, and where it is."""
    badges = whereabouts(place)
    if missing:
        badges += badge("bad", "warning", _("Incomplete"))
    if rule and rule.engine:
        badges += badge("house", "dice", _("Play here"))
    if rule:
        badges += badge("", "book", _("Rule"))
    return CARD.format(
        slug=title.slug,
        cover=escape(cover_of(title, language, 240)),
        address=address_of("catalogue:title", title.slug),
        name=escape(name),
        other=OTHER.format(escape(other)) if other else "",
        facts=facts(title),
        badges=badges,
    )


def cover_of(title: Facts, language: str, size: int) -> str:
    """Where the picture of the title is: its photo in that size, else the drawn cover in that language."""
    if title.photo:
        return reverse("photo", args=[title.photo, size])
    return cover_drawn(title.slug, language, title.changed_in)


def cover_drawn(slug: str, language: str, version: int, name: str = "cover") -> str:
    """The address is another one whenever the title or the way of drawing has changed: browsers keep it for a year."""
    return f"{address_of(name, slug, language)}?v={version}-{EDITION}"


def facts(title: Facts) -> SafeString:
    """Players, time and youngest age, each with its icon."""
    told = []
    if title.players_min:
        told.append(icon("people") + SPOKEN.format(_("Players")) + figures.players(title))
    if title.minutes_max or title.minutes_min:
        told.append(icon("clock") + figures.minutes(title))
    if title.age:
        told.append(icon("age") + SPOKEN.format(_("Age")) + f"{title.age}+")
    return mark_safe(f'<ul class="facts">{"".join(f"<li>{one}</li>" for one in told)}</ul>')


def whereabouts(place: Place) -> SafeString:
    """Where the boxes of a title are now; nothing where the house has none."""
    if place.state == "none":
        return mark_safe("")
    if place.state == "in":
        shelves = escape(", ".join(place.shelves))
        return badge("good", "pin", _("Shelf %(shelf)s") % {"shelf": shelves} if shelves else _("At the house"))
    back = place.back and dates.day(place.back, "j N")
    return badge("warn", "out", _("Out, due back %(day)s") % {"day": back} if back else _("Not there now"))


def badge(kind: str, sign: str, words: str) -> SafeString:
    return mark_safe(f'<span class="{f"badge {kind}".strip()}">{icon(sign)}{words}</span>')


def options(panel: Panel, shown: list[Option]) -> SafeString:
    """The boxes of one facet."""
    kind = "checkbox" if panel.many or len(panel.options) == 1 else "radio"
    rows = [
        f"{_choice(kind, panel.name, value, label, on)}{group_digits(count)}</span></label>"
        for value, label, count, on in shown
    ]
    return mark_safe("".join(rows))


@lru_cache(5000)
def _choice(kind: str, name: str, value: str, label: str, on: bool) -> str:
    """A box up to its count: the same on every page that offers it."""
    checked = " checked" if on else ""
    return OPTION.format(kind=kind, name=name, value=escape(value), label=escape(label), checked=checked)
