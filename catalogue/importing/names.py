"""Names beside the main one: an import adds those that the title does not have yet, and takes none away."""

from collections import defaultdict
from collections.abc import Iterable

from catalogue.importing.file.sheet import Name, TitleRow
from catalogue.importing.planning import BatchPlan
from catalogue.importing.store import Store
from catalogue.models import TitleName


def find_missing_names(plan: BatchPlan) -> list[tuple[TitleRow, Name]]:
    """The names that rows tell and that their titles do not have yet."""
    rows = [row for row in plan.title_by_row if row.names]
    known = _load_names(plan.title_by_row[row].pk for row in rows)
    missing = []
    for row in rows:
        title = plan.title_by_row[row]
        known_names = known[title.pk]
        if title.is_new:
            known_names.add((title.facts.get("name_language") or "", title.facts["name"]))
        for name in row.names:
            if _is_missing(name, known_names):
                known_names.add((name[0], name[2]))
                missing.append((row, name))
    return missing


def _load_names(pks: Iterable[int]) -> dict[int, set[tuple[str, str]]]:
    """Primary key of the title -> its names with their languages."""
    names: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for pk, language, name in TitleName.objects.filter(title__in=set(pks)).values_list("title_id", "language", "name"):
        names[pk].add((language, name))
    return names


def _is_missing(name: Name, known_names: set[tuple[str, str]]) -> bool:
    """A name without a language adds nothing to the same name with one."""
    language, _kind, text = name
    if language:
        return (language, text) not in known_names
    return all(text != known_text for _language, known_text in known_names)


def write_names(store: Store, plan: BatchPlan, missing: list[tuple[TitleRow, Name]]) -> None:
    rows = [(plan.title_by_row[row].pk, *name) for row, name in missing]
    store.insert("catalogue_titlename", ("title_id", "language", "kind", "name"), rows)
