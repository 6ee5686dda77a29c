"""Seat tokens: 192 random bits, which are shown once and stored only as a hash."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_seat_authorization(authorization: str) -> bool:
    """True if the header Authorization has the scheme `Seat`."""
    return authorization.partition(" ")[0].lower() == "seat"
