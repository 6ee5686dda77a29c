"""What the home page shows of the three pillars."""

from collections import Counter

from django.db.models import Max
from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from catalogue.models import Copy, GameTitle
from games.engines import ENGINES
from games.models import Match, Status
from games.phrases import game_name
from rules_docs import search as rules

PLAYERS, AGES, MINUTES = range(1, 8), (4, 6, 8, 10, 12, 14), (20, 30, 45, 60, 90, 120)


def address(name: str, *args) -> str:
    """Where a page of a pillar is; empty while the pillar does not offer it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def new_on_the_shelves(limit: int = 4) -> list[GameTitle]:
    """The titles whose boxes came last, the newest first."""
    boxes = Copy.objects.exclude(status=Copy.Status.RETIRED).values("title").annotate(newest=Max("pk"))
    order = {row["title"]: row["newest"] for row in boxes.order_by("-newest")[:limit]}
    titles = GameTitle.objects.with_names().filter(pk__in=order)
    return sorted(titles, key=lambda title: -order[title.pk])


def games() -> list[dict]:
    """The games that can be played here, with the number of tables that wait for somebody."""
    waiting = Counter(Match.objects.listed().filter(status=Status.OPEN).values_list("game", flat=True))
    return [
        {"name": game_name(slug), "url": address("games:game", slug), "slug": slug, "waiting": waiting[slug]}
        | {"least": min(engine.META.seats), "most": max(engine.META.seats)}
        for slug, engine in ENGINES.items()
    ]


def found(query: str, size: int = 6, is_prefix: bool = False) -> list[dict]:
    """Parts of the search page: each pillar that can be searched answers with its best results."""
    return [_rules(query, size, is_prefix)]


def _rules(query: str, size: int, is_prefix: bool) -> dict:
    answer = rules.search(query, language=get_language() or "fr", size=size, is_prefix=is_prefix)
    return {
        "id": "rules",
        "name": _("In the rules"),
        "count": answer.count,
        "more": f"{reverse('rules_docs:search')}?{urlencode({'q': query})}" if answer.count > size else "",
        "results": [{"name": hit.heading, "text": hit.title, "url": hit.url} for hit in answer.results],
        "nothing": _("No rule speaks of this."),
    }


def suggestions(query: str) -> list[dict]:
    """The same parts as one list: what a search box shows while one types."""
    return [
        {"name": result["name"], "url": result["url"], "note": result["text"] or str(part["name"])}
        for part in found(query, size=5, is_prefix=True)
        for result in part["results"]
    ]


def content() -> dict:
    return {
        "choices": {"players": PLAYERS, "ages": AGES, "minutes": MINUTES},
        "pick_url": address("catalogue:pick"),
        "new_titles": new_on_the_shelves(),
        "games": games(),
        "lobby_url": address("games:lobby"),
        "catalogue_url": address("catalogue:list"),
    }
