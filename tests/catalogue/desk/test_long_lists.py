"""Lists of staff that grow: walked by cursor, counted to a limit, each row once."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from catalogue.admin import boxes
from catalogue.desk import day_figures
from catalogue.models import Copy, InventoryCheck, InventoryFinding, Loan, Reservation
from catalogue.web import desk
from escale.common import audit
from escale.common.admin import bounded_lists
from escale.common.cursors import count_up_to
from escale.common.models import AuditEntry
from escale.house import dashboard
from tests.catalogue.desk.conftest import questions
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 1)


@pytest.fixture
def short_pages(monkeypatch):
    """Lists behave with 5 rows as they do with 1,001."""
    monkeypatch.setattr(desk, "ROWS_PER_PAGE", 2)
    monkeypatch.setattr(bounded_lists, "MAX_DEPTH", 4)
    monkeypatch.setattr(count_up_to, "__defaults__", (4,))


def add_loans(number: int) -> list[str]:
    """The borrowers of new loans, the first due first."""
    for n in range(number):
        box = make_copy(make_title(f"Title {n}"))
        Loan.objects.create(copy=box, borrower=f"Guest {n:02}", out=DAY, due=DAY + timedelta(days=n // 2))
    return [f"Guest {n:02}" for n in range(number)]


def find_link(page: str, rel: str) -> str:
    found = re.search(rf'href="([^"]+)"\s+rel="{rel}"', page)
    return unescape(found[1]) if found else ""


def walk(client, address: str, follow) -> list[list[str]]:
    """The borrowers on each page."""
    pages, query = [], ""
    while True:
        page = client.get(address + query).text
        pages.append(re.findall(r">(Guest \d\d)<", page))
        query = follow(page)
        if not query:
            return pages


def test_open_loans_are_walked(keeper, short_pages):
    guests = add_loans(5)
    pages = walk(keeper, reverse("desk:loans"), lambda page: find_link(page, "next"))
    assert pages == [guests[:2], guests[2:4], guests[4:]]


def test_the_way_back_leads_to_the_page_before(keeper, short_pages):
    guests = add_loans(4)
    address = reverse("desk:loans")
    second = keeper.get(address + find_link(keeper.get(address).text, "next")).text
    first = keeper.get(address + find_link(second, "prev")).text
    assert re.findall(r">(Guest \d\d)<", first) == guests[:2]


@pytest.mark.slow
def test_the_choice_of_late_loans_stays_on_the_way(keeper, short_pages):
    guests = add_loans(3)
    pages = walk(keeper, f"{reverse('desk:loans')}?show=overdue", lambda page: "")
    assert pages == [guests[:2]]
    link = find_link(keeper.get(f"{reverse('desk:loans')}?show=overdue").text, "next")
    assert "show=overdue" in link and "cursor=" in link


def test_a_damaged_cursor_is_refused(keeper):
    assert keeper.get(reverse("desk:loans"), {"cursor": "x"}).status_code == 400


def test_titles_that_lack_something_are_walked(keeper, short_pages):
    for n in range(3):
        make_copy(make_title(f"Title {n}", popularity=n % 2))
    address = reverse("desk:queue", args=["age"])
    first = keeper.get(address).text
    second = keeper.get(address + find_link(first, "next")).text
    assert re.findall(r">(Title \d)<", first) == ["Title 1", "Title 0"]
    assert re.findall(r">(Title \d)<", second) == ["Title 2"]


def test_the_overview_counts_what_is_missing_to_a_limit(keeper, short_pages):
    for n in range(5):
        make_copy(make_title(f"Title {n}", age=8 if n else None))
    page = keeper.get(reverse("desk:cataloguing")).text
    assert page.count('<span class="badge warn">1000+</span>') > 1
    assert '<span class="badge warn">1</span>' in page


def further(page: str) -> str:
    found = re.search(r'href="([^"]+)">Further entries<', page)
    return unescape(found[1]) if found else ""


def test_a_list_of_the_admin_leads_on_from_its_last_numbered_page(keeper, short_pages, monkeypatch):
    from django.contrib import admin

    monkeypatch.setattr(admin.site.get_model_admin(Loan), "list_per_page", 2)
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    guests = add_loans(7)
    address = reverse("admin:catalogue_loan_changelist")
    first = keeper.get(address).text
    assert "4+" in first and not further(first)
    last = keeper.get(f"{address}?p=2").text
    after = keeper.get(address + further(last)).text
    end = keeper.get(f"{address}{further(last)}&p=2").text
    shown = [re.findall(r'field-borrower">(Guest \d\d)<', page) for page in (first, last, after, end)]
    assert shown == [guests[:2], guests[2:4], guests[4:6], guests[6:]]
    assert "First page" in after and not further(end)


def test_a_page_behind_the_numbered_ones_is_refused(keeper, short_pages, monkeypatch):
    from django.contrib import admin

    monkeypatch.setattr(admin.site.get_model_admin(Loan), "list_per_page", 2)
    add_loans(7)
    address = reverse("admin:catalogue_loan_changelist")
    for query in ("p=3", "cursor=x"):
        assert keeper.get(f"{address}?{query}").url == f"{address}?e=1"


def test_a_list_of_the_admin_is_never_counted_to_its_end(keeper, house):
    for name in ("catalogue_loan", "catalogue_copy", "catalogue_reservation", "common_auditentry"):
        with CaptureQueriesContext(connection) as queries:
            keeper.get(reverse(f"admin:{name}_changelist"))
        counts = [query["sql"] for query in queries if "COUNT(" in query["sql"].upper()]
        assert counts and all("LIMIT 1001" in count for count in counts), counts


def test_a_search_and_a_filter_begin_at_the_first_row(keeper, short_pages, monkeypatch):
    from django.contrib import admin

    monkeypatch.setattr(admin.site.get_model_admin(Loan), "list_per_page", 2)
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    add_loans(7)
    address = reverse("admin:catalogue_loan_changelist")
    after = keeper.get(address + further(keeper.get(f"{address}?p=2").text)).text
    assert 'name="cursor"' not in after
    filters = re.findall(r'href="(\?[^"]*borrower_kind[^"]*)"', after)
    assert filters and not any("cursor" in link for link in filters)


def test_the_log_shows_its_newest_entries_and_leads_to_older_ones(keeper, short_pages, monkeypatch):
    from django.contrib import admin

    from escale.common.models import AuditEntry

    monkeypatch.setattr(admin.site.get_model_admin(AuditEntry), "list_per_page", 2)
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for n in range(5):
        audit.record_addition(who=None, thing=make_title(f"Logged {n}"))
    address = reverse("admin:common_auditentry_changelist")
    pages = [keeper.get(address).text, keeper.get(f"{address}?p=2").text]
    pages.append(keeper.get(address + further(pages[1])).text)
    labels = [re.findall(r'field-thing_name">(Logged \d)<', page) for page in pages]
    assert labels == [["Logged 4", "Logged 3"], ["Logged 2", "Logged 1"], ["Logged 0"]]


def test_findings_are_counted_for_the_shown_checks(keeper, house):
    older, newer = (
        InventoryCheck.objects.create(begun_at=timezone.now() - timedelta(days=days)) for days in (9, 1)
    )
    for box in house:
        InventoryFinding.objects.create(inventory_check=older, copy=box, seen_at=timezone.now())
    checks = keeper.get(reverse("desk:inventory")).context["checks"]
    assert [(check.pk, check.seen) for check in checks] == [(newer.pk, 0), (older.pk, 3)]


def test_the_most_lent_titles_are_those_of_the_last_year(house):
    today = timezone.localdate()
    for box, days in ((house[0], 30), (house[1], 400), (house[1], 500)):
        out = today - timedelta(days=days)
        Loan.objects.create(copy=box, borrower="Guest", out=out, due=out, back=out)
    assert day_figures.load_most_lent_titles(today) == [(house[0].title, 1)]


def test_the_loans_of_a_month_are_those_of_its_days(house):
    day = date(2026, 3, 15)
    for out in (date(2025, 3, 31), date(2025, 4, 1), date(2026, 2, 1), date(2026, 2, 28), date(2026, 3, 1)):
        Loan.objects.create(copy=house[0], borrower="Guest", out=out, due=out, back=out)
    months = day_figures.count_loans_per_month(day)
    assert (months[0], months[-1]) == ((date(2025, 4, 1), 1), (date(2026, 3, 1), 1))
    assert [n for _month, n in months[1:-1]] == [0] * 9 + [2]


def test_the_first_page_of_staff_counts_nothing_without_an_index(house, admin_user):
    """Reports, imports, loans and matches become more each year; how many of them are open does not."""
    growing = ("games_match", "rules_docs_report", "catalogue_importjob", "catalogue_loan")
    with CaptureQueriesContext(connection) as queries:
        dashboard.dashboard_context(admin_user)
    for query in list(queries):
        plan = explain(query["sql"])
        for table in growing:
            assert f"Seq Scan on {table}" not in plan, plan
            # The loans that are out are all that this index has.
            scans = re.findall(rf"SCAN {table}(?! USING INDEX loan_one_open_per_copy)", plan)
            assert not scans, (query["sql"], plan)


def explain(statement: str) -> str:
    """How the database would read the tables if they were large."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {'QUERY PLAN ' if connection.vendor == 'sqlite' else ''}{statement}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def add_history(loans: int):
    """A title with two boxes, of which the first was lent so often."""
    title = make_title("Azul")
    box, other = make_copy(title), make_copy(title)
    for n in range(loans):
        out = DAY + timedelta(days=3 * n)
        Loan.objects.create(copy=box, borrower=f"Guest {n:02}", out=out, due=out, back=out)
    Loan.objects.create(copy=other, borrower="Somebody", out=DAY, due=DAY, back=DAY)
    return box, other


def test_the_loans_of_a_box_are_walked_the_newest_first(keeper, short_pages):
    box, other = add_history(5)
    pages = walk(keeper, reverse("desk:history", args=["azul"]), lambda page: find_link(page, "next"))
    assert pages == [["Guest 04", "Guest 03"], ["Guest 02", "Guest 01"], ["Guest 00"]]
    second = keeper.get(reverse("desk:history", args=["azul"]), {"copy": other.pk}).text
    assert "Somebody" in second and "Guest" not in second
    assert f"?copy={box.pk}" in second


def test_the_link_to_older_loans_keeps_the_box(keeper, short_pages):
    _box, other = add_history(3)
    Loan.objects.update(copy=other)
    page = keeper.get(reverse("desk:history", args=["azul"]), {"copy": other.pk}).text
    assert f"copy={other.pk}" in find_link(page, "next")


@pytest.mark.parametrize("wrong", ["x", "999999999", "-1"])
def test_the_history_of_a_box_that_is_not_there_shows_the_first(keeper, wrong):
    add_history(1)
    assert "Guest 00" in keeper.get(reverse("desk:history", args=["azul"]), {"copy": wrong}).text


def test_a_history_asks_as_often_for_one_loan_as_for_many(keeper):
    box, _other = add_history(1)
    address = reverse("desk:history", args=["azul"])
    keeper.get(address)
    few = questions(keeper, address)
    for n in range(40):
        out = DAY + timedelta(days=200 + n)
        Loan.objects.create(copy=box, borrower="Guest", out=out, due=out, back=out)
        InventoryFinding.objects.create(
            inventory_check=InventoryCheck.objects.create(begun_at=timezone.now()),
            copy=box,
            seen_at=timezone.now(),
        )
    assert questions(keeper, address) == few


def test_the_page_of_a_box_shows_its_newest_loans(keeper, monkeypatch):
    monkeypatch.setattr(boxes, "MAX_LOANS", 2)
    box, _other = add_history(4)
    page = keeper.get(reverse("admin:catalogue_copy_change", args=[box.pk])).text
    assert [guest for guest in (f"Guest {n:02}" for n in range(4)) if guest in page] == [
        "Guest 02",
        "Guest 03",
    ]


def test_words_are_looked_for_in_the_newest_rows_and_the_page_says_so(keeper, monkeypatch):
    """No index finds a part of a name; a number of a box finds also the oldest loan."""
    from django.contrib import admin

    monkeypatch.setattr(admin.site.get_model_admin(Loan), "search_depth", 3)
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    add_loans(5)
    address = reverse("admin:catalogue_loan_changelist")
    found = keeper.get(address, {"q": "guest"}).text
    assert re.findall(r'field-borrower">(Guest \d\d)<', found) == ["Guest 02", "Guest 03", "Guest 04"]
    assert "The search covers the newest 3 entries." in found
    Copy.objects.filter(loans__borrower="Guest 00").update(inventory_number="E0001")
    assert "Guest 00" in keeper.get(address, {"q": "e0001"}).text


@pytest.mark.parametrize("model", [Loan, Reservation, AuditEntry])
def test_each_list_that_grows_says_how_deep_its_words_are_searched(keeper, model):
    page = keeper.get(reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist"), {"q": "x"})
    assert page.status_code == 200
    assert str(bounded_lists.SEARCH_DEPTH) in re.sub(r"[\s\u202f\u00a0,.’]", "", page.text)
