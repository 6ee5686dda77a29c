"""The page behind the link in the email that asks whether others are wanted."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache

from games.models import MailState
from games.notifying import contacts


@never_cache
def confirm(request: HttpRequest) -> HttpResponse:
    """Asks first, and stores the answer after a click, because mail servers open links to check them."""
    token = (request.POST if request.method == "POST" else request.GET).get("token", "")
    seat = contacts.find_seat(token)
    if seat is None:
        raise Http404
    translation.activate(seat.language)
    request.LANGUAGE_CODE = translation.get_language()
    answer = "yes" if seat.mail_state == MailState.CONFIRMED else ""
    if request.method == "POST":
        answer = "yes" if request.POST.get("answer") == "yes" else "no"
        contacts.answer_question(seat, wants_emails=answer == "yes")
    return render(
        request, "games/confirm_email.html", {"token": token, "answer": answer, "match": seat.match_id}
    )
