"""Links titles with their designers, and expansions with their base games.

A file of designers has one link in each row, and creates no title.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext_noop as _

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.file.fields import CREDITS
from catalogue.importing.file.report import FileProblem, Report
from catalogue.importing.file.sheet import TitleRow
from catalogue.importing.registry import Registry
from catalogue.models import Credit, GameTitle

Link = tuple[int, str]  # primary key of the title, slug of the person


def find_new_links(rows: Sequence[TitleRow], field: str, report: Report) -> list[Link]:
    """The links of these rows that the catalogue does not have yet, without duplicates."""
    bgg_ids = {row.bgg_id for row in rows}
    pk_by_bgg_id = dict(GameTitle.objects.filter(bgg_id__in=bgg_ids).values_list("bgg_id", "pk"))
    links = _load_links(pk_by_bgg_id.values(), field)
    new_links: list[Link] = []
    for row in rows:
        if row.bgg_id not in pk_by_bgg_id:
            report.refuse(row.line, FileProblem(_("There is no title with the id {id}."), id=row.bgg_id))
            continue
        links_before = len(new_links)
        for slug in row.facts[field] or ():
            link = (pk_by_bgg_id[row.bgg_id], slug)
            if link not in links:
                links.add(link)
                new_links.append(link)
        report.count_row(updated=len(new_links) > links_before)
    return new_links


def _load_links(title_pks: Iterable[int], field: str) -> set[Link]:
    credits = Credit.objects.filter(title__in=title_pks, role=CREDITS[field])
    return set(credits.values_list("title", "contributor__slug"))


def write_links(links: Sequence[Link], field: str, registry: Registry, bulk_sql: BulkSql) -> None:
    registry.create_missing(slug for _title_pk, slug in links)
    role = CREDITS[field]
    rows = [(title_pk, registry.pk_by_slug[slug], role) for title_pk, slug in links]
    bulk_sql.insert("catalogue_credit", ("title_id", "contributor_id", "role"), rows)


def find_base_games(base_by_pk: Mapping[int, tuple[int, int]], report: Report) -> list[tuple[int, int]]:
    """Pairs of primary keys: a base game and its expansion. The report notes base games that are not found.

    `base_by_pk` has, by primary key of an expansion, the BGG id of its base game and the line.
    """
    bgg_ids = {bgg_id for bgg_id, _line in base_by_pk.values()}
    pk_by_bgg_id = dict(GameTitle.objects.filter(bgg_id__in=bgg_ids).values_list("bgg_id", "pk"))
    links = []
    for pk, (bgg_id, line) in base_by_pk.items():
        if bgg_id in pk_by_bgg_id:
            links.append((pk_by_bgg_id[bgg_id], pk))
        else:
            report.note(line, FileProblem(_("The base game {id} is not in the catalogue."), id=bgg_id))
    return links
