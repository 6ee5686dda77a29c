"""Names are added to those already known and never taken away."""

from collections.abc import Iterable

from catalogue.importing.batch import Plan
from catalogue.importing.store import Store
from catalogue.models import TitleName

Told = tuple[str, str, str]  # language, kind, name


def missing_names(plan: Plan) -> dict[int, list[Told]]:
    """For each row (by its place) the names that its title does not have yet."""
    if plan.batch.names is None:
        return {}
    told = {at: names for at, names in enumerate(plan.batch.names) if names and plan.pks[at] is not None}
    known = _known({plan.pks[at] for at in told})
    for new in plan.new.values():
        facts = dict(zip(plan.fields, new.facts, strict=True))
        known[new.pk] = {(facts.get("name_language") or "", facts["name"])}
    fresh = {at: list(_fresh(names, known[plan.pks[at]])) for at, names in told.items()}
    return {at: names for at, names in fresh.items() if names}


def _known(pks: set[int | None]) -> dict[int | None, set[tuple[str, str]]]:
    known: dict[int | None, set[tuple[str, str]]] = {}
    for pk, language, name in TitleName.objects.filter(title__in=pks).values_list("title_id", "language", "name"):
        known.setdefault(pk, set()).add((language, name))
    return known


def _fresh(names: Iterable[Told], known: set[tuple[str, str]]) -> Iterable[Told]:
    """A name without a language adds nothing to the same name with one."""
    for language, kind, name in names:
        if (language, name) not in known and (language or not any(name == other for _code, other in known)):
            known.add((language, name))
            yield language, kind, name


def add_names(store: Store, plan: Plan, missing: dict[int, list[Told]]) -> None:
    rows = [(plan.pks[at], *told) for at, names in missing.items() for told in names]
    store.insert("catalogue_titlename", ("title_id", "language", "kind", "name"), rows)
