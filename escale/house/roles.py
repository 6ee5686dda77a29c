"""The six roles of staff with their permissions. Django's groups get them after every migration."""

from django.contrib.auth.models import Group, Permission
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

READER, DESK, CATALOGUER, TRANSLATOR, TABLE_KEEPER, HOUSE_KEEPER = (
    "reader",
    "desk",
    "cataloguer",
    "translator",
    "table keeper",
    "house keeper",
)
ALL = ("view", "add", "change", "delete")
LIBRARY = (
    "gametitle",
    "titlename",
    "titletag",
    "credit",
    "tag",
    "contributor",
    "slugredirect",
    "copy",
    "shelf",
)
RULES = (
    "ruledocument",
    "section",
    "sectiontext",
    "sectionrevision",
    "translation",
    "source",
    "term",
    "termname",
)
RULES += ("ruling", "rulingtext", "edition", "editiontext", "extract")
LETTERS = ("report", "takedown")
GUESTS = ("loan", "reservation", "stay")
MEMBERS = ("member", "person", "subscription")
OPENING = ("closure", "openinghours", "gathering")
LOAN_RULES = ("category", "loanrule", "boxkind")
INVENTORY = ("inventorycheck", "inventoryfinding", "straycode")

LABELS = {
    READER: _("reader: sees the library and the rules"),
    DESK: _("desk: lends, takes back, counts, prints labels"),
    CATALOGUER: _("cataloguer: enters, imports, merges, counts"),
    TRANSLATOR: _("translator: writes and publishes rule texts"),
    TABLE_KEEPER: _("table keeper: watches and closes tables, removes names and messages"),
    HOUSE_KEEPER: _("house keeper: everything"),
}

#: An app, some of its models, and the allowed actions.
Grant = tuple[str, tuple[str, ...], tuple[str, ...]]
LOOK: list[Grant] = [("catalogue", LIBRARY, ("view",)), ("rules_docs", RULES, ("view",))]
ROLES: dict[str, list[Grant]] = {
    READER: LOOK,
    DESK: [
        *LOOK,
        ("catalogue", GUESTS, ("view", "add", "change")),
        ("catalogue", MEMBERS, ("view", "add", "change")),
        ("catalogue", OPENING, ALL),
        ("catalogue", LOAN_RULES, ("view",)),
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
    TABLE_KEEPER: [*LOOK, ("games", ("match",), ("view", "change"))],
}


def match_permissions(grants: list[Grant]) -> Q:
    """The condition for the permissions that these grants give."""
    condition = Q(pk__in=[])  # no permission at all
    for app, models, verbs in grants:
        names = [f"{verb}_{model}" for model in models for verb in verbs]
        condition |= Q(content_type__app_label=app, codename__in=names)
    return condition


def update_groups() -> None:
    """Gives the group of each role the permissions of ROLES. The house keeper gets all permissions."""
    for role, grants in ROLES.items():
        _update_group(role, Permission.objects.filter(match_permissions(grants)))
    _update_group(HOUSE_KEEPER, Permission.objects.all())


def _update_group(role: str, permissions) -> None:
    group, _created = Group.objects.get_or_create(name=role)
    wanted = set(permissions.values_list("pk", flat=True))
    if wanted != set(group.permissions.values_list("pk", flat=True)):
        group.permissions.set(wanted)
