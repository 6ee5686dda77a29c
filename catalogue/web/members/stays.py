"""Links for the stays of guests. Staff create a link at the desk, show its code, and revoke it."""

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from catalogue.desk import DeskRefusal
from catalogue.evenings import stays
from catalogue.models import Stay
from catalogue.web.desk import require_permissions
from catalogue.web.name_field import NameField

MAX_SHOWN = 200


class StayForm(forms.Form):
    name = NameField(label=gettext_lazy("Name"), max_length=120)
    stay_from = forms.DateField(
        label=gettext_lazy("Arrival"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    stay_to = forms.DateField(
        label=gettext_lazy("Departure"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )


@require_permissions("view_stay", "add_stay")
def stay_list(request: HttpRequest) -> HttpResponse:
    """Lists the valid links, with a form for a new one. The page of a person puts `name` into the address."""
    today = timezone.localdate()
    suggested = {"name": request.GET.get("name", "")[:120], "stay_from": today}
    form = StayForm(request.POST or None, initial=suggested)
    if request.method == "POST" and form.is_valid():
        try:
            stay = stays.make_stay(**form.cleaned_data, today=today, who=request.user)
        except DeskRefusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The link is ready: let the guests scan the code."))
            return redirect("desk:stay", stay.pk)
    context = {"form": form, "stays": stays.list_valid(today)[:MAX_SHOWN], "today": today}
    return render(request, "catalogue/desk/stays.html", context, status=422 if form.errors else 200)


@require_permissions("view_stay")
def stay(request: HttpRequest, pk: int) -> HttpResponse:
    """The link of one stay, to scan from this screen, with a button that revokes it."""
    guest_stay = get_object_or_404(Stay, pk=pk)
    return render(request, "catalogue/desk/stay.html", {"stay": guest_stay, "link": _find_link(guest_stay)})


def _find_link(guest_stay: Stay) -> str:
    return settings.BASE_URL + reverse("catalogue:stay", args=[stays.sign_token(guest_stay)])


@require_permissions("view_stay")
def stay_code(request: HttpRequest, pk: int) -> HttpResponse:
    """The QR code of the link."""
    guest_stay = get_object_or_404(Stay, pk=pk, revoked_at=None)
    code = segno.make_qr(_find_link(guest_stay), error="m").svg_inline(scale=6, border=4, light="#fff")
    response = HttpResponse(
        code.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1), "image/svg+xml"
    )
    response["Cache-Control"] = "private, no-store"
    return response


@require_permissions("change_stay")
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    stays.revoke_link(get_object_or_404(Stay, pk=pk), who=request.user)
    messages.success(request, _("The link has been revoked: it no longer opens anything."))
    return redirect("desk:stays")
