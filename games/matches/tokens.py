"""Seat tokens: 192 random bits, given once, stored only as a hash."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
