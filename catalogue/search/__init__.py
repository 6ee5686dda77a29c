"""Search in the catalogue: pure Python, no Django, no clock, no files."""

from .facets import Between, Filters, Value
from .index import NAMES, ORDERS, Entry, Index, Result, Search

__all__ = ["NAMES", "ORDERS", "Between", "Entry", "Filters", "Index", "Result", "Search", "Value"]
