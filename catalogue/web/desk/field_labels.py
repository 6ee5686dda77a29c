"""The labels of the fields that a column of a file can mean."""

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from catalogue.models import Copy, GameTitle

NAMED_FIELDS = {
    "name": _("name of the game"),
    "players": _("number of players"),
    "minutes": _("time"),
    "designers": _("designers"),
    "artists": _("artists"),
    "publishers": _("publishers"),
    "mechanisms": _("mechanisms"),
    "themes": _("themes"),
    "families": _("families"),
}
TITLE_FIELDS = (
    "bgg_id", "kind", "year", "players_min", "players_max", "minutes_min", "minutes_max", "age", "weight",
    "esar", "col",
)  # fmt: skip
BOX_FIELDS = (
    "inventory_number", "barcode", "shelf", "condition", "missing", "languages", "edition", "acquired",
    "acquired_from", "price", "note",
)  # fmt: skip


def list_field_labels() -> list[tuple[str, str]]:
    """Each field with its label, fields of titles first, then fields of boxes."""
    labels = [(name, capfirst(str(label))) for name, label in NAMED_FIELDS.items()]
    for model, names in ((GameTitle, TITLE_FIELDS), (Copy, BOX_FIELDS)):
        labels += [(name, capfirst(str(model._meta.get_field(name).verbose_name))) for name in names]
    return labels


def describe_field(name: str) -> str:
    """The label of a field of titles or boxes, also of one that no column of a file can mean."""
    labels = dict(list_field_labels())
    for model in (GameTitle, Copy):
        for field in model._meta.concrete_fields:
            labels.setdefault(field.name, capfirst(str(field.verbose_name)))
    return labels.get(name, name)
