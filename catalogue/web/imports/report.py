"""What became of each filled cell of a file that was imported."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _


class CellReport(NamedTuple):
    """The number of cells that the file had, of those that came in, and of those that were left, by cause."""

    total: int
    taken: int
    left: list[tuple[str, int]]


def describe_cells(report: dict[str, Any]) -> CellReport | None:
    """None for imports of earlier versions of the site, which counted no cells."""
    cells = report.get("cells")
    if not cells or not cells["total"]:
        return None
    left = [
        (_("in rows that are the same as at the last import"), cells["unchanged"]),
        (_("cells that could not be read"), cells["unreadable"]),
        (_("in rows that were refused"), cells["refused"]),
        (_("in rows that were skipped"), cells["passed_over"]),
    ]
    for header, count in cells["unread"].items():
        left.append((_("in the column “%(column)s”, which has no meaning") % {"column": header}, count))
    return CellReport(cells["total"], cells["read"], [(label, count) for label, count in left if count])
