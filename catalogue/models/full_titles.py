"""Loads titles with everything that a title's page and its record in the API show."""

from django.db.models import Prefetch, QuerySet

from catalogue.models.copies import Copy
from catalogue.models.loans import Loan
from catalogue.models.titles import GameTitle


def with_all_relations(titles: QuerySet[GameTitle]) -> QuerySet[GameTitle]:
    """The titles with all related rows. The number of queries does not depend on the number of titles.

    Copies are loaded only if the house still has them, with their open loans only.
    """
    open_loans = Prefetch("loans", Loan.objects.open())
    copies = Copy.objects.not_gone().select_related("shelf").prefetch_related(open_loans)
    return titles.select_related("base").prefetch_related(
        "names",
        "tags",
        "credits__contributor",
        "base__names",
        Prefetch("expansions", GameTitle.objects.listed().prefetch_related("names")),
        Prefetch("copies", copies),
    )
