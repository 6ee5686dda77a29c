"""Exports the whole catalogue as CSV or JSON lines. The importer reads the same columns."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from catalogue.importing.file.cells import escape_formula, join_list
from catalogue.importing.file.fields import CREDITS, DESCRIPTIONS, SCALARS, TAGS
from catalogue.importing.file.name_cells import write_name
from catalogue.models import Copy, Credit, GameTitle, TitleName, TitleTag
from catalogue.services import collection_key, write_box_id
from escale.common import languages

TITLES_PER_QUERY = 1000
BOX_COLUMNS = (
    "box_id",
    "inventory_number",
    "barcode",
    "shelf",
    "status",
    "condition",
    "missing",
    "languages",
    "edition",
    "acquired",
    "acquired_from",
    "price",
    "note",
)
LIST_COLUMNS = (*CREDITS, *TAGS)
NAME_COLUMNS = ("bgg_id", "slug", "name", "name_language", "names")
COLUMNS = (*NAME_COLUMNS, *SCALARS, *DESCRIPTIONS, "base_bgg_id", *LIST_COLUMNS, *BOX_COLUMNS)
# The notes of staff and the prices that the house has paid are not public.
PRIVATE_COLUMNS = ("acquired_from", "price", "note")
PUBLIC_COLUMNS = tuple(name for name in COLUMNS if name not in PRIVATE_COLUMNS)

Row = dict[str, Any]


def load_titles() -> Iterator[Row]:
    """Yields every title with its names, people, tags and boxes, in the order in which they were entered.

    Titles for reference are left out, because they come from a file that can be imported again.
    """
    last_id = 0
    fields = ("pk", "slug", "bgg_id", *SCALARS, "descriptions", "base__bgg_id")
    titles_in_order = GameTitle.objects.listed().order_by("pk").values(*fields)
    while titles := list(titles_in_order.filter(pk__gt=last_id)[:TITLES_PER_QUERY]):
        last_id = titles[-1]["pk"]
        yield from _complete_titles(titles)


def _complete_titles(titles: list[Row]) -> Iterator[Row]:
    ids = [title["pk"] for title in titles]
    names_by_title = _group_by_title(_load_names(ids))
    boxes_by_title = _group_by_title(_load_boxes(ids))
    lists_by_title: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for title_id, column, name in _load_people_and_tags(ids):
        lists_by_title[title_id][column].append(name)
    for title in titles:
        id = title.pop("pk")
        descriptions = title.pop("descriptions")
        for column, language in DESCRIPTIONS.items():
            title[column] = descriptions.get(language, "")
        title["base_bgg_id"] = title.pop("base__bgg_id")
        main_name = {"name": title["slug"], "language": ""}
        other_names = []
        for name in names_by_title[id]:
            if name["kind"] == TitleName.Kind.MAIN:
                main_name = name
            else:
                other_names.append(name)
        title |= {"name": main_name["name"], "name_language": main_name["language"], "names": other_names}
        title |= {column: lists_by_title[id][column] for column in LIST_COLUMNS}
        title["copies"] = boxes_by_title[id]
        yield title


def _group_by_title(rows: Iterable[Row]) -> dict[int, list[Row]]:
    groups: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.pop("title_id")].append(row)
    return groups


def _load_names(ids: list[int]) -> Iterable[Row]:
    names = TitleName.objects.filter(title__in=ids).order_by("pk")
    return names.values("title_id", "language", "kind", "name")


def _load_boxes(ids: list[int]) -> Iterator[Row]:
    columns = (name for name in BOX_COLUMNS if name not in ("box_id", "shelf"))
    key = collection_key()
    for box in (
        Copy.objects.filter(title__in=ids).order_by("pk").values("pk", "title_id", "shelf__code", *columns)
    ):
        yield {**box, "box_id": write_box_id(key, box["pk"]), "shelf": box["shelf__code"]}


def _load_people_and_tags(ids: list[int]) -> Iterator[tuple[int, str, str]]:
    """Yields for each person and tag the id of the title, the column and the name."""
    column_by_role = {role: column for column, role in CREDITS.items()}
    credit_rows = Credit.objects.filter(title__in=ids).order_by("pk")
    for title_id, role, name in credit_rows.values_list("title_id", "role", "contributor__name"):
        yield title_id, column_by_role[role], name
    column_by_kind = {kind: column for column, kind in TAGS.items()}
    tag_rows = TitleTag.objects.filter(title__in=ids).order_by("pk")
    for title_id, kind, names in tag_rows.values_list("title_id", "tag__kind", "tag__names"):
        yield title_id, column_by_kind[kind], languages.in_language(names, languages.SOURCE)


def csv_lines(columns: Iterable[str] = COLUMNS) -> Iterator[str]:
    """Yields the lines of a CSV file: a row for each box, and for each title without a box.

    A spreadsheet runs none of the cells as a formula.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(columns)
    yield buffer.getvalue()
    for title in load_titles():
        buffer.seek(0)
        buffer.truncate()
        cells = {**title, "names": join_list(write_name(**name) for name in title["names"])}
        for column in LIST_COLUMNS:
            cells[column] = join_list(title[column])
        for box in title["copies"] or [{}]:
            row = cells | box
            writer.writerow(_cell_text(row.get(column)) for column in columns)
        yield buffer.getvalue()


def _cell_text(value: Any) -> str:
    return "" if value is None else escape_formula(str(value))


def json_lines() -> Iterator[str]:
    """Yields a line of JSON for each title with its boxes. Unknown facts are left out."""
    for title in load_titles():
        record = {name: value for name, value in title.items() if value not in (None, "", [])}
        record["copies"] = [_known_box_facts(box) for box in title["copies"]]
        yield json.dumps(record, ensure_ascii=False, default=str) + "\n"


def _known_box_facts(box: Row) -> Row:
    return {name: box[name] for name in box if name in BOX_COLUMNS and box[name] not in (None, "")}
