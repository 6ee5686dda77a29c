"""Compares a file with the catalogue before it is imported, and says who wins where they differ."""
