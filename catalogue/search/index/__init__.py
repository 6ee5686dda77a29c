"""Search in the catalogue. Pure Python: no Django, no clock, no files."""

from catalogue.search.index.facets import Between, Filters, Value
from catalogue.search.index.title_index import NAME, ORDERS, Entry, Result, TitleIndex, name_orders

__all__ = [
    "NAME",
    "ORDERS",
    "Between",
    "Entry",
    "Filters",
    "Result",
    "TitleIndex",
    "Value",
    "name_orders",
]
