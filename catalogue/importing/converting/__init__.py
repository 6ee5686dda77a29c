"""Turns files that are no tables into tables: UNIMARC, XML and JSON of other programs, our own JSON lines."""
