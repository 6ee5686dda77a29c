"""Files that tell one link a row (a game and one of its designers): links are added, titles are never created."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.formats import CREDITS
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.registry import Registry
from catalogue.importing.store import Store
from catalogue.models import Credit, GameTitle

Link = tuple[int, str]  # Primary key of the title, key of the person.


def find_missing_links(rows: Sequence[TitleRow], field: str, registry: Registry, report: Report) -> list[Link]:
    """The links that the catalogue does not have yet, each once."""
    bgg_ids = {row.bgg_id for row in rows}
    pk_by_bgg_id = dict(GameTitle.objects.filter(bgg_id__in=bgg_ids).values_list("bgg_id", "pk"))
    credits = Credit.objects.filter(title__in=pk_by_bgg_id.values(), role=CREDITS[field])
    known: set[tuple[int, int | None]] = set(credits.values_list("title", "contributor"))
    missing: dict[Link, None] = {}
    for row in rows:
        if row.bgg_id not in pk_by_bgg_id:
            report.refuse(row.line, FileProblem(_("There is no title with the id {id}."), id=row.bgg_id))
            continue
        pk = pk_by_bgg_id[row.bgg_id]
        new_links = [
            (pk, key)
            for key in row.facts[field] or ()
            if (pk, registry.pk_by_key.get(key)) not in known and (pk, key) not in missing
        ]
        missing.update(dict.fromkeys(new_links))
        report.count_row(updated=bool(new_links))
    return list(missing)


def write_links(store: Store, field: str, registry: Registry, links: Sequence[Link]) -> None:
    registry.create_missing(key for _pk, key in links)
    rows = [(pk, registry.pk_by_key[key], CREDITS[field]) for pk, key in links]
    store.insert("catalogue_credit", ("title_id", "contributor_id", "role"), rows)
