"""Reads titles from the database as entries of the search index."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from catalogue import ports
from catalogue.models import Copy, Credit, GameTitle, Tag, TitleName, TitleTag
from catalogue.ports import RuleLink
from catalogue.search.index import NAME, Entry, Value, name_orders
from catalogue.search.index.topics import CODE, Topics
from escale.common import languages as site_languages
from escale.common.text.folding import build_sort_key

TITLES_PER_QUERY = 5_000
IDS_PER_QUERY = 500
MAX_PLAYERS = 30  # A title for "up to 999 players" answers each number up to this one.
ESAR_LETTERS = ("E", "S", "A", "R")  # in the order of this classification of games
EARLIEST_DECADE = 1970  # includes all years before it
FACTS = (
    "pk",
    "bgg_id",
    "kind",
    "popularity",
    "sort_key",
    "year",
    "players_min",
    "players_max",
    "minutes_min",
    "minutes_max",
    "age",
    "weight",
    "language_dependence",
    "esar",
)

Facts = Mapping[str, Any]
Property = tuple[str, Value]  # a field and a value


class Name(NamedTuple):
    name: str
    language: str
    kind: str


class Box(NamedTuple):
    number: str | None
    status: str
    shelf: str | None
    languages: str
    acquired: date | None


def load_all_entries() -> Iterator[Entry]:
    """Yields the entries of all titles that guests see. Takes five queries for some thousands of titles."""
    last_id = 0
    ids_in_order = GameTitle.objects.listed().order_by("pk").values_list("pk", flat=True)
    while ids := list(ids_in_order.filter(pk__gt=last_id)[:TITLES_PER_QUERY]):
        last_id = ids[-1]
        if last_id - ids[0] < 2 * len(ids):
            yield from _load_entries("range", (ids[0], last_id))
        else:  # Many titles for reference have ids between these.
            yield from load_entries(ids)


def load_entries(title_ids: Iterable[int]) -> Iterator[Entry]:
    """Yields the entries of the titles among these that exist and that guests see."""
    ids = list(title_ids)
    for start in range(0, len(ids), IDS_PER_QUERY):
        yield from _load_entries("in", ids[start : start + IDS_PER_QUERY])


def _load_entries(lookup: str, ids: Any) -> Iterator[Entry]:
    """Yields the entries of the titles whose id fits the lookup ("in" or "range")."""
    of_titles = {f"title__pk__{lookup}": ids}
    names, tags, boxes = _load_names(of_titles), _load_tags(of_titles), _load_boxes(of_titles)
    credits = _load_credits(of_titles)
    rules = ports.rules()
    for facts in GameTitle.objects.listed().filter(**{f"pk__{lookup}": ids}).values(*FACTS):
        id = facts["pk"]
        properties: dict[str, list[Value]] = defaultdict(list)
        for name, value in (
            *tags[id],
            *((role, slug) for role, slug, _name in credits[id]),
            *_properties_of_boxes(boxes[id]),
            *_properties_of_facts(facts),
            *_properties_of_rule(rules.get(facts["bgg_id"])),
        ):
            properties[name].append(value)
        yield Entry(
            id=id,
            names=[name.name for name in names[id]],
            credits=[name for _role, _slug, name in credits[id]],
            popularity=facts["popularity"],
            expansion=facts["kind"] != GameTitle.Kind.GAME,
            properties=properties,
            keys=_keys_by_name(facts["sort_key"], names[id]) | _keys_by_number(facts, boxes[id]),
        )


def load_topics() -> Topics:
    """The names of all tags, in every language."""
    tags = Tag.objects.values_list("kind", "slug", "names")
    return Topics((name, (kind, slug)) for kind, slug, names in tags for name in names.values())


# ── Queries: each gives its rows by title ─────────────────────────────────────────────────────────


def _load_names(of_titles: Mapping) -> dict[int, list[Name]]:
    names: dict[int, list[Name]] = defaultdict(list)
    rows = TitleName.objects.filter(**of_titles).order_by("pk")
    for title_id, name, language, kind in rows.values_list("title", "name", "language", "kind"):
        names[title_id].append(Name(name, language, kind))
    return names


def _load_credits(of_titles: Mapping) -> dict[int, list[tuple[str, str, str]]]:
    """By title, the role, slug and name of each person and publisher."""
    credits: dict[int, list[tuple[str, str, str]]] = defaultdict(list)
    rows = Credit.objects.filter(**of_titles).order_by("pk")
    for title_id, role, slug, name in rows.values_list(
        "title", "role", "contributor__slug", "contributor__name"
    ):
        credits[title_id].append((role, slug, name))
    return credits


def _load_tags(of_titles: Mapping) -> dict[int, list[Property]]:
    tags: dict[int, list[Property]] = defaultdict(list)
    rows = TitleTag.objects.filter(**of_titles)
    for title_id, kind, slug in rows.values_list("title", "tag__kind", "tag__slug"):
        tags[title_id].append((kind, slug))
    return tags


def _load_boxes(of_titles: Mapping) -> dict[int, list[Box]]:
    boxes: dict[int, list[Box]] = defaultdict(list)
    rows = Copy.objects.not_gone().filter(**of_titles)
    for title_id, number, status, shelf, languages, acquired in rows.values_list(
        "title", "inventory_number", "status", "shelf__code", "languages", "acquired"
    ):
        boxes[title_id].append(Box(number, status, shelf, languages, acquired))
    return boxes


# ── Properties: what a reader can filter by ───────────────────────────────────────────────────────


def _properties_of_boxes(boxes: list[Box]) -> Iterator[Property]:
    if boxes:
        yield "available", "in" if any(box.status == Copy.Status.IN for box in boxes) else "out"
    for box in boxes:
        if box.shelf:
            yield "shelf", box.shelf
            yield CODE, box.shelf.upper()
        if box.number:
            yield CODE, box.number.upper()
        for language in box.languages.split(","):
            if language.strip():
                yield "language", language.strip()


def _properties_of_facts(facts: Facts) -> Iterator[Property]:
    yield "kind", facts["kind"]
    letter = facts["esar"].strip()[:1].upper()
    if letter in ESAR_LETTERS:
        yield "esar", letter
    if facts["players_min"] or facts["players_max"]:
        fewest = facts["players_min"] or facts["players_max"]
        most = max(fewest, facts["players_max"] or 0)
        for players in range(fewest, min(most, MAX_PLAYERS) + 1):
            yield "players", players
    if facts["age"] is not None:
        yield "age", facts["age"]
    minutes = facts["minutes_max"] or facts["minutes_min"]
    if minutes is not None:
        yield "minutes", minutes
    if facts["year"] is not None:
        yield "year", facts["year"]
        yield "decade", max(facts["year"] // 10 * 10, EARLIEST_DECADE)
    if facts["weight"]:
        yield "weight", round(facts["weight"] * 10)
    if facts["language_dependence"]:
        yield "text", facts["language_dependence"]


def _properties_of_rule(rule: RuleLink | None) -> Iterator[Property]:
    if rule:
        for language in rule.languages:
            yield "rule_language", language
        if rule.engine:
            yield "playable", "yes"


# ── Sort keys ─────────────────────────────────────────────────────────────────────────────────────


def _keys_by_name(main_key: str, names: list[Name]) -> dict[str, str | float]:
    """By order, the key of the name that is shown in its language: the first name in the language, or else
    the main name.
    """
    keys: dict[str, str | float] = dict.fromkeys((NAME, *name_orders(site_languages.codes())), main_key)
    for name in reversed(names):
        order = f"name_{name.language}"
        if order in keys and name.kind != TitleName.Kind.FORMER:
            keys[order] = build_sort_key(name.name, name.language)
    return keys


def _keys_by_number(facts: Facts, boxes: list[Box]) -> dict[str, str | float]:
    """The year, the time, the weight and the day on which the last box arrived, if they are known."""
    last_acquired = max((box.acquired for box in boxes if box.acquired), default=None)
    keys = {
        "year": facts["year"],
        "minutes": facts["minutes_max"] or facts["minutes_min"],
        "weight": facts["weight"],
        "acquired": last_acquired.toordinal() if last_acquired else None,
    }
    return {order: key for order, key in keys.items() if key is not None}
