"""HTML of a title in a list: as a card, as a line, or as the spine of a box. Pages also use some parts by
themselves.

A page of results shows up to a hundred titles. Templates took more than twice as long for them, which
exceeded the limit of a page: four times the simplest view.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from catalogue.models import GameTitle
from catalogue.presenting import figures
from catalogue.presenting.cards import Place, TitleCard, TitleFacts, load_cards
from catalogue.presenting.cover_urls import cover_url
from catalogue.presenting.title_cache import TitleCache
from escale.common import dates, languages
from escale.common.templatetags.kit import address_of, icon

CARD = """<li class="card pick title-card" data-slug="{slug}">
<span class="cover"><img src="{cover}" alt="" width="240" height="240" loading="lazy" decoding="async"></span>
<h3><a href="{url}">{name}</a></h3>
{other_name}{matched_name}{facts}
<div class="foot cluster">{badges}</div></li>"""
LINE = """<li class="line"><a href="{url}">{name}</a>{other_name}
<span class="muted line-facts">{facts}</span> {place}</li>"""
SPINE = """<li class="spine spine-{colour} tall-{height}{state}">\
<a href="{url}"><span>{name}</span>{hint}</a></li>"""


def render_card(card: TitleCard, matched_name: str = "") -> SafeString:
    """The cover, the name, the facts, and badges that say where the title is and what can be done with it.

    `matched_name` is the name by which a search has found the title, if the card does not show it.
    """
    other_name = ""
    if card.other_name:
        other_name = format_html('<p class="small muted other-name">{}</p>\n', card.other_name)
    return format_html(
        CARD,
        slug=card.title.slug,
        cover=cover_url(card.title, languages.current(), 240),
        url=address_of("catalogue:title", card.title.slug),
        name=card.name,
        other_name=other_name,
        matched_name=_found_as(matched_name) if matched_name else "",
        facts=title_facts(card.title),
        badges=_badges(card),
    )


def _found_as(name: str) -> SafeString:
    words = _("also called “%(name)s”") % {"name": name}
    return format_html('<p class="small muted other-name">{}</p>\n', words)


def _badges(card: TitleCard) -> SafeString:
    badges = [whereabouts(card.place)]
    if card.is_incomplete:
        badges.append(_badge("badge bad", "warning", _("Incomplete")))
    if card.rule and card.rule.engine:
        badges.append(_badge("badge house", "dice", _("Play here")))
    if card.rule:
        badges.append(_badge("badge", "book", pgettext("of a game", "Rules")))
    return format_html_join("", "{}", [(badge,) for badge in badges])


def render_line(card: TitleCard) -> SafeString:
    """The name, short facts, and where the title is."""
    facts = []
    if card.title.players_min:
        facts.append(f"{figures.format_players(card.title)} {pgettext('players, shortened', 'pl.')}")
    if card.title.minutes_max or card.title.minutes_min:
        facts.append(figures.format_minutes(card.title))
    if card.title.age:
        facts.append(f"{card.title.age}+")
    return format_html(
        LINE,
        url=address_of("catalogue:title", card.title.slug),
        name=card.name,
        other_name=format_html(' <span class="muted">{}</span>', card.other_name) if card.other_name else "",
        facts=" · ".join(facts),
        place=whereabouts(card.place),
    )


def render_spine(card: TitleCard) -> SafeString:
    """The box as it stands on a shelf. Its colour is always the same, and long games are higher."""
    is_out = card.place.is_out
    minutes = card.title.minutes_max or card.title.minutes_min or 30
    return format_html(
        SPINE,
        colour=card.title.pk * 7 % 12,
        height=1 + min(3, minutes // 40),
        state=" is-out" if is_out else "",
        url=address_of("catalogue:title", card.title.slug),
        name=Truncator(card.name).chars(44),
        hint=format_html('<span class="visually-hidden">, {}</span>', _("out")) if is_out else "",
    )


RENDERERS: dict[str, Callable[[TitleCard], SafeString]] = {
    "card": render_card,
    "line": render_line,
    "spine": render_spine,
}
_cache: TitleCache[SafeString] = TitleCache()


def render_titles(ids: Sequence[int], kind: str = "card") -> list[SafeString]:
    """Renders these titles in the language of the reader. `kind` is a key of RENDERERS."""
    render = RENDERERS[kind]

    def render_missing(missing: list[int]) -> dict[int, SafeString]:
        return {card.title.pk: render(card) for card in load_cards(missing)}

    return _cache.get(ids, f"{kind} {languages.current()}", render_missing)


def render_matched_cards(ids: Sequence[int], matched_name_by_id: Mapping[int, str]) -> list[SafeString]:
    """Renders cards that show by which other name a search has found them. These are not cached."""
    cards = render_titles(ids)
    matched_ids = [id for id in ids if id in matched_name_by_id]
    matched = {}
    for card in load_cards(matched_ids):
        matched[card.title.pk] = render_card(card, matched_name_by_id[card.title.pk])
    if len(cards) != len(ids):  # A title was removed since the index answered.
        return cards
    return [matched.get(id, html) for id, html in zip(ids, cards, strict=True)]


def title_facts(title: TitleFacts | GameTitle) -> SafeString:
    """Players, time and minimum age, each with its icon."""
    items = []
    if title.players_min:
        items.append((icon("people"), _spoken(_("Players")), figures.format_players(title)))
    if title.minutes_max or title.minutes_min:
        items.append((icon("clock"), "", figures.format_minutes(title)))
    if title.age:
        items.append((icon("age"), _spoken(_("Age")), f"{title.age}+"))
    return format_html('<ul class="facts">{}</ul>', format_html_join("", "<li>{}{}{}</li>", items))


def _spoken(text: str) -> SafeString:
    return format_html('<span class="visually-hidden">{} </span>', text)


def whereabouts(place: Place) -> SafeString:
    """A badge that says where the boxes of a title are now."""
    if place.state == "none":
        return _badge("badge", "info", _("Not in the house’s collection"))
    if place.state == "in":
        shelves = ", ".join(place.shelves)
        text = _("Shelf %(shelf)s") % {"shelf": shelves} if shelves else _("At the house")
        return _badge("badge good", "pin", text)
    if place.back:
        return _badge("badge warn", "out", _("Out, due back %(day)s") % {"day": dates.day(place.back, "j N")})
    return _badge("badge warn", "out", _("Not available now"))


def _badge(css_class: str, icon_name: str, text: str) -> SafeString:
    return format_html('<span class="{}">{}{}</span>', css_class, icon(icon_name), text)
