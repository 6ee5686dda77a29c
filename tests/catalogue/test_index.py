"""The index of a process follows the database: changed titles only, whoever changed them."""

import threading
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from catalogue import ports, services
from catalogue.models import Contributor, Copy, Credit, Tag, TitleName, TitleTag
from catalogue.ports import RuleLink
from catalogue.search.entries import load_topics
from catalogue.search.live_index import LiveIndex, catalogue_index
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db


def test_finds_by_every_name_and_by_people():
    title = make_title("Hare & Tortoise", names=[("fr", "Le lièvre et la tortue")])
    Credit.objects.create(
        title=title, contributor=Contributor.objects.create(slug="dp", name="David Parlett"), role="designer"
    )
    assert catalogue_index.search("lievre tortue").ids == [title.pk]
    assert catalogue_index.search("parlett").ids == [title.pk]


def test_filters_come_from_facts_tags_people_and_boxes():
    title = make_title(
        "Azul", players_min=2, players_max=4, age=8, minutes_min=30, minutes_max=45, year=2017, weight=1.8
    )
    TitleTag.objects.create(
        title=title, tag=Tag.objects.create(kind="mechanism", slug="tiles", names={"en": "Tiles"})
    )
    make_copy(title, shelf="B3", languages="fr,de", acquired=date(2024, 5, 1))
    facets = catalogue_index.search(
        facets=["players", "age", "minutes", "year", "weight", "mechanism", "shelf", "language", "available"]
    ).facets
    assert facets == {
        "players": {2: 1, 3: 1, 4: 1},
        "age": {8: 1},
        "minutes": {45: 1},
        "year": {2017: 1},
        "weight": {18: 1},
        "mechanism": {"tiles": 1},
        "shelf": {"B3": 1},
        "language": {"fr": 1, "de": 1},
        "available": {"in": 1},
    }


def test_boxes_that_are_gone_do_not_count():
    make_copy(make_title(), shelf="B3", status=Copy.Status.LOST)
    assert catalogue_index.search(facets=["available", "shelf"]).facets == {"available": {}, "shelf": {}}


def test_rules_and_tables_of_other_apps(monkeypatch):
    make_title("Shanghaien", bgg_id=34320)
    monkeypatch.setattr(
        ports, "rules", lambda: {34320: RuleLink("shanghaien", ("fr", "de"), engine="shanghaien")}
    )
    assert catalogue_index.search(filters={"rule_language": ["de"], "playable": ["yes"]}).total == 1


def test_a_change_is_seen_by_another_process():
    here, there = LiveIndex(), LiveIndex()
    title = make_title("Azul")
    assert here.search("azul").total == there.search("azul").total == 1
    TitleName.objects.filter(title=title).update(name="Hive")
    services.mark_changed([title])
    new = make_title("Tikal")
    services.mark_changed([new])
    for index in (here, there):
        assert index.search("hive").ids == [title.pk]
        assert index.search("azul").ids == []
        assert index.search("tikal").ids == [new.pk]
    services.remove_title(new)
    assert there.search("tikal").ids == []


def test_lending_changes_what_is_available():
    copy = make_copy(make_title("Azul"))
    assert catalogue_index.search(filters={"available": ["in"]}).total == 1
    services.lend_copy(copy, borrower="Anna", out=date(2026, 3, 2), due=date(2026, 3, 6))
    assert catalogue_index.search(filters={"available": ["in"]}).total == 0
    assert catalogue_index.search(filters={"available": ["out"]}).total == 1


def test_nothing_changed_costs_one_query_and_a_change_as_many_for_one_title_as_for_three():
    titles = [make_title(f"Title {n}") for n in range(30)]
    catalogue_index.search()

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as context:
            catalogue_index.search("title")
        return len(context)

    assert queries() == 1
    services.mark_changed(titles[:1])
    after_one = queries()
    services.mark_changed(titles[:3])
    assert queries() == after_one
    assert queries() == 1


def test_titles_changed_are_read_not_all(monkeypatch):
    titles = [make_title(f"Title {n}") for n in range(5)]
    catalogue_index.search()
    monkeypatch.setattr("catalogue.search.live_index.load_all_entries", lambda: pytest.fail("built anew"))
    services.mark_changed(titles)
    assert catalogue_index.search("title").total == 5


def test_after_a_large_change_the_old_index_answers_until_the_new_one_is_ready(monkeypatch):
    from catalogue.search.index import Entry

    titles, topics, ready = [make_title(f"Title {n}") for n in range(3)], load_topics(), threading.Event()
    index = LiveIndex()
    assert index.search("title").total == 3

    def load_slowly():
        assert ready.wait(60)
        return [Entry(1, ["Quite new"])]

    monkeypatch.setattr("catalogue.search.live_index.MAX_READ_IN_REQUEST", 2)
    monkeypatch.setattr("catalogue.search.live_index.load_all_entries", load_slowly)
    monkeypatch.setattr("catalogue.search.live_index.load_topics", lambda: topics)
    services.mark_changed(titles)
    assert (index.search("title").total, index.search("quite new").total) == (3, 0)
    builder = index._builder
    ready.set()
    builder.join()
    assert (index.search("title").total, index.search("quite new").total) == (0, 1)
    assert index.version() == services.current_version()


def test_a_database_put_back_builds_anew():
    title = make_title("Azul")
    services.mark_changed([title])
    assert catalogue_index.search("azul").total == 1
    services.CatalogueVersion.objects.all().delete()
    TitleName.objects.filter(title=title).update(name="Hive")
    assert catalogue_index.search("hive").total == 1


def test_threads_may_ask_while_titles_change():
    """Eight threads ask the same index that changes underneath; every answer is whole."""
    from catalogue.search.index import Entry, TitleIndex

    index, failures, stop = LiveIndex(), [], threading.Event()
    index._index = TitleIndex(Entry(n, [f"alpha beta {n}"]) for n in range(300))
    index._refresh = lambda: index._index

    def ask():
        try:
            while not stop.is_set():
                assert index.search("alpha bta", size=5).ids
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for n in range(200):
        with index._lock:
            index._index.put(Entry(n, [f"alpha gamma{n} beta {n}"]))
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures


def test_names_are_sorted_as_readers_of_the_language_see_them():
    island = make_title("Forbidden Island", names=[("fr", "L’Île interdite"), ("de", "Die verbotene Insel")])
    others = [make_title("Gloom"), make_title("Uno")]
    services.mark_changed([island, *others])

    def order(language: str) -> list[int]:
        with translation.override(language):
            return catalogue_index.search(sort="name").ids

    assert order("en") == [island.pk, *(title.pk for title in others)]
    assert order("fr") == [others[0].pk, island.pk, others[1].pk]
    assert order("de") == [others[0].pk, others[1].pk, island.pk]
