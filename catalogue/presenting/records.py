"""Titles as records of the API. They are cached until the title changes."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse

from catalogue import ports
from catalogue.models import Copy, Credit, GameTitle, Tag, TitleName
from catalogue.models.full_titles import with_all_relations
from catalogue.ports import RuleLink
from catalogue.presenting.cover_urls import drawn_cover_url
from catalogue.presenting.title_cache import TitleCache
from catalogue.search.live_index import catalogue_index
from catalogue.services import IDS_PER_STATEMENT
from escale.common import languages

Json = dict[str, Any]
FIELD_BY_TAG_KIND = {Tag.Kind.MECHANISM: "mechanisms", Tag.Kind.THEME: "themes", Tag.Kind.FAMILY: "families"}


class CachedRecord(NamedTuple):
    """The record of a title, and the ids of its base game and its expansions, which it names."""

    id: int
    record: Json
    family: frozenset[int]


class RecordCache(TitleCache[CachedRecord]):
    """A record is also dropped when its base game or one of its expansions changes."""

    def drop(self, ids: Iterable[int] | None) -> None:
        super().drop(None if ids is None else {*ids, *_find_bases(list(ids))})

    def _depends_on(self, id: int, entry: CachedRecord, changed: Set[int]) -> bool:
        return id in changed or not entry.family.isdisjoint(changed)


def _find_bases(ids: Sequence[int]) -> Iterator[int]:
    """The base games of these titles. The cached record of a base game lacks an expansion that is new."""
    for start in range(0, len(ids), IDS_PER_STATEMENT):
        some_ids = ids[start : start + IDS_PER_STATEMENT]
        expansions = GameTitle.objects.filter(pk__in=some_ids).exclude(base=None)
        yield from expansions.values_list("base_id", flat=True)


_cache = RecordCache()


def load_records(ids: Sequence[int]) -> list[Json]:
    return [entry.record for entry in load_cached_records(ids)]


def load_cached_records(ids: Sequence[int]) -> list[CachedRecord]:
    """These titles in the language of the reader. All that are not cached are loaded together."""
    language = languages.current()

    def make_records(missing: list[int]) -> dict[int, CachedRecord]:
        rules = catalogue_index.rules()
        titles = with_all_relations(GameTitle.objects.filter(pk__in=missing))
        return {title.pk: _cached_record(title, language, rules.get(title.bgg_id)) for title in titles}

    return _cache.get(ids, language, make_records)


def _cached_record(title: GameTitle, language: str, rule: RuleLink | None) -> CachedRecord:
    family = frozenset({title.base_id or 0, *(expansion.pk for expansion in title.expansions.all())})
    return CachedRecord(title.pk, _build_record(title, language, rule), family)


def _build_record(title: GameTitle, language: str, rule: RuleLink | None) -> Json:
    copies = list(title.copies.all())
    engine = rule.engine if rule else ""  # The name of the game that is played here.
    return {
        "slug": title.slug,
        "name": title.name_in(language),
        "names": [_build_name_record(name) for name in title.names.all()],
        **_build_facts(title, language),
        **_build_links(title, language),
        "base": _name_title(title.base, language) if title.base else None,
        "expansions": [_name_title(expansion, language) for expansion in title.expansions.all()],
        "external_ids": {"bgg": title.bgg_id} if title.bgg_id else {},
        "copies": [_build_copy_record(copy) for copy in copies],
        "available": any(copy.status == Copy.Status.IN for copy in copies),
        "rules": [
            {"document": rule.document, "language": code, "url": ports.rule_url(rule.document, code)}
            for code in (rule.languages if rule else ())
        ],
        "playable": engine != "",
        "play_url": ports.table_url(engine) if engine else "",
        "cover": settings.BASE_URL + drawn_cover_url(title.slug, language, title.changed_in),
        "url": settings.BASE_URL + reverse("catalogue:title", args=[title.slug]),
        "changed_in": title.changed_in,
    }


def _build_facts(title: GameTitle, language: str) -> Json:
    recommendations = {"best": list(title.best_with), "recommended": list(title.recommended_with)}
    return {
        "kind": title.kind,
        "year": title.year,
        "players": {"min": title.players_min, "max": title.players_max} | recommendations,
        "minutes": {"min": title.minutes_min, "max": title.minutes_max},
        "age": title.age,
        "weight": title.weight,
        "language_dependence": title.language_dependence,
        "esar": title.esar,
        "col": title.col,
        "description": title.description(language),
    }


def _build_name_record(name: TitleName) -> Json:
    return {"name": name.name, "language": name.language, "kind": name.kind}


def _build_links(title: GameTitle, language: str) -> Json:
    """People by their roles and tags by their kinds. A search for the slug finds their other titles."""
    links: Json = {f"{role}s": [] for role in Credit.Role.values}
    for credit in title.credits.all():
        person = credit.contributor
        links[f"{credit.role}s"].append({"slug": person.slug, "name": person.name})
    links |= {field: [] for field in FIELD_BY_TAG_KIND.values()}
    for tag in title.tags.all():
        links[FIELD_BY_TAG_KIND[tag.kind]].append({"slug": tag.slug, "name": tag.name_in(language)})
    return links


def _name_title(title: GameTitle, language: str) -> Json:
    return {"slug": title.slug, "name": title.name_in(language)}


def _build_copy_record(copy: Copy) -> Json:
    """A box without its borrower, whom only staff may know."""
    back = min((loan.due for loan in copy.loans.all()), default=None)
    return {
        "inventory_number": copy.inventory_number,
        "shelf": copy.shelf.code if copy.shelf else None,
        "room": copy.shelf.room if copy.shelf else "",
        "status": copy.status,
        "back": back.isoformat() if back else None,
        "condition": copy.condition,
        "missing": copy.missing,
        "languages": [code.strip() for code in copy.languages.split(",") if code.strip()],
        "edition": copy.edition,
        "acquired": copy.acquired.isoformat() if copy.acquired else None,
    }
