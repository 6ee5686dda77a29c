"""Reads JSON bodies strictly. A body that two parsers could read differently is refused."""

import json
from collections import Counter

from rest_framework.exceptions import ParseError
from rest_framework.metadata import BaseMetadata
from rest_framework.parsers import BaseParser


class JSONBody(BaseParser):
    """The parser of all API views, named in the settings."""

    media_type = "application/json"

    def parse(self, stream, media_type=None, parser_context=None):
        return read(stream.read())


def read(body: bytes) -> object:
    """The value of a body that follows RFC 7493. Raises a ParseError for any other body.

    Refused are encodings other than UTF-8, duplicate names in an object, lone surrogates, NaN, Infinity, and
    nesting that is too deep.
    """
    try:
        text = body.decode()
        value = json.loads(
            text, object_pairs_hook=_object_without_duplicates, parse_constant=_refuse_constant
        )
        if "\\u" in text:
            # Only an escape can contain a lone surrogate. It cannot be encoded, so no database can store it.
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ParseError("nested too deeply") from None
    except ValueError as error:
        raise ParseError(str(error)) from None
    return value


def _object_without_duplicates(pairs: list[tuple[str, object]]) -> dict:
    values_by_name = dict(pairs)
    if len(values_by_name) < len(pairs):
        name_counts = Counter(name for name, _value in pairs)
        duplicate = name_counts.most_common(1)[0][0]
        raise ValueError(f"{duplicate!r} stands there more than once")
    return values_by_name


def _refuse_constant(name: str) -> None:
    """Is called for NaN and Infinity, which Python accepts although they are not JSON."""
    raise ValueError(f"JSON knows no {name}")


class NoMetadata(BaseMetadata):
    """Makes OPTIONS return only the header Allow, because the schema describes the rest."""

    def determine_metadata(self, request, view) -> None:
        return None
