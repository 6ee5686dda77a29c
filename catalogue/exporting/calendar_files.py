"""Writes reservations and evenings as calendar files (iCalendar, RFC 5545). Reservations take whole days."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from catalogue.models import Evening, Reservation
from escale.common import languages

MAX_OCTETS = 75  # of a line, without its line end


def write_guest_calendar(reservation: Reservation, address: str) -> str:
    """The stay of one guest, with the address of the page on which the guest changes it."""
    summary = _("%(title)s is reserved for you") % {"title": _name_title(reservation)}
    return _write_calendar([_describe_event(reservation, summary, address)])


def write_desk_calendar(reservations: Iterable[Reservation]) -> str:
    """The reservations for the desk, which puts the boxes aside."""
    events = [
        _describe_event(reservation, f"{_name_title(reservation)} · {reservation.name}", "")
        for reservation in reservations
    ]
    return _write_calendar(events)


def write_evening_calendar(evening: Evening, address: str) -> str:
    """An evening with its times, and the address of its plan."""
    begins = timezone.make_aware(datetime.combine(evening.day, evening.begins))
    ends = begins + timedelta(minutes=evening.minutes)
    event = [
        "BEGIN:VEVENT",
        f"UID:evening-{evening.pk}@{urlsplit(settings.BASE_URL).hostname}",
        f"DTSTAMP:{evening.made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART:{begins.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTEND:{ends.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_escape(evening.name)}",
        f"URL:{address}",
        "END:VEVENT",
    ]
    return _write_calendar([event])


def _name_title(reservation: Reservation) -> str:
    return reservation.title.name_in(languages.current())


def _describe_event(reservation: Reservation, summary: str, address: str) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:reservation-{reservation.pk}@{urlsplit(settings.BASE_URL).hostname}",
        f"DTSTAMP:{reservation.made_at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{reservation.stay_from:%Y%m%d}",
        # The format wants the day after the last one.
        f"DTEND;VALUE=DATE:{reservation.stay_to + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_escape(summary)}",
        "TRANSP:TRANSPARENT",
    ]
    return [*lines, *([f"URL:{address}"] if address else []), "END:VEVENT"]


def _escape(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return " ".join(text.split())


def _write_calendar(events: list[list[str]]) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Escale a jeux//reservations//EN"]
    for event in events:
        lines += event
    return "".join(f"{_fold(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _fold(line: str) -> str:
    """The line, broken into lines of at most MAX_OCTETS. No character is split."""
    parts, part, octets = [], "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > MAX_OCTETS:
            parts.append(part)
            part, octets = "", 1  # the blank with which the next line begins
        part, octets = part + character, octets + size
    return "\r\n ".join([*parts, part])
