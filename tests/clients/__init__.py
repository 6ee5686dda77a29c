"""Linters read the schema of the API, and clients that are generated from it play matches."""
