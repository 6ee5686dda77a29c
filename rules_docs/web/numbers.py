"""Reads numbers from addresses and forms."""

MAX_DIGITS = 8


def parse_number(text: str) -> int | None:
    """The whole number that a text contains in ASCII digits; None if it contains anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS
    return int(text) if is_number else None
