"""French spacing: a narrow no-break space before ; : ! ? » and after «, never inside addresses or times."""

import re

NARROW, WIDE = "\u202f", "\u00a0"
_BEFORE = re.compile(r"(?<=[^\s\d/])[ \u00a0\u202f]?([;!?»]+|:(?=[\s\u00a0]|$))(?!//)")
_BEFORE_SPACED = re.compile(r"[ \u00a0]+([;:!?»])")
_AFTER = re.compile(r"«[ \u00a0\u202f]?")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def spaces(text: str, language: str) -> str:
    """The text with the spacing of its language; only French differs."""
    if not language.startswith("fr"):
        return text
    text = _APOSTROPHE.sub("’", text)
    text = _BEFORE_SPACED.sub(NARROW + r"\1", text)
    return _AFTER.sub("«" + NARROW, text)
