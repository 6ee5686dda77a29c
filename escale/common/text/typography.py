"""French spacing: a narrow no-break space before ; : ! ? » and after «, but not in addresses, times or
code.
"""

import re

NARROW = "\u202f"
_SPACE = "[ \u00a0\u202f]*"
# Punctuation marks that end a word. A space, a closing mark or nothing follows, unlike in `?lang=` and 12:30.
_HIGH_PUNCTUATION = re.compile(rf"(?<=[\w)\]}}»”’%…]){_SPACE}([;:!?]+)(?=[\s»”)\]]|$)")
_OPENING_QUOTE = re.compile(f"«{_SPACE}")
_CLOSING_QUOTE = re.compile(f"{_SPACE}»")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def apply_spacing(text: str, language: str) -> str:
    """The text with the spacing of its language. Only French has its own. The text must not be HTML."""
    if language.partition("-")[0] != "fr":
        return text
    text = _APOSTROPHE.sub("’", text)
    text = _HIGH_PUNCTUATION.sub(NARROW + r"\1", text)
    text = _OPENING_QUOTE.sub("«" + NARROW, text)
    return _CLOSING_QUOTE.sub(NARROW + "»", text)
