"""Seat tokens: 192 random bits, shown once, stored only as a hash."""

import hashlib
import re
import secrets

MAX_TOKEN_LENGTH = 128
_TOKEN = re.compile(rf"[A-Za-z0-9._~+/=-]{{1,{MAX_TOKEN_LENGTH}}}")  # RFC 9110, token68


class MalformedToken(Exception):
    """The header Authorization is of the scheme `Seat` but holds no well-formed token."""


class UnknownScheme(Exception):
    """The header is of another scheme than `Seat`."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_seat_authorization(authorization: str) -> bool:
    """True if the header Authorization is of the scheme `Seat`."""
    return authorization.partition(" ")[0].lower() == "seat"


def token_hash_in_header(authorization: str) -> str | None:
    """The hash of the token in `Authorization: Seat <token>`; None if the header is empty."""
    if not authorization.strip():
        return None
    if not is_seat_authorization(authorization):
        raise UnknownScheme
    token = authorization.partition(" ")[2].strip()
    if not _TOKEN.fullmatch(token):
        raise MalformedToken
    return token_hash(token)
