"""The first page of staff: the figures of the day, each with a link to the task behind it."""

from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from catalogue.desk import day_figures
from catalogue.presenting.charts import draw_bars, draw_columns
from escale.common import languages
from escale.house.readiness import check_readiness
from games.models import Match, Status, Visibility
from rules_docs.models import Report, RuleDocument
from rules_docs.reading.freshness import MISSING, STALE, count_freshness


@dataclass(frozen=True, slots=True)
class Number:
    """A figure with its label. `url` leads to the task; `tone` is "bad" or "warn" if it is urgent."""

    count: int | str
    label: str
    icon: str
    url: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as SVG. People who cannot see it read its numbers as rows of text."""

    title: str
    svg: SafeString
    rows: list[tuple[str, int]]


def dashboard_context(user: AbstractBaseUser) -> dict:
    """The values of the template. They only contain what the roles of this user allow."""
    day = timezone.localdate()
    numbers: list[Number] = []
    charts: list[Chart] = []
    if user.has_perm("catalogue.view_copy"):
        numbers += _library_numbers(
            day_figures.load_today(day), with_guests=user.has_perm("catalogue.view_loan")
        )
        charts = _library_charts(day)
    if user.has_perm("rules_docs.change_sectiontext"):
        numbers += _rule_numbers()
    numbers += _game_numbers()
    return {"numbers": numbers, "drawings": charts, "health": check_readiness()}


def _library_numbers(today: day_figures.Today, *, with_guests: bool) -> list[Number]:
    desk, loans = reverse("desk:lending"), reverse("desk:loans")
    guests = [
        Number(today.out, _("on loan now"), "out", loans),
        Number(
            today.overdue, _("overdue"), "warning", f"{loans}?show=overdue", "bad" if today.overdue else ""
        ),
        Number(today.due_today, _("due back today"), "clock", f"{loans}?show=today"),
        Number(today.waiting, _("put aside for guests"), "heart", f"{desk}#waiting"),
    ]
    missing = f"{reverse('admin:catalogue_copy_changelist')}?incomplete=yes"
    others = [
        Number(today.incomplete, _("with missing pieces"), "box", missing, "warn" if today.incomplete else "")
    ]
    if today.check:
        progress = f"{today.seen}/{today.expected}"
        others.append(
            Number(progress, _("seen in the inventory"), "list", reverse("desk:check", args=[today.check.pk]))
        )
    if today.imports:
        others.append(Number(today.imports, _("imports running"), "upload", reverse("desk:imports")))
    return (guests if with_guests else []) + others


def _rule_numbers() -> list[Number]:
    documents = list(RuleDocument.objects.all())
    counts = [
        counts for by_language in count_freshness(documents).values() for counts in by_language.values()
    ]
    stale = sum(count[STALE] for count in counts)
    missing = sum(count[MISSING] for count in counts)
    matrix_url = reverse("admin:rules_docs_ruledocument_changelist")
    reports_url = f"{reverse('admin:rules_docs_report_changelist')}?state__exact={Report.State.OPEN}"
    return [
        Number(stale + missing, _("translations to check"), "globe", matrix_url, "warn" if stale else ""),
        Number(
            Report.objects.filter(state=Report.State.OPEN).count(),
            _("reports from readers"),
            "mail",
            reports_url,
        ),
    ]


def _game_numbers() -> list[Number]:
    # The index of each visibility keeps active matches together: else the database would read all matches.
    active = Match.objects.filter(visibility__in=Visibility.values, status=Status.ACTIVE).count()
    return [Number(active, _("tables in play"), "dice", reverse("games:lobby"))]


def _library_charts(day) -> list[Chart]:
    months = [(date_format(month, "N Y"), count) for month, count in day_figures.count_loans_per_month(day)]
    loan_counts = [
        (title.name_in(languages.current()), count) for title, count in day_figures.load_most_lent_titles(day)
    ]
    return [
        Chart(_("Loans per month"), draw_columns(months, _("Loans per month")), months),
        Chart(
            _("Most borrowed titles in twelve months"),
            draw_bars(loan_counts, _("Most borrowed titles")),
            loan_counts,
        ),
    ]
