"""A guest reserves a title before a stay, with a name and two days, and without an account."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache

from catalogue.desk import DeskRefusal, reserving
from catalogue.exporting import calendar_files
from catalogue.models import GameTitle, Reservation
from catalogue.web.name_field import NameField
from escale.common import languages, limits

ASKED = limits.Limit("reservation", 10, 3600)
CHANGED = limits.Limit("change of a reservation", 20, 3600)


def _day() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, "%Y-%m-%d")


class ReserveForm(forms.Form):
    name = NameField(label=gettext_lazy("Your name"), max_length=120)
    stay_from = forms.DateField(label=pgettext_lazy("first day of a stay", "From"), widget=_day())
    stay_to = forms.DateField(label=pgettext_lazy("last day of a stay", "Until"), widget=_day())
    mail = forms.EmailField(
        label=gettext_lazy("Email, if you like"),
        required=False,
        help_text=gettext_lazy("Only used to tell you when a box is free or ready for you."),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)


class StayForm(forms.Form):
    """Other days for a reservation."""

    stay_from = forms.DateField(label=pgettext_lazy("first day of a stay", "From"), widget=_day())
    stay_to = forms.DateField(label=pgettext_lazy("last day of a stay", "Until"), widget=_day())


def reserve(request: HttpRequest, slug: str) -> HttpResponse:
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    today, language = timezone.localdate(), languages.current()
    initial = {"stay_from": today, "stay_to": today + timedelta(days=2)}
    form = ReserveForm(request.POST if request.method == "POST" else None, initial=initial)
    may_queue = False
    if request.method == "POST" and form.is_valid():
        try:
            if limits.count_request(ASKED, limits.client_key(request)):
                raise DeskRefusal(_("That is a lot of requests; please email us instead."))
            reservation = reserving.reserve_title(
                title=title,
                request=reserving.ReservationRequest(**form.cleaned_data, language=language),
                today=today,
                may_queue="queue" in request.POST,
            )
        except DeskRefusal as refusal:
            form.add_error(None, str(refusal))
            may_queue = isinstance(refusal, reserving.NoBoxFree)
        else:
            if not reservation.is_queued:
                messages.success(request, _("It will be waiting for you. Enjoy your stay!"))
            return redirect("catalogue:reservation", reserving.sign_token(reservation))
    request.canonical = ""  # type: ignore[attr-defined]
    context = {"title": title, "name": title.name_in(language), "form": form, "days": settings.GUEST_DAYS}
    return render(request, "catalogue/reserve.html", context | {"may_queue": may_queue})


@never_cache
def reservation(request: HttpRequest, token: str) -> HttpResponse:
    """The guest's own page: what is reserved for which days, and forms to change or cancel it."""
    reservation = _find_reservation(token)
    request.canonical = ""  # type: ignore[attr-defined]
    is_over = reservation is None or reservation.stay_to < timezone.localdate()
    form = None
    if reservation is not None:
        form = StayForm(initial={"stay_from": reservation.stay_from, "stay_to": reservation.stay_to})
    if request.method == "POST" and reservation is not None and not reservation.done:
        if "stay_from" not in request.POST:
            reserving.cancel(reservation)
            messages.success(request, _("Your reservation has been cancelled."))
            return redirect("catalogue:title", reservation.title.slug)
        form = StayForm(request.POST)
        if _change_stay(request, reservation, form):
            return redirect("catalogue:reservation", token)
    context = {
        "reservation": reservation,
        "is_over": is_over,
        "form": form,
        "token": token,
        "address": request.build_absolute_uri(),
    }
    status = 410 if reservation is None else 200
    return render(request, "catalogue/reservation.html", context, status=status)


def _find_reservation(token: str) -> Reservation | None:
    try:
        return reserving.find_by_token(token)
    except signing.BadSignature:
        raise Http404 from None


def _change_stay(request: HttpRequest, reservation: Reservation, form: StayForm) -> bool:
    """Changes the days; returns whether this was possible. If not, the form gives the reason."""
    if not form.is_valid():
        return False
    try:
        if limits.count_request(CHANGED, limits.client_key(request)):
            raise DeskRefusal(_("That is a lot of requests; please email us instead."))
        reserving.change_stay(reservation, today=timezone.localdate(), **form.cleaned_data)
    except DeskRefusal as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("Your reservation has been moved to the new dates."))
    return True


@never_cache
def reservation_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The stay as a calendar file."""
    reservation = _find_reservation(token)
    if reservation is None:
        raise Http404
    address = request.build_absolute_uri(reverse("catalogue:reservation", args=[token]))
    content = calendar_files.write_guest_calendar(reservation, address)
    headers = {"Content-Disposition": 'attachment; filename="stay.ics"'}
    return HttpResponse(content, content_type="text/calendar; charset=utf-8", headers=headers)
