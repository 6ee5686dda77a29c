"""A signed cookie that shows on which devices an account has logged in before.

It grants no access. It only keeps the attempts of others from delaying the owner of the account.
"""

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE = "__Host-device" if settings.PRODUCTION else "device"
SALT = "escale.known-device"
MAX_AGE = 365 * 24 * 3600
MAX_ACCOUNTS = 8  # of one device, such as the computer of the desk


def find(request: HttpRequest, name: str) -> str | None:
    """The random id of this device, if this account has logged in on it before."""
    return _read_cookie(request).get(_digest(name))


def remember(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Sets the cookie after this account has logged in. It contains the accounts that logged in last."""
    accounts = _read_cookie(request)
    device = accounts.pop(_digest(name), None) or secrets.token_hex(16)
    newest = list(accounts.items())[1 - MAX_ACCOUNTS :]
    value = signing.dumps(dict([*newest, (_digest(name), device)]), salt=SALT)
    response.set_cookie(
        COOKIE,
        value,
        max_age=MAX_AGE,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _read_cookie(request: HttpRequest) -> dict[str, str]:
    """The ids by account; none if the cookie is missing, forged or too old."""
    try:
        return signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return {}


def _digest(name: str) -> str:
    """Replaces the name in the cookie, which others could read."""
    return salted_hmac(SALT, name).hexdigest()[:16]
