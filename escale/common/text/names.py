"""Which names a person may enter: for a seat, a reservation, an evening, a stay.

Names stand in sentences, in lists and in the subjects of emails.
"""

import re
import unicodedata

# Control characters with all line breaks, and marks that turn the direction of what follows them in a
# sentence.
BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
# Fillers that Unicode calls letters or symbols, although nobody sees them.
INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def is_readable(name: str) -> bool:
    """Whether the name breaks no line, turns no direction, and has a visible sign.

    An empty name is none and passes.
    """
    return not name or (BREAKING.search(name) is None and has_visible_sign(name))


def has_visible_sign(name: str) -> bool:
    """Letters, numbers, punctuation and symbols are visible; spaces, joiners and marks alone are not."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in INVISIBLE_LETTERS for sign in name)
