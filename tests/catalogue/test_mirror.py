"""A mirror that follows `changes` with whole titles is equal to the catalogue, whatever happened."""

import json
import random

import pytest
from django.core.cache import cache as kept
from django.core.management import call_command
from django.db import transaction

from catalogue import services
from catalogue.models import GameTitle, Loan, TitleName
from catalogue.search.live_index import catalogue_index
from escale.common.api.http import LICENCE_LINK
from tests.catalogue.making import make_title

pytestmark = pytest.mark.django_db
PATH = "/api/v1/titles/changes/"


class Mirror:
    """Keeps the titles as a partner would: asks what changed, follows `next`, drops what was removed."""

    def __init__(self, client) -> None:
        self.client, self.titles, self.version = client, {}, 0

    def update(self) -> None:
        address = f"{PATH}?since={self.version}&expand=1&lang=en"
        while address:
            answer = self.client.get(address)
            if answer.status_code == 409:
                self.titles, address = {}, f"{PATH}?since=0&expand=1&lang=en"
                continue
            body = answer.json()
            for removed in body["removed"]:
                self.titles.pop(removed["slug"], None)
            self.titles |= {change["slug"]: change["title"] for change in body["results"]}
            address = (body["next"] or "").removeprefix("http://testserver")
            address = address and f"{address}&lang=en"
        self.version = body["version"]


def read_all(client) -> dict[str, dict]:
    answer = client.get("/api/v1/titles/export.ndjson?lang=en")
    lines = b"".join(answer.streaming_content).splitlines()
    return {title["slug"]: title for title in map(json.loads, lines)}


def change_something(choose: random.Random, number: int) -> None:
    title = GameTitle.objects.order_by("pk")[choose.randrange(GameTitle.objects.count())]
    kind = choose.choice(["year", "name", "delete"])
    if kind == "year":
        title.year = 1900 + number % 100
        title.save()
    elif kind == "name":
        TitleName.objects.create(title=title, name=f"Name {number}", language="en")
    else:
        services.mark_changed(title.expansions.all())
        title.expansions.update(base=None)
        Loan.objects.filter(copy__title=title).delete()
        title.copies.all().delete()
        services.remove_title(title)
        return
    services.mark_changed([title])


def restore(state: str) -> None:
    """Puts the database back as `manage.py restore` does, with other processes that have cached what is lost."""
    transaction.savepoint_rollback(state)
    kept.clear()
    catalogue_index.clear()
    services.note_restore()


@pytest.mark.slow
def test_a_mirror_is_equal_after_random_changes_deletions_and_a_restore(client):
    call_command("load_demo")
    mirror, choose = Mirror(client), random.Random(7)
    mirror.update()
    assert mirror.titles == read_all(client) and len(mirror.titles) > 100
    for number in range(1, 1001):
        if number == 601:
            state_of_the_backup = transaction.savepoint()
        change_something(choose, number)
        if number == 700:
            mirror.update()
            restore(state_of_the_backup)
        if number % 100 == 0:
            mirror.update()
            assert mirror.titles == read_all(client), f"after {number} changes"
    mirror.version = services.current_version() + 50  # as right after a restore of an older state
    mirror.update()
    assert mirror.titles == read_all(client) and mirror.version == services.current_version()


@pytest.mark.slow
def test_a_mirror_notices_a_restore_though_the_versions_have_gone_on_since(client):
    call_command("load_demo")
    mirror, choose = Mirror(client), random.Random(8)
    state_of_the_backup = transaction.savepoint()
    for number in range(1, 21):
        change_something(choose, number)
    services.mark_changed([make_title("Made after the backup")])
    mirror.update()
    assert "made-after-the-backup" in mirror.titles
    restore(state_of_the_backup)
    for number in range(1, 41):
        change_something(choose, number)
    assert services.current_version() > mirror.version
    problem = client.get(f"{PATH}?since={mirror.version}").json()
    assert (problem["code"], problem["status"]) == ("version_lost", 409) and "since=0" in problem["restart"]
    mirror.update()
    assert mirror.titles == read_all(client) and "made-after-the-backup" not in mirror.titles
    mirror.update()
    assert mirror.version == services.current_version()


def test_what_the_backup_knew_is_not_asked_for_again(client):
    known = services.mark_changed([make_title("Azul")])
    services.note_restore()
    assert client.get(f"{PATH}?since={known}").json()["results"] == []
    services.note_restore()
    assert client.get(f"{PATH}?since={known}").status_code == 200


@pytest.mark.slow
def test_pages_with_whole_titles_are_short_and_go_on(client):
    call_command("load_demo")
    page = client.get(f"{PATH}?since=0&expand=1").json()
    assert len(page["results"]) == 100 and "expand=1" in page["next"]
    assert "title" not in client.get(f"{PATH}?since=0").json()["results"][0]


def test_the_export_is_sent_again_only_after_a_change(client):
    call_command("load_demo")
    first = client.get("/api/v1/titles/export.ndjson?lang=it")
    assert first["Content-Type"] == "application/x-ndjson"
    for language, status in (("it", 304), ("de", 200)):
        again = client.get(
            f"/api/v1/titles/export.ndjson?lang={language}", headers={"If-None-Match": first["ETag"]}
        )
        assert again.status_code == status


@pytest.mark.parametrize(
    "path", [f"{PATH}?since=0", "/api/v1/titles/export.ndjson", "/api/v1/titles/export.csv"]
)
def test_open_data_name_their_licence(client, path):
    assert client.get(path)["Link"] == LICENCE_LINK
