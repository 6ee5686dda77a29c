"""What the home page, the search page and the search box show of the three pillars."""

from collections import Counter

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalogue.models import GameTitle
from catalogue.presenting.picking import AGES, MOOD_NAMES, TIMES
from catalogue.presenting.suggestions import suggest_titles
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from catalogue.search.newest import newest_title_ids
from escale.common import languages
from games.models import Match, Status
from games.presenting.words import game_name
from games.registry import ENGINES
from rules_docs.search.section_search import SearchResult, search_sections, suggest_sections

PLAYERS = range(1, 9)
NEW, FOUND, SUGGESTED = 5, 6, 5


def content() -> dict:
    return {
        "choices": {"players": PLAYERS, "ages": AGES, "minutes": TIMES, "moods": MOOD_NAMES.items()},
        "new_titles": render_titles(newest_title_ids(NEW)),
        "games": games(),
    }


def games() -> list[dict]:
    """The games that can be played here, with the number of tables that wait for somebody."""
    waiting = Counter(Match.objects.listed().filter(status=Status.OPEN).values_list("game", flat=True))
    boxes = {bgg: rule.engine for bgg, rule in catalogue_index.rules().items() if rule.engine}
    titles = GameTitle.objects.filter(bgg_id__in=boxes).values_list("bgg_id", "slug", "changed_in")
    covers = {boxes[bgg]: {"title": slug, "version": version} for bgg, slug, version in titles}
    return [
        {"name": game_name(slug), "slug": slug, "waiting": waiting[slug], "cover": covers.get(slug)}
        | {"least": min(engine.META.seats), "most": max(engine.META.seats)}
        for slug, engine in ENGINES.items()
    ]


def found(query: str) -> list[dict]:
    """Parts of the search page: each pillar answers with its best results."""
    titles = catalogue_index.search(query, size=FOUND)
    answer = search_sections(query, language=languages.current(), size=FOUND)
    return [
        _part("titles", _("On the shelves"), "catalogue:list", query, titles.total, cards=render_titles(titles.ids)),
        _part("rules", _("In the rules"), "rules_docs:search", query, answer.count, results=answer.results),
    ]


def _part(
    id: str,
    name: str,
    address: str,
    query: str,
    count: int,
    *,
    cards: list[SafeString] = (),
    results: list[SearchResult] = (),
) -> dict:
    more = f"{reverse(address)}?{urlencode({'q': query})}" if count > FOUND else ""
    return {"id": id, "name": name, "count": count, "more": more, "cards": cards, "results": results}


def suggestions(query: str) -> list[dict]:
    """What a search box shows while one types: titles, then sections of rules."""
    language = languages.current()
    hits = suggest_sections(query, language=language, size=SUGGESTED)
    return _titles(query) + [{"name": h["name"], "url": h["url"], "note": h["detail"]} for h in hits]


def _titles(query: str) -> list[dict]:
    """A title that was found by another of its names shows that name too."""
    return [
        {
            "name": hit["name"],
            "url": hit["url"],
            "note": _year(hit) if hit["matched"] == hit["name"] else hit["matched"],
        }
        for hit in suggest_titles(query, SUGGESTED)
    ]


def _year(hit: dict) -> str:
    return str(hit["year"] or "")
