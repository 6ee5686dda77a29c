"""Reserves several titles at once: all of them, or none if one cannot be promised."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _

from catalogue import services
from catalogue.desk import DeskRefusal, reserving
from catalogue.desk.reserving import ReservationRequest
from catalogue.models import GameTitle, Reservation
from escale.common import languages


@services.catalogue_transaction()
def reserve_titles(
    *, titles: Sequence[GameTitle], request: ReservationRequest, today: date
) -> list[Reservation]:
    """Promises the guest a box of each title. A refusal names the title that cannot be promised."""
    if not titles:
        raise DeskRefusal(_("Choose at least one title."))
    reservations = []
    for title in titles:
        try:
            reservations.append(reserving.reserve_title(title=title, request=request, today=today))
        except DeskRefusal as refusal:
            words = {"title": title.name_in(languages.current()), "reason": refusal}
            text = _("%(title)s: %(reason)s Nothing was put aside.")
            raise DeskRefusal(text % words) from refusal
    return reservations
