"""The cookie of the phone with which guests take boxes and put them back."""

from datetime import date, timedelta

from django.conf import settings
from django.http import HttpResponse

from catalogue.evenings.self_service import COOKIE, GuestStay


def remember_stay(response: HttpResponse, token: str, stay: GuestStay, *, today: date) -> None:
    """Sets the cookie until the stay ends. With it, the page of a box offers to take it and put it back."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=stay.stay_to - today + timedelta(days=1),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
