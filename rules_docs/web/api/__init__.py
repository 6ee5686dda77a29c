"""The API of the rules."""
