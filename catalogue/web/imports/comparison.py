"""The comparison of a file with the catalogue on the page of its import: now, then, and who wins."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from catalogue.importing.comparing import comparison
from catalogue.importing.comparing.policies import FILL_BLANKS, LEAVE, REPLACE, STAFF
from catalogue.importing.comparing.staff_comparisons import read_page
from catalogue.importing.file.report import FileProblem
from catalogue.models import ImportJob
from catalogue.web.desk.field_labels import list_field_labels

ROWS_PER_PAGE = 50
MAX_PAGE = 100_000


def describe_problem(entry: dict[str, Any]) -> str:
    return FileProblem(entry["message"], **entry["params"]).text(_)


def describe_comparison(request: HttpRequest, job: ImportJob) -> dict[str, Any]:
    """The counts of the comparison, and one page of the rows of the kind in the address."""
    result = job.comparison or {}
    if "problem" in result:
        return {"comparison_problem": describe_problem(result["problem"])}
    if "done" not in result:
        return {"comparing": True, "compared_line": result.get("line", 0)}
    counts = result["counts"]
    shown_kind = request.GET.get("show", "")
    if shown_kind not in counts:
        # By default, the kind of rows that staff should look at first.
        shown_kind = next(
            (kind for kind in ("changed", "doubtful", "refused", "new") if counts[kind]), "unchanged"
        )
    number = _read_page_number(request)
    page = read_page(job, shown_kind, number=number, size=ROWS_PER_PAGE)
    return {
        "kinds": [(kind, label, counts[kind]) for kind, label in _list_kind_labels()],
        "shown": shown_kind,
        "compared_rows": [_describe_row(row) for row in page.rows],
        "page_before": number - 1,
        "page_after": number + 1 if page.has_next else 0,
        "passed_over": result["passed_over"],
        "passed_over_because": _(result["because"]) if result["because"] else "",
    }


def _read_page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PAGE))
    return max(1, min(int(text), MAX_PAGE)) if is_number else 1


def _list_kind_labels() -> list[tuple[str, str]]:
    return [
        (comparison.NEW, _("new titles")),
        (comparison.CHANGED, _("with changes")),
        (comparison.UNCHANGED, _("unchanged")),
        (comparison.DOUBTFUL, _("with remarks")),
        (comparison.REFUSED, _("refused")),
    ]


def list_policy_labels() -> list[tuple[str, str]]:
    return [
        ("", _("the file, except over what staff entered")),
        (REPLACE, _("always the file")),
        (FILL_BLANKS, _("the catalogue; the file fills blanks")),
        (LEAVE, _("always the catalogue")),
    ]


def _describe_row(row: dict[str, Any]) -> dict[str, Any]:
    labels = dict(list_field_labels()) | {"box": _("Box"), "names": _("Other name"), "base": _("Base game")}
    winners = {
        "": _("the file"),
        STAFF: _("the catalogue: staff entered it"),
        FILL_BLANKS: _("the catalogue: only blanks are filled"),
        LEAVE: _("the catalogue: your choice"),
    }
    fields = [
        {**change, "label": labels.get(change["field"], change["field"]), "winner": winners[change["reason"]]}
        for change in row["fields"]
    ]
    problems = [describe_problem(problem) for problem in row["problems"]]
    return {"line": row["line"], "name": row["name"], "fields": fields, "problems": problems}
