"""Guests ask for a title before they come: a name and a stay, no account. The first who waits is told."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import GameTitle, Reservation
from escale.common import audit, languages
from escale.common.text.folding import fold

log = logging.getLogger(__name__)
PER_GUEST, PER_TITLE = 4, 3
LONGEST, AHEAD = timedelta(days=31), timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Wish:
    name: str
    stay_from: date
    stay_to: date
    mail: str = ""
    language: str = ""
    note: str = ""


def why_not(title: GameTitle, wish: Wish, *, today: date) -> str:
    """What speaks against the wish; nothing, when it can be kept."""
    if wish.stay_to < wish.stay_from:
        return _("The stay ends before it begins.")
    if wish.stay_to < today or wish.stay_from > today + AHEAD:
        return _("The stay must lie within the next twelve months.")
    if wish.stay_to - wish.stay_from > LONGEST:
        return _("A stay of more than a month: please write to us.")
    if not title.copies.not_gone().exists():
        return _("The house has no box of this title.")
    current = list(Reservation.objects.current(today).only("title_id", "name", "stay_from", "stay_to"))
    mine = [one for one in current if fold(one.name) == fold(wish.name)]
    if any(one.title_id == title.pk for one in mine):
        return _("This title is already put aside in this name.")
    if len(mine) >= PER_GUEST:
        return _("At most %(n)s titles can be put aside in one name.") % {"n": PER_GUEST}
    same_time = [one for one in current if one.title_id == title.pk and _overlap(one, wish)]
    if len(same_time) >= PER_TITLE * title.copies.not_gone().count():
        return _("Others wait for this title during your stay already.")
    return ""


def _overlap(one: Reservation, wish: Wish) -> bool:
    return one.stay_from <= wish.stay_to and wish.stay_from <= one.stay_to


@transaction.atomic
def reserve(*, title: GameTitle, wish: Wish, today: date) -> Reservation:
    # The title's row is the lock, so that two guests at once do not pass the limits together.
    title = GameTitle.objects.select_for_update().get(pk=title.pk)
    if reason := why_not(title, wish, today=today):
        raise DeskRefusal(reason)
    made = Reservation.objects.create(
        title=title, name=wish.name.strip(), stay_from=wish.stay_from, stay_to=wish.stay_to,
        mail=wish.mail, language=wish.language, note=wish.note,
    )  # fmt: skip
    audit.record_addition(who=None, thing=made)
    return made


def tell(titles: Collection[int], *, today: date) -> list[Reservation]:
    """Of each title the guest who waits longest and whose stay is near; who left an address gets a letter, once."""
    waiting: dict[int, Reservation] = {}
    near = Reservation.objects.current(today).filter(title__in=titles, stay_from__lte=today + timedelta(days=7))
    # Locked, so that two boxes of one title that come back at two desks write one letter.
    near = near.select_for_update(of=("self",))
    for one in near.select_related("title").prefetch_related("title__names").order_by("stay_from", "pk"):
        waiting.setdefault(one.title_id, one)
    for one in waiting.values():
        if one.mail and one.told_at is None:
            one.told_at = timezone.now()
            one.save(update_fields=["told_at"])
            transaction.on_commit(lambda one=one: _write(one))
    return list(waiting.values())


def _write(one: Reservation) -> None:
    with translation.override(one.language or languages.default()):
        name = one.title.name_in(one.language or languages.default())
        day = date_format(one.stay_from, "DATE_FORMAT")
        text = _("Hello %(name)s,\n\n“%(title)s” is back in the house and waits for your stay from %(day)s.\n") % {
            "name": one.name,
            "title": name,
            "day": day,
        }
        try:
            send_mail(_("%(title)s waits for you") % {"title": name}, text, None, [one.mail])
        except OSError as error:  # the box is back all the same
            log.warning("reservation %s: no letter was sent: %s", one.pk, error)


@transaction.atomic
def settle(*, reservation: Reservation, who) -> None:
    """The guest has the box, or no longer wants it."""
    audit.change_fields(who=who, thing=reservation, done=True)
