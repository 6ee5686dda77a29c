"""Tags and filters for templates of the catalogue: numbers in words, names, covers, facets and so on."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalogue.models import GameTitle
from catalogue.presenting import cover_urls, facet_html, figures, title_html
from catalogue.presenting.missing_pieces import describe_missing
from escale.common import languages

register = template.Library()


register.filter("players", figures.format_players)
register.filter("minutes", figures.format_minutes)
register.filter("year", figures.format_year)
register.simple_tag(cover_urls.cover_url)
register.simple_tag(cover_urls.drawn_cover_url)
register.simple_tag(facet_html.facet_options)
register.simple_tag(title_html.title_facts)
register.simple_tag(title_html.whereabouts)


@register.simple_block_tag
def found_group(content: str, heading: str) -> SafeString | str:
    """A heading and the list items below it; nothing if the search has found no such items."""
    if not content.strip():
        return ""
    return format_html('<div>\n<h3 class="h4">{}</h3>\n<ul role="list">{}</ul>\n</div>', heading, content)


@register.filter
def weight_in_words(weight: float) -> str:
    """The weight in words: light, medium or heavy."""
    if weight < 2:
        return _("light")
    if weight < 3:
        return _("medium")
    return _("heavy")


@register.filter
def keep_ranges_whole(text: str) -> str:
    """The text, which no longer breaks inside a range such as A–L."""
    return text.replace("–", "\u2060–\u2060")


@register.filter
def local_name(title: GameTitle) -> str:
    """The name in the reader's language."""
    return title.name_in(languages.current())


@register.filter
def missing_in_words(text: str) -> str:
    """What is missing from a box: "1 of 12 dice, 2 of 4 pawns"."""
    return ", ".join(describe_missing(text))
