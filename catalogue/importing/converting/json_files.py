"""Reads JSON of BG Stats, and our own JSON lines, as tables with the columns of our CSV."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import IO, Any

from django.utils.translation import gettext_noop as _

from catalogue.importing.converting.converted_formats import BG_STATS
from catalogue.importing.file.cells import join_list
from catalogue.importing.file.fields import CREDITS, DESCRIPTIONS, SCALARS, TAGS
from catalogue.importing.file.name_cells import write_name
from catalogue.importing.file.reading import FileRow, Source
from catalogue.importing.file.report import FileProblem

OpenBytes = Callable[[], AbstractContextManager[IO[bytes]]]
TITLE_COLUMNS = (
    "bgg_id", "slug", "name", "name_language", "names", *SCALARS, *DESCRIPTIONS, "base_bgg_id",
    *CREDITS, *TAGS
)  # fmt: skip
BOX_COLUMNS = (
    "box_id", "inventory_number", "barcode", "shelf", "status", "condition", "missing", "languages",
    "edition",
    "acquired", "acquired_from", "price", "note",
)  # fmt: skip
# Our column -> the name that BG Stats uses for a game.
BG_STATS_NAMES = {
    "bgg_id": "bggId",
    "year": "bggYear",
    "players_min": "minPlayerCount",
    "players_max": "maxPlayerCount",
    "minutes_min": "minPlayTime",
    "minutes_max": "maxPlayTime",
    "age": "minAge",
    "cooperative": "cooperative",
    "rating": "rating",
}
BG_STATS_HEADER = [
    "own", "name", "names", "is_expansion", "designers", *BG_STATS_NAMES, "box_id", "acquired",
    "acquired_from",
    "price", "note",
]  # fmt: skip


def convert(open_bytes: OpenBytes) -> Source:
    """The file as a table. Raises FileProblem if the JSON is damaged or of an unknown kind."""
    with open_bytes() as stream:
        first_line = stream.readline()
    first = _parse_line(first_line)
    if isinstance(first, dict) and "copies" in first and "games" not in first:
        return _open_own_lines(open_bytes)
    with open_bytes() as stream:
        content = _parse(stream.read())
    if isinstance(content, dict) and isinstance(content.get("games"), list):
        return _open_bg_stats(content["games"])
    raise FileProblem(_("This JSON file is neither from BG Stats nor an export from this site."))


def _parse_line(line: bytes) -> Any:
    """The value in the first line; None if the file holds one value over several lines."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        message = _("The file is damaged at line {line}, column {column_number}: {error}.")
        raise FileProblem(message, line=error.lineno, column_number=error.colno, error=error.msg) from error


# ── BG Stats ──────────────────────────────────────────────────────────────────────────────────────


def _open_bg_stats(games: list[Any]) -> Source:
    # Old versions of the app exported no copies. Their files are imported with all games.
    has_copies = any(isinstance(game, dict) and game.get("copies") for game in games)
    rows = _list_bg_stats_rows(games, has_copies)
    return Source(BG_STATS_HEADER, ",", len(games) + 1, conflicts=[], rows=rows, format_name=BG_STATS.name)


def _list_bg_stats_rows(games: list[Any], has_copies: bool) -> Iterator[FileRow]:
    """Yields a row for each copy. Each has a line number; the header counts as line 1."""
    line = 1
    for game in games:
        if not isinstance(game, dict):
            line += 1
            problem = FileProblem(_("The row cannot be read: {error}."), error=str(game)[:60])
            yield FileRow(line, [], problem)
            continue
        owned = [copy for copy in game.get("copies") or () if isinstance(copy, dict) and _is_owned(copy)]
        title_cells = _read_bg_stats_game(game)
        for copy in owned or [{}]:
            own = "1" if owned or not has_copies else "0"
            cells = title_cells | _read_bg_stats_copy(copy) | {"own": own}
            line += 1
            yield FileRow(line, [cells.get(name, "") for name in BG_STATS_HEADER])


def _is_owned(copy: dict[str, Any]) -> bool:
    return bool(copy.get("statusOwned", copy.get("status") == "owned"))


def _read_bg_stats_game(game: dict[str, Any]) -> dict[str, str]:
    cells = {ours: _text(game.get(theirs)) for ours, theirs in BG_STATS_NAMES.items()}
    own_name, known_name = _text(game.get("name")), _text(game.get("bggName"))
    cells["name"] = known_name or own_name
    cells["names"] = own_name if own_name != known_name else ""
    cells["is_expansion"] = "1" if game.get("isExpansion") and not game.get("isBaseGame") else "0"
    designers = [name.strip() for name in _text(game.get("designers")).split(",")]
    cells["designers"] = join_list(filter(None, designers))
    return cells


def _read_bg_stats_copy(copy: dict[str, Any]) -> dict[str, str]:
    if not copy:
        return {}
    paid, currency = _text(copy.get("pricePaid")), _text(copy.get("currency"))
    return {
        "box_id": _text(copy.get("uuid") or copy.get("copyId")),
        "acquired": _text(copy.get("acquisitionDate"))[:10],
        "acquired_from": _text(copy.get("acquiredFrom")),
        "price": f"{paid} {currency}".strip() if paid else "",
        "note": _text(copy.get("comment") or copy.get("privateComment")),
    }


def _text(value: Any) -> str:
    if value is None or value is False or isinstance(value, dict | list):
        return ""
    return "1" if value is True else str(value)


# ── Our own lines ─────────────────────────────────────────────────────────────────────────────────


def _open_own_lines(open_bytes: OpenBytes) -> Source:
    with open_bytes() as stream:
        lines = sum(1 for _line in stream)
    header = [*TITLE_COLUMNS, *BOX_COLUMNS]
    return Source(header, ",", lines + 1, conflicts=[], rows=_list_own_rows(open_bytes, header))


def _list_own_rows(open_bytes: OpenBytes, header: list[str]) -> Iterator[FileRow]:
    """Yields a row for each box. Each has a line number; the header counts as line 1."""
    number = 1
    with open_bytes() as stream:
        for text in filter(bytes.strip, stream):
            try:
                rows = list(_read_record(json.loads(text)))
            except (ValueError, TypeError, AttributeError, KeyError) as error:
                number += 1
                yield FileRow(number, [], FileProblem(_("The row cannot be read: {error}."), error=error))
                continue
            for cells in rows:
                number += 1
                yield FileRow(number, [cells.get(name, "") for name in header])


def _read_record(record: dict[str, Any]) -> Iterable[dict[str, str]]:
    """Yields a row for each box of the title; if it has no box, a row without one."""
    title = {name: _cell(record[name]) for name in TITLE_COLUMNS if name in record and name != "names"}
    names = record.get("names") or ()
    title["names"] = join_list(write_name(name["language"], name["kind"], name["name"]) for name in names)
    for box in record.get("copies") or [{}]:
        yield title | {name: _cell(box[name]) for name in BOX_COLUMNS if name in box}


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return join_list(map(str, value))
    return "" if value is None else str(value)
