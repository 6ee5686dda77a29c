"""The contents of the home page, the search page and the search box, from all apps."""

from collections import defaultdict

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue.models import GameTitle
from catalogue.presenting.picking import AGES, MOOD_NAMES, PLAYING_TIMES
from catalogue.presenting.suggestions import suggest_titles
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from catalogue.search.newest import newest_title_ids
from escale.common import languages
from games.lobby.listing import find_open_tables
from games.models import NEWEST_FIRST
from games.presenting.words import game_name
from games.registry import ENGINES, has_puzzles
from rules_docs.search.section_search import search_sections, suggest_sections

PLAYERS = range(1, 9)
NEW_TITLES = 5
RESULTS_PER_PART = 6
SUGGESTED_SECTIONS = SUGGESTED_TITLES = 5


def home_context() -> dict:
    """The values of the home page's template."""
    return {
        "choices": {"players": PLAYERS, "ages": AGES, "minutes": PLAYING_TIMES, "moods": MOOD_NAMES.items()},
        "new_titles": render_titles(newest_title_ids(NEW_TITLES)),
        "games": list_games(),
        **_count_titles(),
    }


def _count_titles() -> dict[str, int]:
    """The number of titles in the catalogue, and of those of which the house has a box."""
    result = catalogue_index.search(size=1, facets=("available",))
    boxes = result.facets["available"]
    return {"catalogued": result.total, "in_house": boxes.get("in", 0) + boxes.get("out", 0)}


def list_games() -> list[dict]:
    """The games that can be played on this site, each with the tables that wait for players."""
    open_tables_by_game = _open_tables_by_game()
    covers_by_game = _covers_by_game()
    return [
        {
            "name": game_name(slug),
            "slug": slug,
            "open_tables": open_tables_by_game[slug],
            "cover": covers_by_game.get(slug),
            "has_puzzles": has_puzzles(slug),
            "min_players": min(engine.META.seats),
            "max_players": max(engine.META.seats),
        }
        for slug, engine in ENGINES.items()
    ]


def _open_tables_by_game() -> dict[str, list[str]]:
    """By game, the ids of the tables with a free seat.

    The newest comes first, because whoever opened it is most likely still there.
    """
    tables_by_game = defaultdict(list)
    for game, table in NEWEST_FIRST.sort(find_open_tables()).values_list("game", "pk"):
        tables_by_game[game].append(table)
    return tables_by_game


def _covers_by_game() -> dict[str, dict]:
    """By game, its cover if it is a title of the catalogue: the slug of the title and its version."""
    game_by_bgg_id = {}
    for bgg_id, rule in catalogue_index.load_rules().items():
        if rule.engine:  # the slug of the game that plays by this rule
            game_by_bgg_id[bgg_id] = rule.engine
    titles = GameTitle.objects.filter(bgg_id__in=game_by_bgg_id)
    # The address of a cover contains the version that changed the title, because browsers cache covers.
    return {
        game_by_bgg_id[bgg_id]: {"title": slug, "version": version}
        for bgg_id, slug, version in titles.values_list("bgg_id", "slug", "changed_in")
    }


def search_all_parts(query: str) -> list[dict]:
    """The parts of the search page: the best results of the catalogue and of the rules."""
    titles = catalogue_index.search(query, size=RESULTS_PER_PART)
    sections = search_sections(query, language=languages.current(), size=RESULTS_PER_PART)
    return [
        {
            "id": "titles",
            "name": _("On the shelves"),
            "count": titles.total,
            "more": _more_url("catalogue:list", query, titles.total),
            "cards": render_titles(titles.ids),
            "results": (),
        },
        {
            "id": "rules",
            "name": _("In the rules"),
            "count": sections.count,
            "more": _more_url("rules_docs:search", query, sections.count),
            "cards": (),
            "results": sections.results,
        },
    ]


def _more_url(view: str, query: str, count: int) -> str:
    """The address of the page with all results; empty if the search page shows all of them already."""
    if count <= RESULTS_PER_PART:
        return ""
    return f"{reverse(view)}?{urlencode({'q': query})}"


def suggest(query: str) -> list[dict]:
    """The suggestions of a search box while somebody types: titles, then sections of rules."""
    sections = suggest_sections(query, language=languages.current(), size=SUGGESTED_SECTIONS)
    suggestions = [_suggest_title(title) for title in suggest_titles(query, SUGGESTED_TITLES)]
    for section in sections:
        url = settings.BASE_URL + section["url"]
        suggestions.append({"name": section["name"], "url": url, "note": section["detail"]})
    return suggestions


def _suggest_title(title: dict) -> dict:
    """A suggestion with a note: the other name of the title if the query matches that name, else the year."""
    note = str(title["year"] or "")
    if title["matched"] != title["name"]:
        note = title["matched"]
    return {"name": title["name"], "url": title["url"], "note": note}
