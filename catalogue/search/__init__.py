"""Search in the catalogue: pure Python, no Django, no clock, no files."""

from .facets import Between, Filters, Value
from .index import ORDERS, Entry, Index, Result, Search

__all__ = ["ORDERS", "Between", "Entry", "Filters", "Index", "Result", "Search", "Value"]
