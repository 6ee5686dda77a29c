"""Compares a file with the catalogue before the import. Staff choose who wins where the two differ."""
