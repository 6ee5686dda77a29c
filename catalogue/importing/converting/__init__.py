"""Converts other files into tables: UNIMARC, XML and JSON of other programs, our own JSON lines."""
