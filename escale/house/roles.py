"""Who may do what: five roles as groups, set up after every migration. A role is a list of models and verbs."""

from django.contrib.auth.models import Group, Permission
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

READER, DESK, CATALOGUER, TRANSLATOR, HOUSE_KEEPER = "reader", "desk", "cataloguer", "translator", "house keeper"
ALL = ("view", "add", "change", "delete")
LIBRARY = ("gametitle", "titlename", "titletag", "credit", "tag", "contributor", "slugredirect", "copy", "shelf")
RULES = ("ruledocument", "section", "sectiontext", "sectionrevision", "translation", "source", "term", "termname")
RULES += ("ruling", "rulingtext", "edition", "editiontext", "extract")
LETTERS = ("report", "takedown")
GUESTS = ("loan", "reservation")
INVENTORY = ("inventorycheck", "inventoryfinding", "straycode")

LABELS = {
    READER: _("reader: looks at library and rules"),
    DESK: _("desk: lends, takes back, counts, prints labels"),
    CATALOGUER: _("cataloguer: enters, imports, merges, counts"),
    TRANSLATOR: _("translator: writes and publishes rule texts"),
    HOUSE_KEEPER: _("house keeper: everything"),
}

Grant = tuple[str, tuple[str, ...], tuple[str, ...]]
LOOK: list[Grant] = [("catalogue", LIBRARY, ("view",)), ("rules_docs", RULES, ("view",))]
ROLES: dict[str, list[Grant]] = {
    READER: LOOK,
    DESK: [
        *LOOK,
        ("catalogue", GUESTS, ("view", "add", "change")),
        ("catalogue", INVENTORY, ("view", "add", "change")),
        ("catalogue", ("copy",), ("change",)),
    ],
    CATALOGUER: [
        *LOOK,
        ("catalogue", LIBRARY, ALL),
        ("catalogue", INVENTORY, ALL),
        ("catalogue", ("importjob",), ("view", "add", "change")),
    ],
    TRANSLATOR: [
        *LOOK,
        ("rules_docs", RULES, ("view", "add", "change")),
        ("rules_docs", LETTERS, ("view", "change")),
        ("escale", ("house", "housetext"), ("view",)),
    ],
}


def permissions(grants: list[Grant]) -> Q:
    wanted = Q(pk__in=[])
    for app, models, verbs in grants:
        names = [f"{verb}_{model}" for model in models for verb in verbs]
        wanted |= Q(content_type__app_label=app, codename__in=names)
    return wanted


def set_up() -> None:
    """Brings the groups to what stands here; the house keeper may do everything."""
    for role, grants in ROLES.items():
        _group(role, Permission.objects.filter(permissions(grants)))
    _group(HOUSE_KEEPER, Permission.objects.all())


def _group(role: str, granted) -> None:
    group, _created = Group.objects.get_or_create(name=role)
    wanted = set(granted.values_list("pk", flat=True))
    if wanted != set(group.permissions.values_list("pk", flat=True)):
        group.permissions.set(wanted)
