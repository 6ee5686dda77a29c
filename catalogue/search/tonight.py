"""Asks the index and the database for what may be played tonight, and lets `catalogue.search.index.pick` choose."""

from collections.abc import Set
from dataclasses import replace

from catalogue import ports
from catalogue.models import GameTitle, Tag
from catalogue.search.index import Between
from catalogue.search.index.facets import Choice
from catalogue.search.index.pick import Candidate, Pick, Wish, pick
from catalogue.search.live_index import catalogue_index

CONSIDERED = 250  # the most popular of those that fit: more would not be chosen


def tonight(wish: Wish, seen: Set[int] = frozenset(), n: int = 3) -> list[Pick]:
    """Only boxes that are in. When fewer than asked suit, the mood is given up first, then half as much time again."""
    found = pick(wish, candidates(wish, seen), seen, n)
    for easier in (replace(wish, mood=""), replace(wish, mood="", minutes=wish.minutes and wish.minutes * 3 // 2)):
        if len(found) < n and easier != wish:
            known = seen | {one.candidate.id for one in found}
            found += pick(easier, candidates(easier, known), known, n - len(found))
    return found


def candidates(wish: Wish, seen: Set[int]) -> list[Candidate]:
    filters: dict[str, Choice] = {"available": ["in"], "kind": [GameTitle.Kind.GAME]}
    if wish.players:
        filters["players"] = [min(wish.players, 30)]
    if wish.age:
        filters["age"] = Between(0, wish.age)
    if wish.mood == "text_free":
        filters["text"] = [1]
    if wish.mood == "cooperative":
        filters["mechanism"] = list(cooperative_tags())
    ids = catalogue_index.search(filters=filters, sort="-popularity", size=CONSIDERED + len(seen)).ids
    rules = ports.rules()
    titles = GameTitle.objects.filter(pk__in=ids).prefetch_related("tags", "copies")
    return [_candidate(title, rules) for title in titles]


def cooperative_tags() -> list[str]:
    return list(
        Tag.objects.filter(kind=Tag.Kind.MECHANISM, slug__startswith="cooperative").values_list("slug", flat=True)
    )


def _candidate(title: GameTitle, rules) -> Candidate:
    tags = [tag.slug for tag in title.tags.all()]
    boxes = {code.strip() for copy in title.copies.all() if copy.status == "in" for code in copy.languages.split(",")}
    rule = rules.get(title.bgg_id)
    shortest, longest = title.minutes_min or title.minutes_max, title.minutes_max or title.minutes_min
    fewest = title.players_min or title.players_max
    return Candidate(
        id=title.pk,
        players=(fewest, title.players_max or fewest) if fewest else None,
        best_with=frozenset(title.best_with),
        recommended_with=frozenset(title.recommended_with),
        minutes=(shortest, longest) if shortest and longest else None,
        age=title.age,
        weight=title.weight,
        text=title.language_dependence,
        languages=frozenset(boxes - {""}) | frozenset(rule.languages if rule else ()),
        cooperative=any(slug.startswith("cooperative") for slug in tags),
        popularity=title.popularity,
        kinds=frozenset(tags),
    )
