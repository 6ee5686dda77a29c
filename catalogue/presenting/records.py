"""A title as the API tells it."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse

from catalogue import ports
from catalogue.models import Copy, Credit, GameTitle, Loan, Tag
from catalogue.ports import RuleLink
from catalogue.presenting.drawn import cover_drawn
from catalogue.presenting.kept import Kept
from catalogue.search.live_index import catalogue_index
from catalogue.services import IDS_PER_STATEMENT
from escale.common import languages

Json = dict[str, Any]
TAGS = {"mechanisms": Tag.Kind.MECHANISM, "themes": Tag.Kind.THEME, "families": Tag.Kind.FAMILY}


class Told(NamedTuple):
    """The record of a title, and the other titles that it names."""

    id: int
    record: Json
    family: frozenset[int]


class Records(Kept[Told]):
    """A record names its base game and its expansions: it goes with theirs too."""

    def drop(self, ids: Iterable[int] | None) -> None:
        super().drop(None if ids is None else {*ids, *_bases(list(ids))})

    def _tells_of(self, id: int, thing: Told, gone: Set[int]) -> bool:
        return id in gone or not thing.family.isdisjoint(gone)


def _bases(ids: Sequence[int]) -> Iterator[int]:
    """A base game does not know yet of an expansion that has just come."""
    for at in range(0, len(ids), IDS_PER_STATEMENT):
        expansions = GameTitle.objects.filter(pk__in=ids[at : at + IDS_PER_STATEMENT]).exclude(base=None)
        yield from expansions.values_list("base_id", flat=True)


kept = Records()


def records(ids: Sequence[int]) -> list[Json]:
    return [one.record for one in told(ids)]


def told(ids: Sequence[int]) -> list[Told]:
    """These titles, as far as they are there, in the reader's language.

    As many queries for one that is not held as for a hundred.
    """
    language = languages.current()

    def make(missing: list[int]) -> dict[int, Told]:
        rules = catalogue_index.rules()
        return {title.pk: _told(title, language, rules.get(title.bgg_id)) for title in full_titles(missing)}

    return kept.get(ids, language, make)


def _told(title: GameTitle, language: str, rule: RuleLink | None) -> Told:
    family = frozenset({title.base_id or 0, *(expansion.pk for expansion in title.expansions.all())})
    return Told(title.pk, record(title, language, rule), family)


def full_titles(ids: Sequence[int]) -> list[GameTitle]:
    copies = Copy.objects.not_gone().select_related("shelf").prefetch_related(Prefetch("loans", Loan.objects.open()))
    titles = GameTitle.objects.select_related("base").prefetch_related(
        "names", "tags", "credits__contributor", "base__names", "expansions__names", Prefetch("copies", copies)
    )
    return list(titles.filter(pk__in=ids))


def record(title: GameTitle, language: str, rule: RuleLink | None) -> Json:
    copies, engine = list(title.copies.all()), rule.engine if rule else ""
    return {
        "slug": title.slug,
        "name": title.name_in(language),
        "names": [{"name": name.name, "language": name.language, "kind": name.kind} for name in title.names.all()],
        **_facts(title, language),
        **_links(title, language),
        "base": _short(title.base, language) if title.base else None,
        "expansions": [_short(expansion, language) for expansion in title.expansions.all()],
        "external_ids": {"bgg": title.bgg_id} if title.bgg_id else {},
        "copies": [copy_record(copy) for copy in copies],
        "available": any(copy.status == Copy.Status.IN for copy in copies),
        "rules": [
            {"document": rule.document, "language": code, "url": ports.rule_url(rule.document, code)}
            for code in (rule.languages if rule else ())
        ],
        "playable": engine != "",
        "play_url": ports.table_url(engine) if engine else "",
        "cover": settings.BASE_URL + cover_drawn(title.slug, language, title.changed_in),
        "url": settings.BASE_URL + reverse("catalogue:title", args=[title.slug]),
        "changed_in": title.changed_in,
    }


def _facts(title: GameTitle, language: str) -> Json:
    advised = {"best": list(title.best_with), "recommended": list(title.recommended_with)}
    return {
        "kind": title.kind,
        "year": title.year,
        "players": {"min": title.players_min, "max": title.players_max} | advised,
        "minutes": {"min": title.minutes_min, "max": title.minutes_max},
        "age": title.age,
        "weight": title.weight,
        "language_dependence": title.language_dependence,
        "esar": title.esar,
        "col": title.col,
        "description": title.description(language),
    }


def _links(title: GameTitle, language: str) -> Json:
    """People and tags, each with the slug that finds more of theirs."""
    people: Json = {f"{role}s": [] for role in Credit.Role.values}
    for credit in title.credits.all():
        people[f"{credit.role}s"].append({"slug": credit.contributor.slug, "name": credit.contributor.name})
    tags = {
        field: [{"slug": tag.slug, "name": tag.name_in(language)} for tag in title.tags.all() if tag.kind == kind]
        for field, kind in TAGS.items()
    }
    return people | tags


def _short(title: GameTitle, language: str) -> Json:
    return {"slug": title.slug, "name": title.name_in(language)}


def copy_record(copy: Copy) -> Json:
    """A box; who has it is nobody's business but the staff's."""
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
