"""The page that the link of a stay opens. It makes a phone the one with which guests put their boxes back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from catalogue.evenings import self_service
from catalogue.web.evenings.phone_cookie import remember_stay


@never_cache
def stay(request: HttpRequest, token: str) -> HttpResponse:
    """The boxes of the guests, each with a button to put it back. A POST registers this phone."""
    today = timezone.localdate()
    guest_stay = self_service.find_stay(token, today=today)
    if request.method == "POST" and guest_stay:
        messages.success(request, _("Choose a box below, or scan the code on one."))
        response = redirect("catalogue:stay", token)
        remember_stay(response, token, guest_stay, today=today)
        return response
    request.canonical = ""  # type: ignore[attr-defined]
    context = {
        "stay": guest_stay,
        "loans": self_service.list_own_loans(guest_stay) if guest_stay else [],
        "uses_this_phone": constant_time_compare(request.COOKIES.get(self_service.COOKIE, ""), token),
    }
    return render(request, "catalogue/stay.html", context, status=200 if guest_stay else 410)
