"""What the home page shows of the three pillars."""

from collections import Counter

from django.db.models import Max
from django.urls import NoReverseMatch, reverse

from catalogue.models import Copy, GameTitle
from games.engines import ENGINES
from games.models import Match, Status
from games.phrases import game_name

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


def found(query: str) -> list[dict]:
    """Parts of the search page: a pillar that can be searched answers with its best results."""
    return []


def suggestions(query: str) -> list[dict]:
    """The same parts as one list: what a search box shows while one types."""
    return [
        {"name": result["name"], "url": result["url"], "note": str(part["name"])}
        for part in found(query)
        for result in part["results"][:5]
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
