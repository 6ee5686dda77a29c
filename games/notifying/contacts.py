"""The email address and the webhook of a seat, which are stored until the match ends.

An address may belong to anybody. So its owner first gets one email, which asks whether others are wanted, and
no other email before the question is answered.
"""

from __future__ import annotations

import hashlib
import secrets

from django.core import signing
from django.db.models import Q
from django.utils.crypto import constant_time_compare

from games.core.contract import Json
from games.matches.errors import MatchError
from games.matches.storage.rows import SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import erase_contacts, lock_own_seat
from games.models import MailState, Seat, Status

SALT = "games.mail"
#: The link in the question is valid for this long.
LINK_SECONDS = 14 * 24 * 3600
SEATS_PER_STEP = 500


def set_contacts(
    *, match_id: str, proof: SeatProof, mail: str | None, webhook: str | None, language: str
) -> str:
    """Sets the email address and the webhook that notify this seat when it must decide; None changes nothing.

    Returns the secret that signs the webhook, which is shown only now, or "".
    """
    with write_transaction():
        match, seat = lock_own_seat(match_id, proof)
        if match.status == Status.FINISHED:
            raise MatchError("match_over")
        own_seat = Seat.objects.get(match_id=match_id, index=seat.index)
        changes: Json = {"language": language}
        if mail is not None and mail != own_seat.mail:
            changes |= {"mail": mail, "mail_state": MailState.NEW}
        if webhook is not None:
            changes |= {"webhook": webhook, "webhook_secret": secrets.token_hex(24) if webhook else ""}
        Seat.objects.filter(pk=own_seat.pk).update(**changes)
    return changes.get("webhook_secret", "")


def make_token(seat: Seat) -> str:
    """The signed part of the link that confirms the present address of the seat."""
    return signing.dumps([seat.pk, _digest(seat.mail)], salt=SALT)


def find_seat(token: str) -> Seat | None:
    """The seat of the link; None if the link is wrong or old, or the seat has another address."""
    try:
        seat_id, digest = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except signing.BadSignature:
        return None
    seat = Seat.objects.filter(pk=seat_id, mail__gt="").first()
    if seat is None or not constant_time_compare(_digest(seat.mail), digest):
        return None
    return seat


def answer_question(seat: Seat, *, wants_emails: bool) -> None:
    """Stores whether the owner of the address wants emails; if not, the address is erased."""
    changes = (
        {"mail_state": MailState.CONFIRMED} if wants_emails else {"mail": "", "mail_state": MailState.NEW}
    )
    Seat.objects.filter(pk=seat.pk, mail=seat.mail).update(**changes)


def _digest(mail: str) -> str:
    return hashlib.sha256(mail.encode()).hexdigest()[:16]


def erase_old_contacts() -> bool:
    """Erases the contacts of some finished matches, if the move that ended the match could not do it.

    Returns True if there may be more.
    """
    with_contacts = Seat.objects.filter(Q(mail__gt="") | Q(webhook__gt=""), match__status=Status.FINISHED)
    match_ids = list(with_contacts.order_by().values_list("match", flat=True)[:SEATS_PER_STEP])
    erase_contacts(match_ids)
    return len(match_ids) == SEATS_PER_STEP
