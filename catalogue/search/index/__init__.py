"""Search in the catalogue: pure Python, no Django, no clock, no files."""

from catalogue.search.index.facets import Between, Filters, Value
from catalogue.search.index.title_index import NAMES, ORDERS, Entry, Result, Search, TitleIndex

__all__ = ["NAMES", "ORDERS", "Between", "Entry", "Filters", "Result", "Search", "TitleIndex", "Value"]
