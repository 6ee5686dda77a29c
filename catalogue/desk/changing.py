"""Changes one title or one box for a program of staff, which has read it before.

If somebody else has changed it meanwhile, the change is refused, so that nothing is overwritten unseen.
"""

from typing import Any

from django.db.models import Model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, GameTitle
from escale.common import audit
from escale.common.limits import Limit

#: how many changes the programs of one account may send in a time
CHANGES = Limit("catalogue-changes", 1200, 600)
SIMILAR_TITLES = _(
    "There are titles with a similar name: “similar” names them. Send even_if_similar if yours is new."
)
CHANGED_MEANWHILE = _("It has changed since you read it: read it again, then send what still applies.")


class ChangedMeanwhile(Exception):
    """Somebody has changed the title or a box of it since it was read. `version` is its newest version."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@services.catalogue_transaction()
def change_title(*, pk: int, read_version: int, values: dict[str, Any], who: Any) -> GameTitle:
    """Saves the values of the title. The sender has read it in the version `read_version`."""
    title = GameTitle.objects.get(pk=pk)
    _refuse_if_changed(title, read_version)
    if _save_values(title, values, who):
        services.mark_changed([title])
    return title


@services.catalogue_transaction()
def change_box(*, pk: int, read_version: int, values: dict[str, Any], who: Any) -> Copy:
    """Saves the values of the box. The sender has read its title in the version `read_version`."""
    box = Copy.objects.select_related("title").get(pk=pk)
    _refuse_if_changed(box.title, read_version)
    number = values.get("inventory_number")
    if number and Copy.objects.with_number(number).exclude(pk=pk).exists():
        raise DeskRefusal(gettext("A box with the number %(number)s already exists.") % {"number": number})
    if _save_values(box, values, who):
        services.mark_changed([box.title_id])
    return box


def _refuse_if_changed(title: GameTitle, read_version: int) -> None:
    if title.changed_in > read_version:
        raise ChangedMeanwhile(title.changed_in)


def _save_values(thing: Model, values: dict[str, Any], who: Any) -> bool:
    """Saves the values and records the change in the audit log; returns False if nothing is different."""
    before = audit.take_snapshot(thing)
    for field, value in values.items():
        setattr(thing, field, value)
    if audit.take_snapshot(thing) == before:
        return False
    thing.save(update_fields=list(values))
    audit.record_change(who=who, thing=thing, before=before)
    return True
