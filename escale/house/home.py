"""What the home page, the search page and the search box show from the three pillars."""

from collections import Counter

from django.urls import reverse
from django.utils.http import urlencode
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
from rules_docs.search.section_search import search_sections, suggest_sections

PLAYERS = range(1, 9)
NEW_TITLES = 5
RESULTS_PER_PILLAR = 6
SUGGESTED_SECTIONS = SUGGESTED_TITLES = 5


def home_context() -> dict:
    """The values of the home page's template."""
    return {
        "choices": {"players": PLAYERS, "ages": AGES, "minutes": TIMES, "moods": MOOD_NAMES.items()},
        "new_titles": render_titles(newest_title_ids(NEW_TITLES)),
        "games": list_games(),
    }


def list_games() -> list[dict]:
    """The games that can be played here, each with the number of tables that wait for players."""
    open_matches = Match.objects.listed().filter(status=Status.OPEN)
    waiting_by_game = Counter(open_matches.values_list("game", flat=True))
    covers_by_game = _covers_by_game()
    return [
        {
            "name": game_name(slug),
            "slug": slug,
            "waiting": waiting_by_game[slug],
            "cover": covers_by_game.get(slug),
            "least": min(engine.META.seats),
            "most": max(engine.META.seats),
        }
        for slug, engine in ENGINES.items()
    ]


def _covers_by_game() -> dict[str, dict]:
    """The title whose cover shows a game, where the catalogue has it."""
    games_by_bgg_id = {bgg_id: rule.engine for bgg_id, rule in catalogue_index.rules().items() if rule.engine}
    titles = GameTitle.objects.filter(bgg_id__in=games_by_bgg_id)
    return {
        games_by_bgg_id[bgg_id]: {"title": slug, "version": version}
        for bgg_id, slug, version in titles.values_list("bgg_id", "slug", "changed_in")
    }


def search_pillars(query: str) -> list[dict]:
    """The parts of the search page: the best results of the catalogue and of the rules."""
    titles = catalogue_index.search(query, size=RESULTS_PER_PILLAR)
    sections = search_sections(query, language=languages.current(), size=RESULTS_PER_PILLAR)
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
    """The address of all results; empty where all are shown already."""
    if count <= RESULTS_PER_PILLAR:
        return ""
    return f"{reverse(view)}?{urlencode({'q': query})}"


def suggest(query: str) -> list[dict]:
    """What a search box shows while somebody types: titles, then sections of rules."""
    sections = suggest_sections(query, language=languages.current(), size=SUGGESTED_SECTIONS)
    suggestions = [_suggest_title(title) for title in suggest_titles(query, SUGGESTED_TITLES)]
    suggestions += [{"name": section["name"], "url": section["url"], "note": section["detail"]} for section in sections]
    return suggestions


def _suggest_title(title: dict) -> dict:
    """Beside its name, a title shows the other name that was found, or else its year."""
    year = str(title["year"] or "")
    has_other_name = title["matched"] != title["name"]
    return {"name": title["name"], "url": title["url"], "note": title["matched"] if has_other_name else year}
