"""Stores score sheets. A sheet has a private link and needs no account; its names are erased after a time."""

import secrets
from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.evenings.scoring import Content
from catalogue.models import GameTitle, ScoreSheet

Play = tuple[GameTitle, date, int | None, Content]  # a title, the day, the minutes, the scores
KEPT_DAYS = 365  # Then the names are erased. The number of players and the minutes stay.
LONGEST_PLAY = 24 * 60


@transaction.atomic
def keep_sheet(
    *,
    title: GameTitle,
    content: Content,
    played_on: date,
    minutes: int | None,
    is_counted: bool,
    today: date,
    sheet: ScoreSheet | None = None,
) -> ScoreSheet:
    """Stores a new sheet, or the changed content of a stored one."""
    if played_on > today:
        raise DeskRefusal(_("The date of the play is in the future."))
    if minutes is not None and not 1 <= minutes <= LONGEST_PLAY:
        raise DeskRefusal(_("A play lasts between 1 and %(n)s minutes.") % {"n": LONGEST_PLAY})
    sheet = sheet or ScoreSheet(title=title, key=make_key())
    sheet.content, sheet.players = content, len(content["players"])
    sheet.played_on, sheet.minutes, sheet.is_counted = played_on, minutes, is_counted
    sheet.save()
    return sheet


@transaction.atomic
def keep_plays(plays: Iterable[Play], *, is_counted: bool, today: date) -> list[ScoreSheet]:
    """Stores the plays of a file. A day in the future is replaced by today."""
    return ScoreSheet.objects.bulk_create(
        ScoreSheet(
            key=make_key(),
            title=title,
            content=content,
            players=len(content["players"]),
            played_on=min(played_on, today),
            minutes=minutes,
            is_counted=is_counted,
        )
        for title, played_on, minutes, content in plays
    )


def make_key() -> str:
    """A random key that nobody can guess."""
    return secrets.token_urlsafe(18)


@transaction.atomic
def delete_sheet(sheet: ScoreSheet) -> None:
    sheet.delete()


@transaction.atomic
def erase_names(*, oldest: date, most: int = 500) -> int:
    """Erases what people wrote into sheets before this day; returns the number of sheets."""
    old_sheets = ScoreSheet.objects.filter(played_on__lt=oldest).exclude(content={})
    keys = list(old_sheets.values_list("pk", flat=True)[:most])
    return ScoreSheet.objects.filter(pk__in=keys).update(content={})
