"""A table opened by the form of the lobby, without scripts."""

import re

import pytest

from games.models import Match
from games.registry import ENGINES

pytestmark = pytest.mark.django_db
FORM = {"name": "Anna", "seat2": "easy", "pace": "none"}


def send(client, **more: str):
    return client.post("/en/play/halunken/new-table/", FORM | more)


def test_the_seat_travels_in_the_fragment(client):
    answer = send(client, black_jack="False", unlisted="1")
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"].split("=")[0]) == (302, f"/en/play/table/{match.pk}/#seat")
    assert (match.options["black_jack"], match.visibility) == (False, "unlisted")


def test_a_name_is_kept_without_the_space_around_it(client):
    assert send(client, name=" Anna ").status_code == 302
    assert Match.objects.get().seats.get(index=0).name == "Anna"


@pytest.mark.parametrize("name", ["An\0na", "An\nna", "\u202eanna"])
def test_a_name_that_cannot_be_read_is_refused(client, name):
    assert send(client, name=name).status_code == 400
    assert not Match.objects.exists()


@pytest.mark.parametrize("wrong", [{"seat2": "genius"}, {"seat2": ""}, {"pace": "never"}])
def test_what_the_form_does_not_offer_is_refused(client, wrong):
    assert send(client, **wrong).status_code == 400
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", ENGINES)
def test_play_now_opens_a_table_against_a_bot_that_the_lobby_does_not_list(client, game):
    """The form of the page, sent as it stands; Halunken begins without Black Jack."""
    page = client.get(f"/en/play/{game}/").content.decode()
    form = page[page.index("data-play-now") :].partition("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    fields.pop("csrfmiddlewaretoken", None)
    assert client.post(f"/en/play/{game}/new-table/", fields).status_code == 302
    match = Match.objects.get()
    assert match.visibility == "unlisted"
    assert [seat.kind for seat in match.seats.order_by("index")] == ["human", "bot"]
    assert match.options.get("black_jack", False) is False


def test_who_waits_can_be_joined_with_one_tap(client):
    send(client, seat2="human", name="Clara")
    page = client.get("/en/play/halunken/").content.decode()
    form = page[page.index("data-play-now") :].partition("</form>")[0]
    assert "Play with Clara (already waiting)" in form
    assert f"/en/play/table/{Match.objects.get().pk}/" in form
