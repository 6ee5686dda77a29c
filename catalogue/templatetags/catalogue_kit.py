"""What templates of the catalogue ask for: numbers in words, names, covers, spines, the boxes of a facet."""

from django import template
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from catalogue import figures
from catalogue.choices import Option, Panel
from catalogue.models import GameTitle

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


OPTION = (
    '<label class="choice"><input form="question" type="{}" name="{}" value="{}" id="f-{}-{}"{}> <span>{}</span> '
    '<span class="count">{}</span></label>'
)


@register.simple_tag
def options(panel: Panel, shown: list[Option]) -> SafeString:
    """The boxes of one facet. Over a hundred stand on a page: as a template they would cost half of its time."""
    kind = "checkbox" if panel.many or len(panel.options) == 1 else "radio"
    rows = []
    for option in shown:
        value, checked = escape(option.value), " checked" if option.on else ""
        label, count = escape(option.label), number_format(option.count, force_grouping=True)
        rows.append(OPTION.format(kind, panel.name, value, panel.name, value, checked, label, count))
    return mark_safe("".join(rows))
