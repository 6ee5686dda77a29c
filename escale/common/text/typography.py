"""French spacing: a narrow no-break space before ; : ! ? » and after «, never inside addresses, times or code."""

import re

NARROW = "\u202f"
_SPACE = "[ \u00a0\u202f]*"
# High punctuation ends a word; a space, a closing sign or nothing follows it: `?lang=` and 12:30 are something else.
_HIGH = re.compile(rf"(?<=[\w)\]»”’%…]){_SPACE}([;:!?]+)(?=[\s»”)\]]|$)")
_OPEN = re.compile(f"«{_SPACE}")
_CLOSE = re.compile(f"{_SPACE}»")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def spaces(text: str, language: str) -> str:
    """The text with the spacing of its language; only French differs. For text, not for HTML: call it on text nodes."""
    if language.partition("-")[0] != "fr":
        return text
    text = _APOSTROPHE.sub("’", text)
    text = _HIGH.sub(NARROW + r"\1", text)
    text = _OPEN.sub("«" + NARROW, text)
    return _CLOSE.sub(NARROW + "»", text)
