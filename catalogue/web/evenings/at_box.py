"""The page of a box, which its QR code opens: rule, setup, scores; in a stay, guests borrow the box here."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from catalogue import ports
from catalogue.desk import DeskRefusal
from catalogue.evenings import self_service
from catalogue.models import Copy
from catalogue.web.contents import piece_fields
from catalogue.web.evenings.phone_cookie import remember_stay
from escale.common import languages, limits

SELF_SERVICE = limits.Limit("self-service", 60, 3600)


@never_cache
def at_box(request: HttpRequest, number: str) -> HttpResponse:
    today = timezone.localdate()
    box = Copy.objects.not_gone().with_title_and_shelf().with_number(number[:40]).first()
    if box is None:
        raise Http404
    stay = self_service.find_stay(request.COOKIES.get(self_service.COOKIE, ""), today=today)
    if request.method == "POST":
        try:
            _handle_tap(request, box, stay)
            return redirect("catalogue:at_box", number)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
    piece_fields.attach_piece_rows(box)
    rule = ports.rules().get(box.title.bgg_id or 0)
    request.canonical = ""  # type: ignore[attr-defined]
    context = {
        "box": box,
        "stay": stay,
        "own_loan": self_service.find_own_loan(box, stay) if stay else None,
        "rule_url": ports.rule_url(rule.document, languages.current()) if rule else "",
        "play_url": ports.table_url(rule.engine) if rule and rule.engine else "",
        "companion_url": ports.companion_url(rule.engine) if rule and rule.engine else "",
    }
    return render(request, "catalogue/at_box.html", context)


def _handle_tap(request: HttpRequest, box: Copy, stay: self_service.GuestStay | None) -> None:
    if stay is None:
        raise DeskRefusal(_("Open the link to your reservation or your stay on this phone first."))
    if limits.count_request(SELF_SERVICE, limits.client_key(request)):
        raise DeskRefusal(_("That is a lot of boxes; please ask at the desk."))
    today = timezone.localdate()
    if request.POST.get("act") == "take":
        self_service.take_box(box, stay, today=today)
        messages.success(request, _("The box is yours until the end of your stay. Have fun!"))
    elif request.POST.get("act") == "back":
        missing = piece_fields.read_missing(request.POST, box.pk)
        self_service.put_back(box, stay, missing=missing, today=today)
        messages.success(request, _("Thank you: the box is back."))


@require_POST
def use_phone(request: HttpRequest, token: str) -> HttpResponse:
    """Stores the stay in a cookie of this phone, with which guests take boxes and put them back."""
    today = timezone.localdate()
    stay = self_service.find_stay(token, today=today)
    response = redirect("catalogue:reservation", token)
    if stay is None:
        messages.error(request, _("This works from the first to the last day of your stay."))
        return response
    messages.success(request, _("Now scan the code on a box with this phone."))
    remember_stay(response, token, stay, today=today)
    return response
