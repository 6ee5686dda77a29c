"""Who asks: a seat token in the Authorization header, or the signed-in session."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed

from games.matches.storage.rows import SeatProof, proof_by_token, proof_by_user
from games.matches.tokens import token_hash
from games.models import Match, Seat


class SeatToken(NamedTuple):
    """What the header held, hashed."""

    hash: str


def seat_token(header: str) -> SeatToken | None:
    """What `Authorization` says; None where it speaks of something else."""
    scheme, _space, token = header.partition(" ")
    if scheme.lower() != "seat":
        return None
    if not token or len(token) > 128:
        raise AuthenticationFailed(_("This is not a seat token."))
    return SeatToken(token_hash(token))


class SeatAuthentication(BaseAuthentication):
    """`Authorization: Seat <token>`. Whether the token fits the match is seen where the match is locked."""

    def authenticate(self, request):
        token = seat_token(request.headers.get("Authorization", ""))
        return (AnonymousUser(), token) if token else None

    def authenticate_header(self, request) -> str:
        return "Seat"


def seat_proof(request) -> SeatProof | None:
    if isinstance(request.auth, SeatToken):
        return proof_by_token(request.auth.hash)
    return proof_by_user(request.user.pk) if request.user.is_authenticated else None


def own_seat(request, match: Match) -> Seat | None:
    """The seat of the match that asks, if any; the seats are prefetched."""
    for seat in match.seats.all():
        if isinstance(request.auth, SeatToken):
            if constant_time_compare(seat.token_hash or "", request.auth.hash):
                return seat
        elif request.user.is_authenticated and seat.user_id == request.user.pk:
            return seat
    return None
