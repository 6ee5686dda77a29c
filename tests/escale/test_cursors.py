"""Lists that are walked by cursor: each row once, whatever is added meanwhile, on both databases."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from escale.common.cursors import BadCursor, Order, count_up_to, load_numbered_page, load_page
from games.models import NEWEST_FIRST, Match

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
MIXED = Order("matches by moves", ("moves", "-created_at", "id"))


def add_match(minute: int, moves: int = 0, **facts) -> str:
    match = Match.objects.create(game="shanghaien", engine_version=1, seat_count=2, moves=moves, **facts)
    Match.objects.filter(pk=match.pk).update(created_at=BEGIN + timedelta(minutes=minute))
    return match.pk


def ids_in_order(order: Order) -> list[str]:
    return [match.pk for match in order.sort(Match.objects.all())]


def walk(order: Order, size: int, *, meanwhile=lambda: None) -> list[str]:
    ids, cursor = [], ""
    while True:
        page = load_page(Match.objects.all(), order, size, cursor)
        ids += [match.pk for match in page.rows]
        if not page.next:
            return ids
        cursor = page.next
        meanwhile()


#: minutes in which matches begin; often the same one, so that only the id tells them apart
minutes = st.integers(0, 5)


@pytest.mark.parametrize("order", [NEWEST_FIRST, MIXED], ids=lambda order: order.name)
@hypothesis_settings(max_examples=25)
@given(first=st.lists(minutes, max_size=12), later=st.lists(minutes, max_size=6), size=st.integers(1, 5))
def test_a_walk_shows_each_row_once_while_rows_are_added(order, first, later, size):
    Match.objects.all().delete()
    there_from_the_start = {add_match(minute, moves=minute % 2) for minute in first}
    waiting = list(later)

    def add_one():
        if waiting:
            add_match(waiting.pop(), moves=len(waiting) % 2)

    ids = walk(order, size, meanwhile=add_one)
    assert len(ids) == len(set(ids))
    assert there_from_the_start <= set(ids)
    assert ids == [id for id in ids_in_order(order) if id in set(ids)]


@pytest.mark.slow
@hypothesis_settings(max_examples=15)
@given(given_minutes=st.lists(minutes, min_size=1, max_size=12), size=st.integers(1, 4))
def test_the_way_back_shows_the_same_pages(given_minutes, size):
    Match.objects.all().delete()
    for minute in given_minutes:
        add_match(minute)
    forward = [load_page(Match.objects.all(), NEWEST_FIRST, size)]
    while forward[-1].next:
        forward.append(load_page(Match.objects.all(), NEWEST_FIRST, size, forward[-1].next))
    page = forward[-1]
    for expected in reversed(forward[:-1]):
        page = load_page(Match.objects.all(), NEWEST_FIRST, size, page.previous)
        assert page.rows == expected.rows
    assert page.previous == ""


def test_a_numbered_page_leads_on_by_cursor():
    for minute in range(5):
        add_match(minute)
    ids = ids_in_order(NEWEST_FIRST)
    second = load_numbered_page(Match.objects.all(), NEWEST_FIRST, 2, 2)
    assert [match.pk for match in second.rows] == ids[2:4]
    third = load_page(Match.objects.all(), NEWEST_FIRST, 2, second.next)
    assert [match.pk for match in third.rows] == ids[4:]


def test_a_cursor_outlives_its_row():
    for minute in range(4):
        add_match(minute)
    ids = ids_in_order(NEWEST_FIRST)
    cursor = load_page(Match.objects.all(), NEWEST_FIRST, 2).next
    Match.objects.filter(pk=ids[1]).delete()
    assert [match.pk for match in load_page(Match.objects.all(), NEWEST_FIRST, 2, cursor).rows] == ids[2:]


def test_damaged_and_foreign_cursors_are_refused():
    for minute in range(3):
        add_match(minute)
    good = load_page(Match.objects.all(), NEWEST_FIRST, 1).next
    foreign = load_page(Match.objects.all(), MIXED, 1).next
    changed = good[:-1] + ("A" if good[-1] != "A" else "B")
    for bad in (changed, foreign, good[1:], "x", "\0", "é:ü", good * 20):
        with pytest.raises(BadCursor):
            load_page(Match.objects.all(), NEWEST_FIRST, 1, bad)


def test_a_cursor_of_an_older_release_with_other_fields_is_refused():
    older = Order(NEWEST_FIRST.name, ("-created_at",))
    add_match(1)
    cursor = older.write_cursor(Match.objects.get())
    with pytest.raises(BadCursor):
        load_page(Match.objects.all(), NEWEST_FIRST, 1, cursor)


def test_counting_stops_at_the_limit():
    for minute in range(4):
        add_match(minute)
    assert count_up_to(Match.objects.all(), 4) == 4
    assert count_up_to(Match.objects.all(), 3) is None


def test_a_page_reads_a_range_of_an_index_and_sorts_nothing():
    """SQLite tells its plan without statistics; PostgreSQL is told not to read the whole of a small table."""
    for minute in range(3):
        add_match(minute)
    rows = Match.objects.listed().filter(game="shanghaien")
    cursor = load_page(rows, NEWEST_FIRST, 1).next
    with CaptureQueriesContext(connection) as queries:
        load_page(rows, NEWEST_FIRST, 1, cursor)
    [query] = [query["sql"] for query in queries]
    plan = explain(query)
    assert "match_newest_of_game" in plan
    assert "created_at" in plan  # the range begins where the cursor is
    assert "TEMP B-TREE" not in plan and "Sort" not in plan


def explain(query: str) -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {query}")
            return "\n".join(row[3] for row in cursor.fetchall())
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN {query}")
        return "\n".join(row[0] for row in cursor.fetchall() if "Filter" not in row[0])
