"""Files that tell one link a row (a game and one of its designers): links are added, titles are never made."""

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.formats import CREDITS
from catalogue.importing.file.report import Report, Wrong
from catalogue.importing.file.sheet import Batch
from catalogue.importing.registry import Keys, Registry
from catalogue.importing.store import Store
from catalogue.models import Credit, GameTitle


def missing_links(batch: Batch, field: str, registry: Registry, report: Report) -> dict[tuple[int, str], int]:
    """(title, key) of the links that are not there yet, with the place of the row that told each first."""
    ids = {bgg_id for bgg_id in batch.ids if bgg_id is not None}
    titles = dict(GameTitle.objects.filter(bgg_id__in=ids).values_list("bgg_id", "pk"))
    role = CREDITS[field]
    there = set(Credit.objects.filter(title__in=titles.values(), role=role).values_list("title", "contributor"))
    missing: dict[tuple[int, str], int] = {}
    for at, (bgg_id, facts) in enumerate(zip(batch.ids, batch.facts, strict=True)):
        keys: Keys | None = facts[0]
        if bgg_id not in titles:
            report.refuse(batch.lines[at], Wrong(_("There is no title with the id {id}."), id=bgg_id))
            continue
        report.rows += 1
        title = titles[bgg_id]
        fresh = [
            key for key in keys or () if (title, registry.ids.get(key)) not in there and (title, key) not in missing
        ]
        missing.update(((title, key), at) for key in fresh)
        report.updated += bool(fresh)
        report.unchanged += not fresh
    return missing


def add_links(store: Store, field: str, registry: Registry, missing: dict[tuple[int, str], int]) -> None:
    registry.create(key for _title, key in missing)
    rows = ((title, registry.ids[key], CREDITS[field]) for title, key in missing)
    store.insert("catalogue_credit", ("title_id", "contributor_id", "role"), rows)
