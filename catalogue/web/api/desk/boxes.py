"""Boxes as programs of staff see them."""

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter

from catalogue.models import Copy
from escale.common.api.schema import whole

MAX_ID_DIGITS = 15
BOX_ID = OpenApiParameter("box_id", whole(1, 10**MAX_ID_DIGITS - 1), OpenApiParameter.PATH)


def read_box_id(text: str) -> int:
    """The id in an address. Raises 404 for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MAX_ID_DIGITS):
        raise Http404
    return int(text)


def describe_box(box: Copy) -> dict:
    """The record of a box, which must be loaded with its shelf, its title and the title's names."""
    return {
        "id": box.pk,
        "title": {"slug": box.title.slug, "name": box.title.name_in(get_language())},
        "inventory_number": box.inventory_number,
        "barcode": box.barcode,
        "shelf": box.shelf.code if box.shelf else None,
        "status": box.status,
        "condition": box.condition,
        "missing": box.missing,
        "languages": [code.strip() for code in box.languages.split(",") if code.strip()],
        "edition": box.edition,
        "acquired": box.acquired.isoformat() if box.acquired else None,
        "note": box.note,
        "changed_in": box.title.changed_in,
    }
