"""Stays that staff enter. Each has a signed link, with which guests put boxes back by themselves."""

from datetime import date, timedelta
from typing import Any

from django.core import signing
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import Stay
from escale.common import audit
from escale.common.text.folding import fold

TOKEN_SALT = "stay"
LONGEST_STAY = timedelta(days=31)


@services.catalogue_transaction()
def make_stay(*, name: str, stay_from: date, stay_to: date, today: date, who: Any) -> Stay:
    """Enters a stay. Raises DeskRefusal if its days or its name are not possible."""
    if stay_to < stay_from:
        raise DeskRefusal(_("The stay ends before it begins."))
    if stay_to < today:
        raise DeskRefusal(_("This stay is over already."))
    if stay_to - stay_from > LONGEST_STAY:
        raise DeskRefusal(_("A link is valid for 31 days at most. Make a new one for the rest of the stay."))
    if _has_namesake(name, stay_from, stay_to):
        raise DeskRefusal(
            _("Somebody with this name already has a link for these days: add a first name or the room.")
        )
    stay = Stay.objects.create(name=name.strip(), stay_from=stay_from, stay_to=stay_to)
    audit.record_addition(who=who, thing=stay)
    return stay


def _has_namesake(name: str, stay_from: date, stay_to: date) -> bool:
    """Whether another stay has the same name on some of these days.

    A loan knows its guest only by the name, so the guests of both stays would see each other's boxes.
    """
    overlapping = Stay.objects.filter(revoked_at=None, stay_from__lte=stay_to, stay_to__gte=stay_from)
    names = overlapping.values_list("name", flat=True)
    return fold(name.strip()) in map(fold, names)


@services.catalogue_transaction()
def revoke_link(stay: Stay, *, who: Any) -> None:
    """Revokes the link, also on phones that have used it. A second tap changes nothing."""
    stay = Stay.objects.select_for_update(of=("self",)).get(pk=stay.pk)
    if stay.revoked_at is None:
        audit.change_fields(who=who, thing=stay, revoked_at=timezone.now())


def list_valid(today: date) -> QuerySet[Stay]:
    """The stays whose link works now or later."""
    return Stay.objects.filter(revoked_at=None, stay_to__gte=today).order_by("stay_from", "pk")


def sign_token(stay: Stay) -> str:
    """The last part of the address of the guests' own page. It is signed: only the site can make it."""
    return signing.dumps(stay.pk, salt=TOKEN_SALT)


def find_by_token(token: str) -> Stay | None:
    """The stay of this token; None if it was revoked or erased. Raises BadSignature."""
    pk = signing.loads(token, salt=TOKEN_SALT)
    return Stay.objects.filter(pk=pk, revoked_at=None).first()
