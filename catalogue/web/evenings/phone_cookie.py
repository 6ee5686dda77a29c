"""The cookie of a phone with which guests take boxes and put them back."""

from datetime import date, timedelta

from django.conf import settings
from django.http import HttpResponse

from catalogue.evenings.self_service import COOKIE, GuestStay


def remember_stay(response: HttpResponse, token: str, stay: GuestStay, *, today: date) -> None:
    """Until the stay ends the QR codes of boxes offer to take them and to put them back."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=stay.stay_to - today + timedelta(days=1),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
