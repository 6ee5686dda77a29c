"""The catalogue as data: every parameter, every shape, every mistake that a client can make."""

import csv
import dataclasses
import io
from datetime import date

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext

from catalogue import ports, services
from catalogue.models import Contributor, Credit, GameTitle, SlugRedirect, Tag, TitleName, TitleTag
from catalogue.ports import RuleLink
from catalogue.search.live_index import catalogue_index
from catalogue.web.api import titles
from escale.common import replicas
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
SHAPE = (
    "slug",
    "name",
    "names",
    "year",
    "players",
    "minutes",
    "age",
    "external_ids",
    "copies",
    "rules",
    "playable",
)


def get(client, path, status=200, **query):
    answer = client.get(f"/api/v1/titles/{path}", query, headers={"Accept-Language": "en"})
    assert answer.status_code == status, answer.content
    return answer.json()


def slugs(answer) -> list[str]:
    return [title["slug"] for title in answer["results"]]


@pytest.fixture
def azul(monkeypatch):
    facts = {
        "players_min": 2,
        "players_max": 4,
        "players_best": "2",
        "minutes_min": 30,
        "minutes_max": 45,
        "age": 8,
    }
    facts |= {"year": 2017, "weight": 1.8, "popularity": 900, "language_dependence": 1, "bgg_id": 230802}
    title = make_title("Azul", names=[("fr", "Azul, les carreaux")], **facts)
    tag = Tag.objects.create(kind="mechanism", slug="tiles", names={"en": "Tiles", "fr": "Tuiles"})
    TitleTag.objects.create(title=title, tag=tag)
    person = Contributor.objects.create(slug="michael-kiesling", name="Michael Kiesling")
    Credit.objects.create(title=title, contributor=person, role="designer")
    make_copy(title, shelf="B3", languages="fr,de", missing="One tile", acquired=date(2024, 5, 1))
    monkeypatch.setattr(ports, "rules", lambda: {230802: RuleLink("azul", ("fr",))})
    return title


@pytest.fixture
def hive():
    title = make_title(
        "Hive", players_min=2, players_max=2, age=9, minutes_max=20, year=2001, weight=2.3, popularity=500
    )
    services.lend_copy(
        make_copy(title, shelf="B4"), borrower="Anna", out=date(2026, 3, 2), due=date(2026, 3, 6)
    )
    return title


def test_a_title_carries_what_clients_rely_on(client, azul):
    told = get(client, "azul/")
    assert set(SHAPE) <= set(told)
    assert told["external_ids"] == {"bgg": 230802}
    assert told["players"] == {"min": 2, "max": 4, "best": [2], "recommended": []}
    assert told["names"][1] == {"name": "Azul, les carreaux", "language": "fr", "kind": "translation"}
    assert told["designers"] == [{"slug": "michael-kiesling", "name": "Michael Kiesling"}]
    assert (
        told["copies"][0] | {"shelf": "B3", "missing": "One tile", "languages": ["fr", "de"]}
        == told["copies"][0]
    )
    assert told["rules"][0]["document"] == "azul"
    assert told["playable"] is False
    assert client.get("/api/v1/titles/azul/?lang=fr").json()["name"] == "Azul, les carreaux"


def test_a_list_has_the_same_records_as_its_titles(client, azul, hive):
    expansion = make_title("Azul: Mosaic", slug="azul-mosaic", base=azul, kind="expansion")
    TitleName.objects.create(title=expansion, name="Azul : Mosaïque", language="fr", kind="translation")
    for language in ("fr", "en"):
        listed = get(client, "", lang=language)
        assert list(listed) == ["count", "next", "previous", "results"]
        alone = [get(client, f"{record['slug']}/", lang=language) for record in listed["results"]]
        assert listed["results"] == alone
        assert len(alone) == 3
    records_by_slug = {record["slug"]: record for record in get(client, "", lang="fr")["results"]}
    assert records_by_slug["azul"]["expansions"] == [{"slug": expansion.slug, "name": "Azul : Mosaïque"}]
    assert records_by_slug[expansion.slug]["base"] == {"slug": "azul", "name": "Azul, les carreaux"}
    assert records_by_slug["azul"]["copies"][0]["acquired"] == "2024-05-01"
    assert records_by_slug["azul"]["mechanisms"] == [{"slug": "tiles", "name": "Tuiles"}]
    assert records_by_slug["hive"]["copies"][0]["back"] == "2026-03-06"


def test_nobody_learns_who_has_a_box(client, hive):
    answer = client.get("/api/v1/titles/hive/")
    assert answer.json()["copies"][0]["back"] == "2026-03-06"
    assert b"Anna" not in answer.content


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"search": "azlu"}, ["azul"]),
        ({"search": "kiesling"}, ["azul"]),
        ({"players": 4}, ["azul"]),
        ({"players": [2, 4]}, ["azul", "hive"]),
        ({"age": 8}, ["azul"]),
        ({"minutes": 30}, ["hive"]),
        ({"year_min": 2000, "year_max": 2010}, ["hive"]),
        ({"year_min": 2010}, ["azul"]),
        ({"decade": 2010}, ["azul"]),
        ({"mechanism": "tiles"}, ["azul"]),
        ({"designer": "michael-kiesling"}, ["azul"]),
        ({"designer": "nobody"}, []),
        ({"rule_language": "fr"}, ["azul"]),
        ({"rule_language": "it"}, []),
        ({"language": "de"}, ["azul"]),
        ({"available": "true"}, ["azul"]),
        ({"shelf": "B4"}, ["hive"]),
        ({"weight": "light"}, ["azul"]),
        ({"text_free": "1"}, ["azul"]),
        ({"ordering": "year"}, ["hive", "azul"]),
        ({"ordering": "-year"}, ["azul", "hive"]),
        ({"ordering": "name", "page_size": 1, "page": 2}, ["hive"]),
    ],
)
def test_parameters(client, azul, hive, query, found):
    assert slugs(get(client, "", **query)) == found


@pytest.mark.parametrize(
    ("query", "field"),
    [
        *(({"players": "x"}, "players"), ({"age": "-1"}, "age"), ({"year_min": "soon"}, "year_min")),
        *(
            ({"weight": "big"}, "weight"),
            ({"ordering": "beauty"}, "ordering"),
            ({"available": "maybe"}, "available"),
        ),
        *(({"page": 0}, "page"), ({"page_size": 101}, "page_size")),
    ],
)
def test_what_cannot_be_read_is_said(client, query, field):
    answer = get(client, "", status=400, **query)
    assert answer["code"] == "invalid"
    assert field in answer["errors"]


def test_pages_link_to_each_other(client, azul, hive):
    first = get(client, "", page_size=1)
    assert (first["count"], first["previous"]) == (2, None)
    second = client.get(first["next"]).json()
    assert second["next"] is None and second["previous"]


def test_facets_only_when_asked(client, azul, hive):
    assert "facets" not in get(client, "")
    facets = get(client, "", facets=1)["facets"]
    assert facets["players"] == [
        {"value": "2", "label": "2 players", "count": 2},
        {"value": "3", "label": "3 players", "count": 1},
        {"value": "4", "label": "4 players", "count": 1},
    ]
    assert facets["mechanism"] == [{"value": "tiles", "label": "Tiles", "count": 1}]
    assert facets["available"] == [{"value": "yes", "label": "on its shelf now", "count": 1}]


def test_former_slugs_and_unknown_ones(client, azul):
    SlugRedirect.objects.create(slug="old", title=azul)
    assert get(client, "old/")["slug"] == "azul"
    for path in ("none/", "none/copies/", "none/similar/"):
        assert get(client, path, status=404)["code"] == "not_found"


def test_copies_and_similar(client, azul, hive):
    assert get(client, "azul/copies/")["results"][0]["inventory_number"] is None
    other = make_title("Azul: Summer Pavilion", slug="summer")
    TitleTag.objects.create(title=other, tag=Tag.objects.get(slug="tiles"))
    services.mark_changed([other])
    assert slugs(get(client, "azul/similar/")) == ["summer"]


def test_suggest_says_which_name_was_meant(client, azul, hive):
    meant = get(client, "suggest/", q="carreau")["results"]
    assert meant == [
        {
            "slug": "azul",
            "name": "Azul",
            "matched": "Azul, les carreaux",
            "year": 2017,
            "url": "http://127.0.0.1:8000/en/title/azul/",
        }
    ]
    assert get(client, "suggest/", q="")["results"] == []
    assert get(client, "suggest/", q="a", n=99, status=400)["errors"].keys() == {"n"}


def test_a_title_that_goes_while_it_is_picked_is_left_out(client, azul, hive, monkeypatch):
    chosen = [
        one
        for one in titles.pick_for_tonight(titles.parse_wish(QueryDict()), set())
        if one.candidate.id != hive.pk
    ]
    gone = dataclasses.replace(chosen[0], candidate=dataclasses.replace(chosen[0].candidate, id=10**6))
    monkeypatch.setattr(titles, "pick_for_tonight", lambda wish, seen_ids: [gone, *chosen])
    assert [one["title"]["slug"] for one in get(client, "pick/")["results"]] == ["azul"]


def test_pick_reasons_and_others(client, azul, hive):
    answer = get(client, "pick/", players=2, age=8, minutes=60)
    (only,) = answer["results"]
    assert only["title"]["slug"] == "azul" and only["shelves"] == ["B3"]
    assert only["reasons"][0] == {"code": "best_with", "number": 2, "text": "best with 2"}
    assert client.get(answer["others"]).json() == {"results": [], "others": None}
    assert get(client, "pick/", players="many", status=400)["errors"].keys() == {"players"}
    assert get(client, "pick/", mood="sad", status=400)["errors"].keys() == {"mood"}


def test_changes_since_a_version(client, azul, hive):
    version = services.mark_changed([azul])
    answer = get(client, "changes/", since=version - 1)
    assert slugs(answer) == ["azul"] and answer["version"] == version
    assert get(client, "changes/", since=version)["results"] == []
    other = make_title("Tikal")
    services.remove_title(other)
    assert [gone["slug"] for gone in get(client, "changes/", since=version)["removed"]] == ["tikal"]


def test_a_version_that_is_still_to_come_is_refused(client, azul):
    """A mirror that asks after a restore knows a later version than the catalogue has."""
    version = services.mark_changed([azul])
    assert get(client, "changes/", since=version)["version"] == version
    problem = get(client, "changes/", since=version + 1, status=409)
    assert (problem["code"], problem["version"]) == ("version_ahead", version)
    assert str(version) in problem["detail"] and "since=0" in problem["detail"]
    assert slugs(client.get(problem["restart"]).json()) == ["azul"]


def test_a_version_is_judged_by_the_primary_database(client, azul, monkeypatch):
    """A replica is a moment behind the version that a client has just been told."""
    version = services.current_version()
    monkeypatch.setattr(
        services, "current_version", lambda: version - 1 if replicas.is_replica_allowed() else version
    )
    assert get(client, "changes/", since=version)["results"] == []
    get(client, "changes/", since=version + 1, status=409)


@pytest.mark.parametrize("path", ["", "copies/", "similar/"])
def test_a_title_that_was_removed_is_gone(client, azul, path):
    services.remove_title(make_title("Tikal"))
    problem = get(client, f"tikal/{path}", status=410)
    assert (problem["code"], problem["title"]) == ("removed", "Gone")
    assert "removed" in problem["detail"] and problem["removed_at"]
    make_title("Tikal", slug="tikal")
    get(client, "tikal/")


def test_a_title_that_was_merged_is_not_gone(client, azul):
    services.remove_title(make_title("Tikal"))
    SlugRedirect.objects.create(slug="tikal", title=azul)
    assert get(client, "tikal/")["slug"] == "azul"


def test_changes_of_one_version_are_told_in_pages(client, monkeypatch):
    monkeypatch.setattr("catalogue.web.api.partners.MAX_CHANGES", 2)
    services.mark_changed([make_title(f"Title {n}") for n in range(5)])
    seen, address = [], "/api/v1/titles/changes/?since=0"
    while address:
        answer = client.get(address).json()
        seen += slugs(answer)
        address = answer["next"]
    assert seen == [f"title-{n}" for n in range(5)]


def test_export_is_what_the_importer_reads(client, azul, hive):
    answer = client.get("/api/v1/titles/export.csv")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))
    assert [row["name"] for row in rows] == ["Azul", "Hive"]
    assert rows[0]["bgg_id"] == "230802"


def test_what_staff_noted_about_a_box_stays_in_the_house(client, azul):
    azul.copies.update(note="a gift of Mrs Smith, 06 12 34 56 78")
    assert b"Smith" not in b"".join(client.get("/api/v1/titles/export.csv").streaming_content)
    assert b"Smith" not in client.get("/api/v1/titles/azul/").content


def test_export_of_an_empty_catalogue_is_its_header(client):
    assert b"".join(client.get("/api/v1/titles/export.csv").streaming_content).startswith(
        b"bgg_id,slug,name,"
    )


def test_what_the_client_has_is_not_sent_again(client, azul):
    for path in ("", "azul/", "azul/copies/", "suggest/?q=azul", "changes/", "export.csv"):
        tag = client.get(f"/api/v1/titles/{path}")["ETag"]
        assert client.get(f"/api/v1/titles/{path}", headers={"If-None-Match": tag}).status_code == 304
    tags = {path: client.get(f"/api/v1/titles/{path}")["ETag"] for path in ("azul/", "export.csv")}
    services.lend_copy(azul.copies.get(), borrower="Anna", out=date(2026, 3, 2), due=date(2026, 3, 6))
    for path, tag in tags.items():
        assert client.get(f"/api/v1/titles/{path}", headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", ["?search=title", "?facets=1", "suggest/?q=title", "pick/?players=2"])
def test_as_many_queries_for_24_titles_as_for_one(client, path):
    counts = []
    for first, last in ((0, 1), (1, 3), (3, 24)):
        for n in range(first, last):
            title = make_title(f"Title {n}", players_min=1, players_max=4)
            make_copy(title, shelf="A1")
            Credit.objects.create(
                title=title,
                contributor=Contributor.objects.create(slug=f"p{n}", name=f"P {n}"),
                role="designer",
            )
        catalogue_index.clear()
        catalogue_index.search()
        with CaptureQueriesContext(connection) as context:
            assert client.get(f"/api/v1/titles/{path}").status_code == 200
        counts.append(len(context))
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("text", ["\x00", "' OR 1=1 --", "\u202e", "a" * 5000, "*?[", "😀"])
def test_hostile_words_are_only_words(client, azul, text):
    get(client, "", search=text, mechanism=text)
    get(client, "suggest/", q=text)


def test_a_record_names_its_family_as_it_is_now(client):
    base, more = make_title("Catan"), make_title("Seafarers", kind="expansion")

    def family() -> tuple:
        told, other = (client.get(f"/api/v1/titles/{slug}/").json() for slug in ("catan", "seafarers"))
        return [one["name"] for one in told["expansions"]], other["base"] and other["base"]["name"]

    assert family() == ([], None)
    GameTitle.objects.filter(pk=more.pk).update(base=base)
    services.mark_changed([more])
    assert family() == (["Seafarers"], "Catan")
    base.names.update(name="The Settlers")
    services.mark_changed([base])
    assert family() == (["Seafarers"], "The Settlers")
    services.remove_title(more)
    assert client.get("/api/v1/titles/catan/").json()["expansions"] == []


def test_a_title_that_has_just_gone_is_no_suggestion(client, azul, monkeypatch):
    found = catalogue_index.suggest("azul", 5)
    monkeypatch.setattr(catalogue_index, "suggest", lambda text, n: [(99, 0), *found])
    told = client.get("/api/v1/suggest/", {"q": "azul"}).json()["results"]
    assert [one["url"] for one in told] == ["http://127.0.0.1:8000/fr/jeu/azul/"]


def test_other_origins_may_show_the_pictures_of_a_title(client, azul):
    for kind in ("svg", "png"):
        answer = client.get(f"/covers/en/azul.{kind}")
        assert (answer.status_code, answer["Cross-Origin-Resource-Policy"]) == (200, "cross-origin")
        assert answer["Content-Language"] == "en"
        again = client.get(f"/covers/en/azul.{kind}", headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again["Cross-Origin-Resource-Policy"]) == (304, "cross-origin")


@pytest.mark.parametrize("path", ["/t/azul/qr.svg", "/en/title/azul/", "/covers/en/nothing.svg"])
def test_other_origins_may_show_nothing_else(client, azul, path):
    assert client.get(path)["Cross-Origin-Resource-Policy"] == "same-origin"
