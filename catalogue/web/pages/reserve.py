"""A guest asks for a title before the stay: a name and two days, no account."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from catalogue.desk import DeskRefusal, reserving
from catalogue.models import GameTitle
from escale.common import languages, limits

ASKED = limits.Limit("reservation", 10, 3600)


def _day() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, "%Y-%m-%d")


class ReserveForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Your name"), max_length=120)
    stay_from = forms.DateField(label=pgettext_lazy("first day of a stay", "From"), widget=_day())
    stay_to = forms.DateField(label=pgettext_lazy("last day of a stay", "Until"), widget=_day())
    mail = forms.EmailField(
        label=gettext_lazy("Mail, if you like"),
        required=False,
        help_text=gettext_lazy("Only for one letter: when the box is there."),
    )
    note = forms.CharField(label=gettext_lazy("Note"), max_length=300, required=False)


def reserve(request: HttpRequest, slug: str) -> HttpResponse:
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    today, language = timezone.localdate(), languages.current()
    initial = {"stay_from": today, "stay_to": today + timedelta(days=2)}
    form = ReserveForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            if limits.count_request(ASKED, limits.client_key(request)):
                raise DeskRefusal(_("Many wishes came from your direction; please write to us instead."))
            reserving.reserve_title(
                title=title, request=reserving.ReservationRequest(**form.cleaned_data, language=language), today=today
            )
        except DeskRefusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("It will wait for you. Enjoy your stay!"))
            return redirect("catalogue:title", slug)
    request.canonical = ""  # type: ignore[attr-defined]
    context = {"title": title, "name": title.name_in(language), "form": form, "days": settings.GUEST_DAYS}
    return render(request, "catalogue/reserve.html", context)
