"""The media types that a request sends and accepts. Refuses them in the same way as the views of REST
framework.
"""

from functools import lru_cache
from types import SimpleNamespace

from rest_framework.exceptions import NotAcceptable, UnsupportedMediaType
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.mediatypes import media_type_matches

JSON = "application/json"


@lru_cache(maxsize=200)
def accepts_json(accept: str | None) -> bool:
    """Whether the header Accept allows a response in JSON. None means that the request has no such header."""
    headers = {} if accept is None else {"accept": accept}
    try:
        DefaultContentNegotiation().select_renderer(
            SimpleNamespace(headers=headers, query_params={}), [JSONRenderer()]
        )
    except NotAcceptable:
        return False
    return True


@lru_cache(maxsize=200)
def is_json(content_type: str) -> bool:
    return media_type_matches(JSON, content_type)


def require_json_answer(accept: str | None) -> None:
    if not accepts_json(accept):
        raise NotAcceptable


def require_json_body(content_type: str) -> None:
    if not is_json(content_type):
        raise UnsupportedMediaType(content_type)
