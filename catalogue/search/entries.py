"""Reads titles from the database as the search index wants them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from catalogue import ports
from catalogue.models import Copy, Credit, GameTitle, TitleName, TitleTag
from catalogue.search.index import NAMES, Entry, Value
from escale.common.text.folding import sort_key

CHUNK = 5_000
MOST_PLAYERS = 30  # "Up to 999 players" fits every number asked for.
FACTS = ("pk", "bgg_id", "kind", "popularity", "sort_key", "year", "players_min", "players_max")
FACTS += ("minutes_min", "minutes_max", "age", "weight", "language_dependence")
EARLIEST_DECADE = 1970  # and all before


def all_entries() -> Iterator[Entry]:
    """Every title, a few thousand at a time: five queries for each."""
    last = 0
    while ids := list(GameTitle.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:CHUNK]):
        yield from _between(ids[0], ids[-1])
        last = ids[-1]


def some_entries(ids: Iterable[int]) -> Iterator[Entry]:
    """These titles, as far as they exist."""
    wanted = list(ids)
    for at in range(0, len(wanted), CHUNK // 10):
        yield from _entries({"pk__in": wanted[at : at + CHUNK // 10]}, {"title__pk__in": wanted[at : at + CHUNK // 10]})


def _between(first: int, last: int) -> Iterator[Entry]:
    return _entries({"pk__range": (first, last)}, {"title__pk__range": (first, last)})


def _entries(titles: Mapping, of_titles: Mapping) -> Iterator[Entry]:
    names, credits, people = defaultdict(list), defaultdict(list), defaultdict(list)
    for title, *name in (
        TitleName.objects.filter(**of_titles).order_by("pk").values_list("title", "name", "language", "kind")
    ):
        names[title].append(name)
    rows = Credit.objects.filter(**of_titles).order_by("pk")
    for title, role, slug, name in rows.values_list("title", "role", "contributor__slug", "contributor__name"):
        credits[title].append(name)
        people[title].append((role, slug))
    tags = defaultdict(list)
    for title, kind, slug in TitleTag.objects.filter(**of_titles).values_list("title", "tag__kind", "tag__slug"):
        tags[title].append((kind, slug))
    copies = defaultdict(list)
    boxes = Copy.objects.not_gone().filter(**of_titles)
    for title, *box in boxes.values_list("title", "status", "shelf__code", "languages", "acquired"):
        copies[title].append(box)
    rules = ports.rules()
    for facts in GameTitle.objects.filter(**titles).values(*FACTS):
        id, bgg = facts["pk"], facts["bgg_id"]
        pairs = [*tags[id], *people[id], *_boxes(copies[id]), *_played(facts)]
        if rule := rules.get(bgg):
            pairs += [("rule_language", language) for language in rule.languages]
            pairs += [("playable", "yes")] if rule.engine else []
        properties: dict[str, list[Value]] = defaultdict(list)
        for field, value in pairs:
            properties[field].append(value)
        acquired = max((box[3] for box in copies[id] if box[3]), default=None)
        expansion = facts["kind"] != GameTitle.Kind.GAME
        keys = _name_keys(facts["sort_key"], names[id]) | _keys(facts, acquired)
        every = [name for name, _language, _kind in names[id]]
        yield Entry(id, every, credits[id], facts["popularity"], expansion, properties, keys)


def _boxes(copies: list[list]) -> Iterator[tuple[str, Value]]:
    """What can be chosen of the boxes: where they are, whether one is there now, in which languages."""
    if copies:
        yield "available", "in" if any(box[0] == Copy.Status.IN for box in copies) else "out"
    for _status, shelf, languages, _acquired in copies:
        if shelf:
            yield "shelf", shelf
        for language in languages.split(","):
            if language.strip():
                yield "language", language.strip()


def _played(facts: Mapping) -> Iterator[tuple[str, Value]]:
    """What can be chosen of a title's facts."""
    yield "kind", facts["kind"]
    if facts["players_min"] or facts["players_max"]:
        fewest = facts["players_min"] or facts["players_max"]
        for players in range(fewest, min(max(fewest, facts["players_max"] or 0), MOST_PLAYERS) + 1):
            yield "players", players
    minutes = facts["minutes_max"] or facts["minutes_min"]
    for field, value in (("age", facts["age"]), ("minutes", minutes), ("year", facts["year"])):
        if value is not None:
            yield field, value
    if facts["year"] is not None:
        yield "decade", max(facts["year"] // 10 * 10, EARLIEST_DECADE)
    if facts["weight"]:
        yield "weight", round(facts["weight"] * 10)
    if facts["language_dependence"]:
        yield "text", facts["language_dependence"]


def _name_keys(main: str, names: list[list[str]]) -> dict[str, str | float]:
    """Where the title stands in a list by name, in each language by the name that is shown there."""
    keys: dict[str, str | float] = dict.fromkeys(NAMES, main)
    for name, language, kind in reversed(names):
        if f"name_{language}" in keys and kind != TitleName.Kind.FORMER:
            keys[f"name_{language}"] = sort_key(name, language)
    return keys


def _keys(facts: Mapping, acquired: date | None) -> dict[str, str | float]:
    keys = {
        "year": facts["year"],
        "minutes": facts["minutes_max"] or facts["minutes_min"],
        "weight": facts["weight"],
        "acquired": acquired and acquired.toordinal(),
    }
    return {order: key for order, key in keys.items() if key not in (None, "")}
