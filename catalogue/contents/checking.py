"""Notes what is missing from boxes. While an essential piece is missing, the box is under repair."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from catalogue import services
from catalogue.contents import reading
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, GameTitle
from escale.common import audit

MAX_TEXT = 20_000
FIELDS = ["missing", "condition", "status"]


def is_playable(copy: Copy) -> bool:
    """Whether no piece is missing without which nobody can play."""
    missing, _remark = reading.read_missing(copy.missing)
    return reading.is_playable(reading.read_pieces(copy.title.components), missing)


def note_contents(copy: Copy, *, missing: str, condition: str) -> None:
    """Saves what was seen in a box. If an essential piece is missing, the box is no longer lent."""
    before = [getattr(copy, field) for field in FIELDS]
    copy.missing, copy.condition = missing.strip(), condition
    if copy.status == Copy.Status.IN and not is_playable(copy):
        copy.status = Copy.Status.REPAIR
    if before != [getattr(copy, field) for field in FIELDS]:
        copy.save(update_fields=FIELDS)
        services.mark_changed([copy.title_id])


@services.catalogue_transaction()
def check_box(
    *, copy: Copy, missing: str, condition: str, is_lent_again: bool = False, who: Any = None
) -> Copy:
    """Saves what staff saw in a box that is not on loan; returns the changed box.

    If all essential pieces are there again and staff confirm it, a box under repair can be lent again.
    """
    copy = Copy.objects.select_for_update(of=("self",)).select_related("title").get(pk=copy.pk)
    if copy.status in Copy.GONE:
        raise DeskRefusal(_("This box is no longer in the house."))
    before = audit.take_snapshot(copy)
    note_contents(copy, missing=missing, condition=condition)
    if is_lent_again and copy.status == Copy.Status.REPAIR and is_playable(copy):
        copy.status = Copy.Status.IN
        copy.save(update_fields=["status"])
        services.mark_changed([copy.title_id])
    audit.record_change(who=who, thing=copy, before=before)
    return copy


@services.catalogue_transaction()
def change_contents(*, title: GameTitle, text: str, essential: Iterable[str] | None = None, who: Any) -> None:
    """Saves what belongs in the boxes of a title. `essential` has keys of pieces; None keeps the stars."""
    text = "\n".join(text.strip().splitlines())
    if len(text) > MAX_TEXT:
        raise DeskRefusal(_("These contents are longer than %(n)s characters.") % {"n": MAX_TEXT})
    if essential is not None:
        text = reading.mark_lines(text, essential)
    audit.change_fields(who=who, thing=title, components=text)
    services.mark_changed([title])
