"""Changes one title or one box for somebody who has read it before; what others changed meanwhile is not lost."""

from typing import Any

from django.db.models import Model
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalogue import services
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, GameTitle
from escale.common import audit
from escale.common.limits import Limit

#: for each account whose programs enter and change titles and boxes
CHANGES = Limit("catalogue-changes", 1200, 600)
SIMILAR_TITLES = _(
    "There are titles with a similar name: “similar” names them. Send even_if_similar if it is new."
)
CHANGED_MEANWHILE = _("It has changed since you read it: read it again, then send what still applies.")


class ChangedMeanwhile(Exception):
    """The title, or one of its boxes, was changed after the version that the sender has read."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@services.catalogue_transaction()
def change_title(*, pk: int, read_version: int, values: dict[str, Any], who: Any) -> GameTitle:
    """The title with these values; `read_version` is the version of the title that the sender has read."""
    title = GameTitle.objects.get(pk=pk)
    _refuse_if_changed(title, read_version)
    if _save_values(title, values, who):
        services.mark_changed([title])
    return title


@services.catalogue_transaction()
def change_box(*, pk: int, read_version: int, values: dict[str, Any], who: Any) -> Copy:
    """The box with these values; `read_version` is the version of its title that the sender has read."""
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
    """Saves the values and writes down the change; False if the thing has them already."""
    before = audit.take_snapshot(thing)
    for field, value in values.items():
        setattr(thing, field, value)
    if audit.take_snapshot(thing) == before:
        return False
    thing.save(update_fields=list(values))
    audit.record_change(who=who, thing=thing, before=before)
    return True
