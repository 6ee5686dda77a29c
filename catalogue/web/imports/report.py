"""What became of the filled cells of an imported file."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class CellReport(NamedTuple):
    """The numbers of cells: all in the file, the imported ones, and the others by cause."""

    total: int
    taken: int
    left: list[tuple[str, int]]


def describe_cells(report: dict[str, Any]) -> CellReport | None:
    """The numbers of cells; None for an import by an older version of the site, which did not count cells."""
    cells = report.get("cells")
    if not cells or not cells["total"]:
        return None
    left = [
        (_("in rows that are the same as in the last import"), cells["unchanged"]),
        (
            ngettext("cell that could not be read", "cells that could not be read", cells["unreadable"]),
            cells["unreadable"],
        ),
        (_("in rows that were refused"), cells["refused"]),
        (_("in rows that were skipped"), cells["passed_over"]),
    ]
    for header, count in cells["unread"].items():
        left.append((_("in the column “%(column)s”, which was given no meaning") % {"column": header}, count))
    return CellReport(cells["total"], cells["read"], [(label, count) for label, count in left if count])
