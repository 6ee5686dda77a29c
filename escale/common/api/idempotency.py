"""A request that is sent again with the same Idempotency-Key is done once, and gets the first response again.

A response may contain secrets that are shown only once, such as the token of a seat. So it is stored
encrypted, with a key that is made from the Idempotency-Key of the client and the secret key of the site.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import NamedTuple

import orjson
from cryptography.fernet import Fernet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.response import Response

from escale.common.api.problems import Problem
from escale.common.models import RememberedAnswer

HEADER = "Idempotency-Key"
REPEATED = "Idempotent-Replayed"
GUEST = "address"  # The name of a sender without a token or session begins with it.
MAX_KEY_LENGTH = 64
#: A client without a token shares its address with others, who must not be able to guess its key.
MIN_GUEST_KEY_LENGTH = 16
DAYS_REMEMBERED = 1
ANSWERS_PER_STEP = 500
KEY = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": MAX_KEY_LENGTH},
    OpenApiParameter.HEADER,
    description="Random characters. For a day, a request that is sent again with the same key gets the first "
    "answer and is done once. Requests without a token or session need at least "
    f"{MIN_GUEST_KEY_LENGTH}.",
)


class StoredAnswer(NamedTuple):
    """The parts of a response that are sent again."""

    status: int
    headers: dict[str, str]
    data: object


class KeyedRequest(NamedTuple):
    """What identifies a request: its sender, address, key and body."""

    digest: str
    fingerprint: str
    cipher: Fernet


def read_key(text: str | None, *, is_guest: bool) -> str | None:
    """The key of a request. Raises a Problem if it is too short or too long."""
    if text is None:
        return None
    shortest = MIN_GUEST_KEY_LENGTH if is_guest else 1
    if not shortest <= len(text) <= MAX_KEY_LENGTH:
        sentence = _("From %(low)s to %(high)s characters are expected.")
        sentence %= {"low": shortest, "high": MAX_KEY_LENGTH}
        raise Problem(400, "invalid", errors={HEADER: [sentence]})
    return text


def describe_request(*, sender: str, path: str, key: str, body: object) -> KeyedRequest:
    place = f"{sender}\n{path}\n{key}"
    secret = salted_hmac("escale.idempotency", place, algorithm="sha256").digest()
    return KeyedRequest(
        digest=hashlib.sha256(place.encode()).hexdigest(),
        # orjson would refuse numbers of more than 64 bits.
        fingerprint=hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest(),
        cipher=Fernet(base64.urlsafe_b64encode(secret)),
    )


def claim_key(request: KeyedRequest) -> bool:
    """Whether this request is the first with its key.

    It is called within a transaction. Another request with the same key waits until this transaction ends.
    """
    answer = RememberedAnswer(digest=request.digest, fingerprint=request.fingerprint)
    rows = RememberedAnswer.objects.bulk_create([answer], ignore_conflicts=True)
    return bool(rows) and RememberedAnswer.objects.filter(digest=request.digest, content="").exists()


def remember(request: KeyedRequest, answer: StoredAnswer) -> None:
    content = request.cipher.encrypt(orjson.dumps(list(answer), default=str)).decode()
    RememberedAnswer.objects.filter(digest=request.digest).update(content=content)


def forget(request: KeyedRequest) -> None:
    """Forgets a refused request. It has changed nothing, so its key may be used again."""
    RememberedAnswer.objects.filter(digest=request.digest).delete()


def recall(request: KeyedRequest) -> StoredAnswer:
    """The response to the first request with this key. Raises a Problem if that had another body."""
    row = RememberedAnswer.objects.get(digest=request.digest)
    if row.fingerprint != request.fingerprint:
        raise Problem(
            409,
            "key_used",
            _("This key was sent with another request before: a new request needs a new key."),
        )
    return StoredAnswer(*orjson.loads(request.cipher.decrypt(row.content.encode())))


def forget_old_answers() -> bool:
    """Deletes some responses that are a day old; returns True if there may be more."""
    limit = timezone.now() - timedelta(days=DAYS_REMEMBERED)
    digests = RememberedAnswer.objects.filter(at__lt=limit).order_by("at").values_list("digest", flat=True)
    old = list(digests[:ANSWERS_PER_STEP])
    RememberedAnswer.objects.filter(digest__in=old).delete()
    return len(old) == ANSWERS_PER_STEP


def read_keyed_request(request, sender: str) -> KeyedRequest | None:
    """The request with the key by which its sender can repeat it; None if it has no key."""
    key = read_key(request.headers.get(HEADER), is_guest=sender.startswith(GUEST))
    if key is None:
        return None
    return describe_request(sender=sender, path=request.path, key=key, body=request.data)


def answer_once(
    keyed: KeyedRequest | None,
    answer: Callable[[], Response],
    *,
    transaction: Callable[[], AbstractContextManager],
    refusals: tuple[type[Exception], ...],
) -> Response:
    """Returns what `answer` returns. If the key of the request was sent before, the first response again."""
    if keyed is None:
        return answer()
    refusal = None
    with transaction():
        if not claim_key(keyed):
            return _repeat(recall(keyed))
        try:
            response = answer()
            headers = {name: response[name] for name in ("Location",) if name in response}
            remember(keyed, StoredAnswer(response.status_code, headers, response.data))
        except refusals as error:  # What the request has used of rate limits stays counted.
            forget(keyed)
            refusal = error
    if refusal is not None:
        raise refusal
    return response


def _repeat(answer: StoredAnswer) -> Response:
    return Response(answer.data, status=answer.status, headers=answer.headers | {REPEATED: "true"})
