"""Tables in other people's pages."""

import re

import pytest
from django.conf import settings

from games.matches import absence
from tests.games.table import Table
from tests.valid import squeeze

pytestmark = pytest.mark.django_db


def test_only_the_embedded_page_may_be_framed(client):
    table = Table()
    framed = client.get(f"/embed/{table.id}/?lang=de")
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert 'lang="de"' in framed.content.decode()
    assert not framed.cookies
    own = client.get(f"/en/play/table/{table.id}/")
    assert "frame-ancestors 'none'" in own["Content-Security-Policy"]


def test_the_script_may_be_used_by_any_origin(client):
    answer = client.get("/embed.js")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer["Content-Type"].startswith("text/javascript")


def test_a_finished_match_is_framed_as_a_replay(client):
    table = Table()
    absence.resign(match_id=table.id, proof=table.proof(0))
    assert b"<escale-replay" in client.get(f"/embed/{table.id}/").content


@pytest.mark.parametrize("path", ["/m/{}", "/en/play/table/{}/", "/embed/{}/"])
def test_oembed_knows_every_address_of_a_match(client, path):
    table = Table()
    answer = client.get(
        "/oembed/", {"url": settings.BASE_URL + path.format(table.id) + "?at=4", "maxwidth": "400"}
    )
    told = answer.json()
    assert (told["type"], told["width"]) == ("rich", 400)
    assert f"/embed/{table.id}/?at=4" in told["html"]


def test_the_page_of_a_position_leads_to_that_position(client):
    """Who pastes its address elsewhere gets what the page shows, through the same eyes."""
    table = Table()
    absence.resign(match_id=table.id, proof=table.proof(0))
    page = client.get(f"/en/play/replay/{table.id}/?at=3&eyes=1")
    (found,) = re.findall(r'type="application/json\+oembed" href="[^"?]*([^"]*)"', squeeze(page.text))
    assert f"/embed/{table.id}/?at=3&amp;eyes=1" in client.get(f"/oembed/{found}").json()["html"]


@pytest.mark.parametrize(
    "url", ["", "https://elsewhere.example/m/1", settings.BASE_URL + "/en/play/", "\x00"]
)
def test_oembed_knows_nothing_else(client, url):
    assert client.get("/oembed/", {"url": url}).status_code == 404
    assert client.get("/oembed/", {"url": url, "format": "xml"}).status_code == 501
