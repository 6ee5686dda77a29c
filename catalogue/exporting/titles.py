"""The whole catalogue as data: the columns that the importer understands, as CSV or JSON lines, chunk by chunk."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from catalogue.importing.file.cells import escape_formula, join_list, write_name
from catalogue.importing.file.formats import CREDITS, DESCRIPTIONS, SCALARS, TAGS
from catalogue.models import Copy, Credit, GameTitle, TitleName, TitleTag
from escale.common import languages

CHUNK = 1000
BOX = (
    "inventory_number",
    "barcode",
    "shelf",
    "status",
    "condition",
    "missing",
    "languages",
    "edition",
    "acquired",
    "note",
)
LISTS = (*CREDITS, *TAGS)
COLUMNS = ("bgg_id", "slug", "name", "name_language", "names", *SCALARS, *DESCRIPTIONS, "base_bgg_id", *LISTS, *BOX)
OPEN_COLUMNS = tuple(name for name in COLUMNS if name != "note")  # what staff note about a box stays in the house

Title = dict[str, Any]


def titles() -> Iterator[Title]:
    """Every title with its names, links and boxes, in the order in which they were entered."""
    last, fields = 0, ("pk", "slug", "bgg_id", *SCALARS, "descriptions", "base__bgg_id")
    while chunk := list(GameTitle.objects.filter(pk__gt=last).order_by("pk").values(*fields)[:CHUNK]):
        last = chunk[-1]["pk"]
        yield from _completed(chunk)


def _completed(chunk: list[Title]) -> Iterator[Title]:
    pks = [title["pk"] for title in chunk]
    names, boxes = _grouped(_names(pks)), _grouped(_boxes(pks))
    links: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for pk, field, name in _links(pks):
        links[pk][field].append(name)
    for title in chunk:
        pk = title.pop("pk")
        descriptions = title.pop("descriptions")
        title.update({field: descriptions.get(code, "") for field, code in DESCRIPTIONS.items()})
        title["base_bgg_id"] = title.pop("base__bgg_id")
        main = next((name for name in names[pk] if name["kind"] == "main"), {"name": title["slug"], "language": ""})
        title["name"], title["name_language"] = main["name"], main["language"]
        title["names"] = [name for name in names[pk] if name["kind"] != "main"]
        title.update({field: links[pk][field] for field in LISTS}, copies=boxes[pk])
        yield title


def _grouped(rows: Iterable[Title]) -> dict[int, list[Title]]:
    groups: dict[int, list[Title]] = defaultdict(list)
    for row in rows:
        groups[row.pop("title_id")].append(row)
    return groups


def _names(pks: list[int]) -> Iterable[Title]:
    return TitleName.objects.filter(title__in=pks).order_by("pk").values("title_id", "language", "kind", "name")


def _boxes(pks: list[int]) -> Iterator[Title]:
    fields = ("title_id", "shelf__code", *(name for name in BOX if name != "shelf"))
    for box in Copy.objects.filter(title__in=pks).order_by("pk").values(*fields):
        yield {**box, "shelf": box["shelf__code"]}


def _links(pks: list[int]) -> Iterator[tuple[int, str, str]]:
    fields = {role: field for field, role in CREDITS.items()} | {kind: field for field, kind in TAGS.items()}
    credits_ = Credit.objects.filter(title__in=pks).order_by("pk").values_list("title_id", "role", "contributor__name")
    tags = TitleTag.objects.filter(title__in=pks).order_by("pk").values_list("title_id", "tag__kind", "tag__names")
    for pk, role, name in credits_:
        yield pk, fields[role], name
    for pk, kind, names in tags:
        yield pk, fields[kind], languages.in_language(names, languages.SOURCE)


def csv_lines(columns: Iterable[str] = COLUMNS) -> Iterator[str]:
    """One row a box, one for a title without a box; cells that a spreadsheet would run are neutralised."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(columns)
    yield buffer.getvalue()
    for title in titles():
        buffer.seek(0)
        buffer.truncate()
        facts = {**title, "names": join_list(write_name(**name) for name in title["names"])}
        facts.update({field: join_list(title[field]) for field in LISTS})
        for box in title["copies"] or [{}]:
            writer.writerow(_cell({**facts, **box}.get(column)) for column in columns)
        yield buffer.getvalue()


def _cell(value: Any) -> str:
    return "" if value is None else escape_formula(str(value))


def json_lines() -> Iterator[str]:
    """One title a line, its boxes inside; what is not known is left out."""
    for title in titles():
        told = {name: value for name, value in title.items() if value not in (None, "", [])}
        told["copies"] = [
            {name: value for name, value in box.items() if value not in (None, "") and name in BOX}
            for box in title["copies"]
        ]
        yield json.dumps(told, ensure_ascii=False, default=str) + "\n"
