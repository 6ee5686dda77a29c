"""Seat tokens: 192 random bits, shown once, stored only as a hash."""

import hashlib
import secrets

MAX_TOKEN_LENGTH = 128


class MalformedToken(Exception):
    """The header names a seat token but holds none."""


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def names_seat(authorization: str) -> bool:
    """True if the header Authorization is of the scheme `Seat`."""
    return authorization.partition(" ")[0].lower() == "seat"


def token_hash_in_header(authorization: str) -> str | None:
    """The hash of the token in `Authorization: Seat <token>`; None if the header is of another scheme."""
    if not names_seat(authorization):
        return None
    token = authorization.partition(" ")[2]
    if not token or len(token) > MAX_TOKEN_LENGTH:
        raise MalformedToken
    return token_hash(token)
