"""Adds other names to titles, such as translations and former names. An import removes no name."""

from collections import defaultdict
from collections.abc import Iterable

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.file.sheet import Name, TitleRow
from catalogue.importing.planning import BatchPlan
from catalogue.models import TitleName

LanguageAndText = tuple[str, str]
NewName = tuple[TitleRow, Name]
NAME_COLUMNS = ("title_id", "language", "kind", "name")


def find_new_names(plan: BatchPlan) -> list[NewName]:
    """The names in these rows that the catalogue does not have for their titles yet."""
    rows = [row for row in plan.title_by_row if row.names]
    names_by_pk = _load_names(plan.title_by_row[row].pk for row in rows)
    new_names = []
    for row in rows:
        title = plan.title_by_row[row]
        title_names = names_by_pk[title.pk]
        if title.is_new:
            title_names.add((title.facts.get("name_language") or "", title.facts["name"]))
        for name in row.names:
            language, _kind, text = name
            if _is_new(language, text, title_names):
                title_names.add((language, text))
                new_names.append((row, name))
    return new_names


def _load_names(title_pks: Iterable[int]) -> dict[int, set[LanguageAndText]]:
    """By primary key of a title, its names."""
    names_by_pk: dict[int, set[LanguageAndText]] = defaultdict(set)
    rows = TitleName.objects.filter(title__in=set(title_pks))
    for pk, language, text in rows.values_list("title_id", "language", "name"):
        names_by_pk[pk].add((language, text))
    return names_by_pk


def _is_new(language: str, text: str, title_names: set[LanguageAndText]) -> bool:
    if language:
        return (language, text) not in title_names
    # A name without a language is not new if the title has the same name in some language.
    return all(text != other_text for _language, other_text in title_names)


def write_names(names: list[NewName], plan: BatchPlan, bulk_sql: BulkSql) -> None:
    rows = []
    for title_row, (language, kind, text) in names:
        rows.append((plan.title_by_row[title_row].pk, language, kind, text))
    bulk_sql.insert("catalogue_titlename", NAME_COLUMNS, rows)
