"""Links by which members see their loans without a password. The site sends a link only by email, and stores
only its hash.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import date, timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from catalogue import ports
from catalogue.members import accounts
from catalogue.models import LinkRequest, Member, MemberLink
from escale.common import languages

log = logging.getLogger(__name__)
LINK_DAYS = 30
MAX_ACCOUNTS = 10  # with one address
REQUESTS_PER_STEP = 20


def request_link(mail: str, language: str) -> None:
    """Queues a link for this address.

    The worker sends it later, so the page answers an unknown address as fast as a member's.
    """
    LinkRequest.objects.create(mail=mail.strip(), language=language)


def answer_requests() -> bool:
    """Sends the links that were requested; returns True if there may be more.

    A request is deleted before its email is sent, so a server that refuses the email is not asked again and
    again.
    """
    requests = list(LinkRequest.objects.order_by("pk")[:REQUESTS_PER_STEP])
    for request in requests:
        deleted, _by_model = LinkRequest.objects.filter(pk=request.pk).delete()
        if deleted and accounts.members_are_enabled():
            _answer(request)
    return len(requests) == REQUESTS_PER_STEP


def _answer(request: LinkRequest) -> None:
    members = list(Member.objects.filter(mail__iexact=request.mail).order_by("pk")[:MAX_ACCOUNTS])
    if not members:
        return
    with translation.override(request.language or languages.default()):
        lines = [
            _("%(name)s: %(address)s")
            % {"name": member.name, "address": create_link(member, today=timezone.localdate())}
            for member in members
        ]
        text = _(
            "Hello,\n\nHere you can see your loans, and renew those that can be renewed:\n\n%(links)s\n\n"
            "Links to loans are valid for %(days)s days. Anyone who has this email can see your loans: keep "
            "it to yourself.\n"
        ) % {"links": "\n".join(lines), "days": LINK_DAYS}
        try:
            send_mail(_("Your loans"), sign_email(text), None, [members[0].mail])
        except OSError as error:
            # A mail server repeats the address in its refusal, so only the kind of the error is logged.
            log.warning("a link to loans was not sent: %s", type(error).__name__)


def sign_email(text: str) -> str:
    """The text, signed with the name of the house, because members may have several libraries."""
    return f"{text}\n{house}\n" if (house := ports.house_name()) else text


def create_link(member: Member, *, today: date) -> str:
    """The address of a new link, in the current language."""
    token = secrets.token_urlsafe(24)
    MemberLink.objects.create(
        member=member, token_hash=_hash(token), valid_until=today + timedelta(days=LINK_DAYS)
    )
    return settings.BASE_URL + reverse("catalogue:my_loans", args=[token])


def find_member(token: str, *, today: date) -> Member | None:
    """The member of a valid link; None for any other link, and in a house without members."""
    links = MemberLink.objects.select_related("member__category")
    link = links.filter(token_hash=_hash(token), valid_until__gte=today).first()
    return link.member if link and accounts.members_are_enabled() else None


def delete_old_links(*, today: date) -> None:
    MemberLink.objects.filter(valid_until__lt=today).delete()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
