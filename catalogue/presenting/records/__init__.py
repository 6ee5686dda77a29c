"""Titles as records of the API. They are loaded, built, and cached until the title changes."""

from catalogue.presenting.records.cached_records import load_cached_records, load_records, load_records_json

__all__ = ["load_cached_records", "load_records", "load_records_json"]
