"""Bodies of requests: JSON that means the same to whoever reads it."""

import json
from collections import Counter

from rest_framework.exceptions import ParseError
from rest_framework.metadata import BaseMetadata
from rest_framework.parsers import BaseParser


class JSONBody(BaseParser):
    """What REST framework calls to read one."""

    media_type = "application/json"

    def parse(self, stream, media_type=None, parser_context=None):
        return read(stream.read())


def read(body: bytes) -> object:
    """Strict, as RFC 7493 asks: UTF-8, each name once, no half characters, no NaN, no nesting without end."""
    try:
        text = body.decode()
        said = json.loads(text, object_pairs_hook=_once, parse_constant=_none)
        if "\\u" in text:  # only so written can half a character arrive: a lone surrogate, which nothing can keep
            json.dumps(said, ensure_ascii=False).encode()
    except RecursionError:
        raise ParseError("nested too deeply") from None
    except ValueError as error:
        raise ParseError(str(error)) from None
    return said


def _once(pairs: list[tuple[str, object]]) -> dict:
    """Readers do not agree on which of two values counts, and the other would be silently lost."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(name for name, _value in pairs).most_common(1)[0][0]
        raise ValueError(f"{twice!r} stands there more than once")
    return made


def _none(name: str) -> None:
    raise ValueError(f"JSON knows no {name}")


class NoMetadata(BaseMetadata):
    """OPTIONS is answered by the header Allow alone; the schema says the rest."""

    def determine_metadata(self, request, view) -> None:
        return None
