"""Picks titles for tonight, whose boxes are on their shelves. `catalogue.search.index.pick` has the rules."""

from collections.abc import Mapping, Set
from dataclasses import replace

from catalogue import ports
from catalogue.evenings.times import PlayingTime, load_playing_times
from catalogue.models import Copy, GameTitle, Tag
from catalogue.ports import RuleLink
from catalogue.search.entries import MAX_PLAYERS
from catalogue.search.index import Between
from catalogue.search.index.facets import Choice
from catalogue.search.index.pick import Candidate, Pick, Wish, pick_titles
from catalogue.search.live_index import catalogue_index

MAX_CANDIDATES = 250  # The most popular titles that fit. Less popular ones would hardly be chosen.


def pick_for_tonight(wish: Wish, seen_ids: Set[int] = frozenset(), n: int = 3) -> list[Pick]:
    """The best titles for the wish.

    If too few titles suit, the mood is ignored. If they are still too few, the time may be half as long
    again.
    """
    without_mood = replace(wish, mood="")
    with_more_time = replace(without_mood, minutes=wish.minutes * 3 // 2 if wish.minutes else wish.minutes)
    picks = pick_titles(wish, _load_candidates(wish, seen_ids), seen_ids, n)
    for easier_wish in (without_mood, with_more_time):
        if len(picks) < n and easier_wish != wish:
            excluded_ids = seen_ids | {pick.candidate.id for pick in picks}
            candidates = _load_candidates(easier_wish, excluded_ids)
            picks += pick_titles(easier_wish, candidates, excluded_ids, n - len(picks))
    return picks


def _load_candidates(wish: Wish, seen_ids: Set[int]) -> list[Candidate]:
    filters: dict[str, Choice] = {"available": ["in"], "kind": [GameTitle.Kind.GAME]}
    if wish.players:
        filters["players"] = [min(wish.players, MAX_PLAYERS)]
    if wish.age:
        filters["age"] = Between(0, wish.age)
    if wish.mood == "text_free":
        filters["text"] = [GameTitle.LanguageDependence.NONE]
    if wish.mood == "cooperative":
        filters["mechanism"] = _load_cooperative_mechanisms()
    ids = catalogue_index.search(filters=filters, sort="-popularity", size=MAX_CANDIDATES + len(seen_ids)).ids
    rules = ports.rules()
    titles = GameTitle.objects.filter(pk__in=ids).prefetch_related("tags", "copies")
    times = load_playing_times(ids)
    return [_to_candidate(title, rules, times.get(title.pk)) for title in titles]


def _load_cooperative_mechanisms() -> list[str]:
    tags = Tag.objects.filter(kind=Tag.Kind.MECHANISM, slug__startswith="cooperative")
    return list(tags.values_list("slug", flat=True))


def _to_candidate(title: GameTitle, rules: Mapping[int, RuleLink], measured: PlayingTime | None) -> Candidate:
    """The facts of the title. The time that matches took in this house replaces the time on the box."""
    tag_slugs = frozenset(tag.slug for tag in title.tags.all())
    rule = rules.get(title.bgg_id or 0)
    fewest, most = title.players_min or title.players_max, title.players_max or title.players_min
    shortest, longest = title.minutes_min or title.minutes_max, title.minutes_max or title.minutes_min
    if measured:
        shortest, longest = measured.low, measured.high
    return Candidate(
        id=title.pk,
        players=(fewest, most) if fewest and most else None,
        best_with=frozenset(title.best_with),
        recommended_with=frozenset(title.recommended_with),
        minutes=(shortest, longest) if shortest and longest else None,
        age=title.age,
        weight=title.weight,
        text=title.language_dependence,
        languages=_box_languages(title) | frozenset(rule.languages if rule else ()),
        cooperative=any(slug.startswith("cooperative") for slug in tag_slugs),
        popularity=title.popularity,
        kinds=tag_slugs,
    )


def _box_languages(title: GameTitle) -> frozenset[str]:
    """The languages of the boxes that are on their shelves."""
    languages: set[str] = set()
    for copy in title.copies.all():
        if copy.status == Copy.Status.IN:
            languages |= {code.strip() for code in copy.languages.split(",")}
    return frozenset(languages - {""})
