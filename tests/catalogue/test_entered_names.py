"""A name that a guest or a program enters stands on one line and can be read, wherever it is entered."""

import pytest
from django.utils import timezone, translation

from catalogue.models import Evening, EveningGuest, Reservation
from catalogue.web.desk.lending import LendForm
from catalogue.web.members.stays import StayForm
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
SENTENCE = "A name must have at least one visible character"
UNREADABLE_NAMES = ["Ada\nBox 3 is paid", "Ada\u2028Bob", "Ada\u202eboB", "\u200b\u2060", "Ada\x85Bob"]


@pytest.mark.parametrize("name", UNREADABLE_NAMES)
@pytest.mark.parametrize("page", ["title/hive/put-aside/", "my-list/put-aside/"])
def test_nobody_reserves_under_a_name_that_cannot_be_read(client, page, name):
    make_copy(make_title("Hive"))
    today = timezone.localdate()
    form = {"name": name, "stay_from": today, "stay_to": today, "title": "hive"}
    answer = client.post(f"/en/{page}", form)
    assert SENTENCE in answer.text
    assert not Reservation.objects.exists()
    client.post(f"/en/{page}", form | {"name": "Zoë O’Neill-Świątek 💛"})
    assert Reservation.objects.count() == 1


@pytest.mark.parametrize("name", UNREADABLE_NAMES)
def test_no_evening_and_no_guest_of_one_has_such_a_name(client, name):
    form = {"name": name, "day": timezone.localdate(), "begins": "19:30", "minutes": "120"}
    assert SENTENCE in client.post("/en/evening/", form).text
    assert not Evening.objects.exists()
    link = client.post("/en/evening/", form | {"name": "Friday club"})["Location"]
    assert SENTENCE in client.post(link, {"act": "join", "name": name, "people": "1"}).text
    assert not EveningGuest.objects.exists()


@pytest.mark.parametrize("name", UNREADABLE_NAMES)
def test_the_desk_writes_no_such_name(name):
    with translation.override("en"):
        assert SENTENCE in str(LendForm({"borrower": name}).errors["borrower"])
        assert SENTENCE in str(StayForm({"name": name}).errors["name"])
