"""What templates of the catalogue ask for: numbers in words, names, covers, spines, the boxes of a facet."""

from html import escape

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from catalogue import figures
from catalogue.cards import Place
from catalogue.choices import Option, Panel
from catalogue.models import GameTitle
from escale.common.templatetags.kit import grouped, icon

register = template.Library()


for said in (figures.players, figures.minutes, figures.year):
    register.filter(said)


@register.filter
def of_five(weight: float) -> str:
    """Light, medium or deep, in words."""
    return _("light") if weight < 2 else _("medium") if weight < 3 else _("deep")


@register.simple_tag
def cover_of(title: GameTitle, language: str, size: int) -> str:
    """Where the picture of the title is: its photo in that size, else the drawn cover in that language."""
    if title.photo:
        return reverse("photo", args=[title.photo, size])
    return f"{reverse('cover', args=[language, title.slug])}?v={title.changed_in}"


@register.filter
def spine_colour(title: GameTitle) -> int:
    """One of twelve colours, always the same for a title."""
    return title.pk * 7 % 12


@register.filter
def spine_height(title: GameTitle) -> int:
    """Boxes are of four sizes; long games come in large ones."""
    return 1 + min(3, (title.minutes_max or title.minutes_min or 30) // 40)


@register.filter
def named(title: GameTitle) -> str:
    """The name in the reader's language."""
    return title.name_in(get_language() or "fr")


# Below: what stands dozens of times on a page. As templates these would cost more than half of its time.
SPOKEN = '<span class="visually-hidden">{} </span>'


@register.simple_tag
def facts(title: GameTitle) -> SafeString:
    """Players, time and youngest age, each with its icon."""
    told = []
    if title.players_min:
        told.append(icon("people") + SPOKEN.format(_("Players")) + figures.players(title))
    if title.minutes_max or title.minutes_min:
        told.append(icon("clock") + figures.minutes(title))
    if title.age:
        told.append(icon("age") + SPOKEN.format(_("Age")) + f"{title.age}+")
    return mark_safe(f'<ul class="facts">{"".join(f"<li>{one}</li>" for one in told)}</ul>')


@register.simple_tag
def whereabouts(place: Place) -> SafeString:
    """Where the boxes of a title are now; nothing where the house has none."""
    if place.state == "none":
        return mark_safe("")
    if place.state == "in":
        shelves = escape(", ".join(place.shelves))
        return _badge("good", "pin", _("Shelf %(shelf)s") % {"shelf": shelves} if shelves else _("At the house"))
    back = place.back and date_format(place.back, "j N")
    return _badge("warn", "out", _("Out, back on %(day)s") % {"day": back} if back else _("Not there now"))


def _badge(kind: str, sign: str, words: str) -> SafeString:
    return mark_safe(f'<span class="badge {kind}">{icon(sign)}{words}</span>')


OPTION = (
    '<label class="choice"><input form="question" type="{}" name="{}" value="{}" id="f-{}-{}"{}> <span>{}</span> '
    '<span class="count">{}</span></label>'
)


@register.simple_tag
def options(panel: Panel, shown: list[Option]) -> SafeString:
    """The boxes of one facet."""
    kind = "checkbox" if panel.many or len(panel.options) == 1 else "radio"
    rows = []
    for option in shown:
        value, checked = escape(option.value), " checked" if option.on else ""
        count = grouped(option.count)
        rows.append(OPTION.format(kind, panel.name, value, panel.name, value, checked, escape(option.label), count))
    return mark_safe("".join(rows))
