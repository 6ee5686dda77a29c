"""Search in the catalogue: pure Python, no Django, no clock, no files."""

from catalogue.search.index.catalogue_index import NAMES, ORDERS, Entry, Index, Result, Search
from catalogue.search.index.facets import Between, Filters, Value

__all__ = ["NAMES", "ORDERS", "Between", "Entry", "Filters", "Index", "Result", "Search", "Value"]
