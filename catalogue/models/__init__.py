"""The tables of the catalogue: titles, copies, imports, and the versions of what changed."""

from catalogue.models.copies import (
    BoxKind,
    Copy,
    InventoryCheck,
    InventoryFinding,
    Shelf,
    StrayCode,
)
from catalogue.models.credits import Contributor, Credit
from catalogue.models.evenings import Evening, EveningGuest, ScoreSheet
from catalogue.models.imports import ImportJob, ImportStep
from catalogue.models.loans import Loan, Reminder, Reservation, Stay
from catalogue.models.members import (
    Category,
    LinkRequest,
    LoanRule,
    Member,
    MemberLink,
    MemberSettings,
    Person,
    Subscription,
)
from catalogue.models.opening import Closure, Gathering, OpeningHours
from catalogue.models.tags import Tag, TitleTag
from catalogue.models.titles import GameTitle, SlugRedirect, TitleName
from catalogue.models.versions import CatalogueVersion, LostVersions, RemovedTitle

__all__ = [
    "BoxKind",
    "CatalogueVersion",
    "Category",
    "Closure",
    "Contributor",
    "Copy",
    "Credit",
    "Evening",
    "EveningGuest",
    "GameTitle",
    "Gathering",
    "ImportJob",
    "ImportStep",
    "InventoryCheck",
    "InventoryFinding",
    "LinkRequest",
    "Loan",
    "LoanRule",
    "LostVersions",
    "Member",
    "MemberLink",
    "MemberSettings",
    "OpeningHours",
    "Person",
    "Reminder",
    "RemovedTitle",
    "Reservation",
    "ScoreSheet",
    "Shelf",
    "SlugRedirect",
    "Stay",
    "StrayCode",
    "Subscription",
    "Tag",
    "TitleName",
    "TitleTag",
]
