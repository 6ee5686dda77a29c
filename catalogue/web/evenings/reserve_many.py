"""A guest reserves several titles of a list for the same stay."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal, reserving
from catalogue.evenings.putting_aside import reserve_titles
from catalogue.models import GameTitle, Reservation
from catalogue.web.pages.reserve import ASKED, ReserveForm
from escale.common import languages, limits

MAX_TITLES = 60  # on a reader's list


def reserve_list(request: HttpRequest) -> HttpResponse:
    """The form for the titles in the address; then the links of the reservations."""
    parameters = request.POST if request.method == "POST" else request.GET
    slugs = list(dict.fromkeys(parameters.getlist("title")))[:MAX_TITLES]
    titles = list(GameTitle.objects.in_collection().with_names().filter(slug__in=slugs))
    if not titles:
        return redirect("catalogue:wishes")
    today = timezone.localdate()
    initial = {"stay_from": today, "stay_to": today + timedelta(days=2)}
    form = ReserveForm(request.POST if request.method == "POST" else None, initial=initial)
    reservations: list[Reservation] = []
    if request.method == "POST" and form.is_valid():
        try:
            reservations = _reserve(request, form, titles)
        except DeskRefusal as refusal:
            form.add_error(None, str(refusal))
    request.canonical = ""  # type: ignore[attr-defined]
    offered = GameTitle.objects.in_collection().with_names()
    context = {
        "form": form,
        "titles": offered.filter(slug__in=parameters.getlist("offered")[:MAX_TITLES] or slugs),
        "chosen": slugs if request.method == "POST" else slugs[: reserving.MAX_PER_GUEST],
        "most": reserving.MAX_PER_GUEST,
        "reserved": [(row.title, reserving.sign_token(row)) for row in reservations],
        "days": settings.GUEST_DAYS,
    }
    return render(request, "catalogue/reserve_list.html", context)


def _reserve(request: HttpRequest, form: ReserveForm, titles: list[GameTitle]) -> list[Reservation]:
    if limits.count_request(ASKED, limits.client_key(request)):
        raise DeskRefusal(_("That is a lot of requests; please email us instead."))
    wish = reserving.ReservationRequest(**form.cleaned_data, language=languages.current())
    return reserve_titles(titles=titles, request=wish, today=timezone.localdate())
