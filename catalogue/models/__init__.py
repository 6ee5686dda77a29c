"""The tables of the catalogue: titles, copies, imports, and the versions of what changed."""

from catalogue.models.copies import Copy, InventoryCheck, InventoryFinding, Loan, Reservation, Shelf, StrayCode
from catalogue.models.imports import ImportJob
from catalogue.models.titles import Contributor, Credit, GameTitle, SlugRedirect, Tag, TitleName, TitleTag
from catalogue.models.versions import CatalogueVersion, RemovedTitle

__all__ = [
    "CatalogueVersion",
    "Contributor",
    "Copy",
    "Credit",
    "GameTitle",
    "ImportJob",
    "InventoryCheck",
    "InventoryFinding",
    "Loan",
    "RemovedTitle",
    "Reservation",
    "Shelf",
    "SlugRedirect",
    "StrayCode",
    "Tag",
    "TitleName",
    "TitleTag",
]
