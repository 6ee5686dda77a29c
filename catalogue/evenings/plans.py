"""Plans of evenings: the guests of a link sign up and vote on titles, whose boxes are then reserved."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, time

from django.db import transaction
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.desk.reserving import ReservationRequest
from catalogue.evenings import planning
from catalogue.evenings.putting_aside import reserve_titles
from catalogue.evenings.sheets import make_key
from catalogue.models import Evening, EveningGuest, GameTitle, Reservation
from escale.common import languages

MAX_GUESTS, MAX_PEOPLE = 40, 20


@transaction.atomic
def plan_evening(*, name: str, day: date, begins: time, minutes: int, today: date) -> Evening:
    if day < today:
        raise DeskRefusal(_("This day is over."))
    return Evening.objects.create(
        key=make_key(), name=name, day=day, begins=begins, minutes=minutes, language=languages.current()
    )


@transaction.atomic
def join(
    *,
    evening: Evening,
    name: str,
    people: int,
    age: int | None,
    arrives: time | None,
    mood: str,
    votes: Sequence[str],
) -> EveningGuest:
    """Signs a guest up, or changes what the guest said. Each name is one guest."""
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    is_new = not evening.guests.filter(name=name).exists()
    if is_new and evening.guests.count() >= MAX_GUESTS:
        raise DeskRefusal(_("An evening can have at most %(n)s names.") % {"n": MAX_GUESTS})
    known_votes = [vote for vote in list_keys(evening) if vote in votes]
    values = {"people": people, "age": age, "arrives": arrives, "mood": mood, "votes": known_votes}
    guest, _created = EveningGuest.objects.update_or_create(evening=evening, name=name, defaults=values)
    return guest


@transaction.atomic
def leave(*, evening: Evening, name: str) -> None:
    evening.guests.filter(name=name).delete()


@transaction.atomic
def make_proposals(*, evening: Evening, today: date) -> None:
    """Makes three proposals for the present guests. Titles of the proposals before are not proposed again."""
    evening = Evening.objects.select_for_update().get(pk=evening.pk)
    guests = list(evening.guests.all())
    group = planning.describe_group(evening, guests)
    if group is None:
        raise DeskRefusal(_("Nobody has signed up yet: put your own name down first."))
    seen_ids = {title_id for proposal in evening.proposals for title_id in proposal}
    proposals = planning.propose(group, evening.day, today=today, seen_ids=seen_ids)
    if not proposals:  # Perhaps everything that fits was proposed already: begin again.
        proposals = planning.propose(group, evening.day, today=today)
    if not proposals:
        raise DeskRefusal(_("No free box suits this group and this time. Allow more time."))
    evening.proposals = [[seating.title_id for seating in proposal] for proposal in proposals]
    evening.save(update_fields=["proposals"])
    evening.guests.update(votes=[])


def list_keys(evening: Evening) -> list[str]:
    """The key of each proposal in a vote: the ids of its titles."""
    return ["+".join(map(str, proposal)) for proposal in evening.proposals]


def count_votes(evening: Evening, guests: Sequence[EveningGuest]) -> Counter[str]:
    """By key, how many people like the proposal. A guest who signs up a family votes for all of it."""
    return Counter({key: sum(g.people for g in guests if key in g.votes) for key in list_keys(evening)})


def put_aside(*, evening: Evening, key: str, today: date) -> list[Reservation]:
    """Reserves the boxes of a proposal for the evening, by the rules of every reservation."""
    if key not in list_keys(evening):
        raise DeskRefusal(_("This proposal no longer exists."))
    title_ids = evening.proposals[list_keys(evening).index(key)]
    titles = GameTitle.objects.with_names().in_bulk(title_ids)
    request = ReservationRequest(
        name=evening.name, stay_from=evening.day, stay_to=evening.day, language=evening.language
    )
    return reserve_titles(
        titles=[titles[id] for id in title_ids if id in titles], request=request, today=today
    )


@transaction.atomic
def delete_old_evenings(*, oldest: date, most: int = 500) -> int:
    """Deletes evenings before this day, with all that their guests wrote; returns their number."""
    pks = list(Evening.objects.filter(day__lt=oldest).values_list("pk", flat=True)[:most])
    Evening.objects.filter(pk__in=pks).delete()
    return len(pks)
