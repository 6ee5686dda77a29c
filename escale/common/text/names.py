"""The names that a person may enter for a seat, a reservation, an evening or a stay.

Such names are shown in sentences, in lists and in the subjects of emails.
"""

import re
import unicodedata

# Control characters, all line breaks, and marks that change the direction of the text after them.
BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
# Characters without a visible form that Unicode calls letters or symbols.
INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def is_readable(name: str) -> bool:
    """Whether the name has a visible sign, but no line break and no change of direction. "" passes."""
    return not name or (BREAKING.search(name) is None and has_visible_sign(name))


def has_visible_sign(name: str) -> bool:
    """Whether the name has a letter, number, punctuation mark or symbol: other signs are invisible."""
    return any(unicodedata.category(sign)[0] in "LNPS" and sign not in INVISIBLE_LETTERS for sign in name)
