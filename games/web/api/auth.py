"""Finds out who sends a request: by the seat token in the header Authorization, or by the session of an account."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare
from rest_framework.authentication import BaseAuthentication

from games.matches.storage.rows import SeatProof, proof_by_token, proof_by_user
from games.matches.tokens import MalformedToken, UnknownScheme, token_hash_in_header
from games.models import Match, Seat
from games.presenting.problems import problem_of_authorization


class SeatToken(NamedTuple):
    """The hash of the token in the header Authorization."""

    hash: str


class SeatAuthentication(BaseAuthentication):
    """`Authorization: Seat <token>`. Whether the token fits the match is checked when the match is read."""

    def authenticate(self, request):
        try:
            token_hash = token_hash_in_header(request.headers.get("Authorization", ""))
        except (MalformedToken, UnknownScheme) as error:
            raise problem_of_authorization(error) from None
        return (AnonymousUser(), SeatToken(token_hash)) if token_hash else None

    def authenticate_header(self, request) -> str:
        return "Seat"


def seat_proof(request) -> SeatProof | None:
    if isinstance(request.auth, SeatToken):
        return proof_by_token(request.auth.hash)
    return proof_by_user(request.user.pk) if request.user.is_authenticated else None


def own_seat(request, match: Match) -> Seat | None:
    """The seat that sends the request, if any; the seats of the match are prefetched."""
    for seat in match.seats.all():
        if isinstance(request.auth, SeatToken):
            if constant_time_compare(seat.token_hash or "", request.auth.hash):
                return seat
        elif request.user.is_authenticated and seat.user_id == request.user.pk:
            return seat
    return None
