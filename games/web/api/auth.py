"""Finds out who sends a request: by the token of a seat or an account, or by the session of an account."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS

from escale.common.account_tokens import PLAY, opens_matches, require_token
from escale.common.api.authentication import require_credential
from escale.common.api.problems import enforce
from escale.common.limits import Limit, client_key
from escale.common.models import AccountToken
from games.matches.limits import TOKEN_FACTOR
from games.matches.storage.rows import SeatProof, proof_by_token, proof_by_user
from games.models import Match, Seat


class SeatToken(NamedTuple):
    """The hash of the token of a seat in the header Authorization."""

    hash: str


class SeatAuthentication(BaseAuthentication):
    """Reads `Authorization: Seat <token>` or `Token <token>`.

    Whether the token of a seat fits the match is checked when the match is read.
    """

    def authenticate(self, request):
        credential = require_credential(request.headers.get("Authorization", ""))
        if credential is None:
            return None
        if not credential.is_of_account:
            return AnonymousUser(), SeatToken(credential.hash)
        token = require_token(credential.hash, None if request.method in SAFE_METHODS else PLAY)
        return token.user, token

    def authenticate_header(self, request) -> str:
        return "Seat"


def enforce_for_client(request, limit: Limit, amount: int = 1) -> None:
    """Counts the request against a limit of its address, or against the higher one of its account."""
    if isinstance(request.auth, AccountToken):
        higher = Limit(f"{limit.name}-token", limit.times * TOKEN_FACTOR, limit.seconds)
        enforce(higher, f"account {request.user.pk}", amount)
    else:
        enforce(limit, client_key(request), amount)


def is_program(request) -> bool:
    """Whether the request has the token of an account, which only programs send."""
    return isinstance(request.auth, AccountToken)


def is_account(request) -> bool:
    """Whether an account sends the request; False if its token is for other things than matches."""
    if isinstance(request.auth, AccountToken) and not opens_matches(request.auth):
        return False
    return request.user.is_authenticated


def find_seat_proof(request) -> SeatProof | None:
    if isinstance(request.auth, SeatToken):
        return proof_by_token(request.auth.hash)
    return proof_by_user(request.user.pk) if is_account(request) else None


def find_own_seat(request, match: Match) -> Seat | None:
    """The seat that sends the request, if any; the seats of the match are prefetched."""
    for seat in match.seats.all():
        if isinstance(request.auth, SeatToken):
            if constant_time_compare(seat.token_hash or "", request.auth.hash):
                return seat
        elif is_account(request) and seat.user_id == request.user.pk:
            return seat
    return None
