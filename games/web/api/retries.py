"""Does a POST with an Idempotency-Key only once: if it is sent again, it gets the first answer again.

Moves keep their key in their event instead (`games.matches.moves`).
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404
from rest_framework.exceptions import APIException
from rest_framework.response import Response

from escale.common import limits
from escale.common.api import idempotency
from games.core.contract import Malformed
from games.matches.errors import MatchError, Refused
from games.matches.storage.transactions import write_transaction
from games.web.api.auth import SeatToken

REFUSALS = (APIException, MatchError, Refused, Malformed, Http404)


def answer_once(request, answer: Callable[[], Response]) -> Response:
    """The result of `answer`; if the request has a key that was sent before, the first answer again."""
    is_post = request.method == "POST"
    keyed = idempotency.read_keyed_request(request, _name_sender(request)) if is_post else None
    return idempotency.answer_once(keyed, answer, transaction=write_transaction, refusals=REFUSALS)


def _name_sender(request) -> str:
    if isinstance(request.auth, SeatToken):
        return f"seat {request.auth.hash}"
    if request.user.is_authenticated:
        return f"account {request.user.pk}"
    return f"{idempotency.GUEST} {limits.client_key(request)}"
