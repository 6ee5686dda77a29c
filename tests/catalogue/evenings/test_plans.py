"""The evening planner: proposals that can be played, votes, and boxes that are never promised twice."""

import random
from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from catalogue import services
from catalogue.desk import DeskRefusal, lending
from catalogue.evenings import planning, plans
from catalogue.evenings.planning import Group
from catalogue.models import Copy, Evening, GameTitle, Reservation
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)


@pytest.fixture
def library():
    """Twelve titles for two to four or three to six people, 20 to 130 minutes, one box each."""
    titles = []
    for n in range(12):
        players = (2, 4) if n % 2 else (3, 6)
        title = make_title(
            f"Game {n}", players_min=players[0], players_max=players[1], minutes_max=20 + 10 * n, age=6 + n % 5,
            weight=1 + n / 6, popularity=100 - n,
        )  # fmt: skip
        make_copy(title)
        titles.append(title)
    services.mark_changed(titles)
    return titles


def propose(day=DAY, **group):
    return planning.propose(Group(**group), day, today=DAY)


def test_a_proposal_fits_people_age_and_time_with_teaching(library):
    proposals = propose(people=4, minutes=90, age=8)
    assert len(proposals) == 3
    for [seating] in proposals:
        title = GameTitle.objects.get(pk=seating.title_id)
        assert title.players_min <= 4 <= title.players_max and title.age <= 8
        assert seating.teaching + title.minutes_max <= 90


def test_a_group_that_no_title_seats_gets_two_tables_with_boxes_of_their_own(library):
    proposals = propose(people=9, minutes=180)
    assert proposals and all(
        sorted(seating.people for seating in proposal) == [4, 5] for proposal in proposals
    )
    ids = [seating.title_id for proposal in proposals for seating in proposal]
    assert len(ids) == len(set(ids))


def test_only_boxes_that_are_free_on_the_day_are_proposed(library):
    first = library[0]
    proposed = {seating.title_id for proposal in propose(people=3, minutes=35) for seating in proposal}
    assert first.pk in proposed
    box = Copy.objects.get(title=first)
    lending.lend_copies(
        copies=[box.pk], borrower="Anna", borrower_kind="person", out=DAY, due=DAY + timedelta(days=2)
    )
    for day, is_free in ((DAY, False), (DAY + timedelta(days=3), True)):
        proposed = {seating.title_id for [seating] in propose(day, people=3, minutes=35)}
        assert (first.pk in proposed) is is_free


def test_whoever_comes_late_shortens_the_evening_and_the_youngest_decides_the_age():
    evening = Evening.objects.create(key="k", name="Club", day=DAY, begins=time(19, 30), minutes=150)
    for name, values in (
        ("Ada", {"age": 9}),
        ("Bob", {"people": 3, "arrives": time(20, 0), "mood": "light"}),
    ):
        evening.guests.create(name=name, **values)
    group = planning.describe_group(evening, list(evening.guests.all()))
    assert group == Group(people=4, minutes=120, age=9, mood="light")


@pytest.mark.slow
def test_no_box_is_promised_twice_whatever_groups_and_desk_do(library):
    """Random evenings are planned and put aside while the desk lends: each box has one holder a day."""
    dice = random.Random(21)
    for number in range(25):
        day = DAY + timedelta(days=dice.randint(0, 3))
        evening = Evening.objects.create(
            key=str(number), name=f"E{number}", day=day, begins=time(19), minutes=dice.choice((60, 120, 200))
        )
        evening.guests.create(name="x", people=dice.randint(1, 8))
        try:
            plans.make_proposals(evening=evening, today=DAY)
            evening.refresh_from_db()
            if dice.random() < 0.3:
                _lend_any(dice)
            plans.put_aside(evening=evening, key=dice.choice(plans.list_keys(evening)), today=DAY)
        except DeskRefusal:
            continue
    assert Reservation.objects.count() > 5
    for title in library:
        for day in (DAY + timedelta(days=n) for n in range(5)):
            promised = Reservation.objects.filter(title=title, stay_from__lte=day, stay_to__gte=day).count()
            lent = title.copies.filter(loans__out__lte=day, loans__due__gte=day, loans__back=None).count()
            assert promised + lent <= 1


def _lend_any(dice):
    box = dice.choice(list(Copy.objects.available()))
    try:
        lending.lend_copies(copies=[box.pk], borrower="Anna", borrower_kind="person", out=DAY, due=DAY)
    except DeskRefusal:
        return  # It is promised, and nobody has confirmed to break the promise.


def test_an_evening_from_the_link_to_the_boxes(client, library):
    today = timezone.localdate()
    made = client.post(
        "/en/evening/", {"name": "Friday club", "day": today, "begins": "19:30", "minutes": "120"}
    )
    link = made["Location"]
    client.post(link, {"act": "join", "name": "Ada", "people": "2", "age": "10"})
    client.post(link, {"act": "join", "name": "Bob", "people": "1"})
    client.post(link, {"act": "propose"})
    evening = Evening.objects.get()
    keys = plans.list_keys(evening)
    assert len(keys) == 3
    client.post(link, {"act": "join", "name": "Ada", "people": "2", "vote": [keys[1], "999"]})
    page = client.get(link).text
    assert "2 people like it" in page and "3 people" in page
    done = client.post(link, {"act": "put_aside", "proposal": keys[1]}).text
    assert "The boxes are waiting for you." in done
    assert Reservation.objects.get().name == "Friday club"
    calendar = client.get(f"{link}evening.ics").text
    assert "SUMMARY:Friday club" in calendar and "DTSTART:" in calendar
    client.post(link, {"act": "leave", "guest": "Bob"})
    assert "Bob" not in client.get(link).text


def test_wrong_plans_are_refused(client, library):
    yesterday = timezone.localdate() - timedelta(days=1)
    form = {"name": "Late", "day": yesterday, "begins": "19:30", "minutes": "120"}
    assert "This day is over." in client.post("/en/evening/", form).text
    link = client.post("/en/evening/", form | {"day": timezone.localdate()})["Location"]
    assert "Nobody has signed up yet" in client.post(link, {"act": "propose"}).text
    assert "no longer exists" in client.post(link, {"act": "put_aside", "proposal": "1"}).text
    assert client.get("/en/evening/unknown/").status_code == 404


def test_evenings_are_deleted_with_their_guests():
    evening = Evening.objects.create(key="k", name="Club", day=DAY, begins=time(19), minutes=90)
    evening.guests.create(name="Ada")
    assert plans.delete_old_evenings(oldest=DAY) == 0
    assert plans.delete_old_evenings(oldest=DAY + timedelta(days=1)) == 1
    assert not Evening.objects.exists()
