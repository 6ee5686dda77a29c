"""What is missing from a box, in words for everybody."""

from django.utils.translation import gettext as _

from catalogue.contents.reading import MissingPiece, read_missing


def describe_missing(text: str) -> list[str]:
    """The missing pieces, then the remark: "1 of 12 dice", "the bag is torn"."""
    pieces, remark = read_missing(text)
    return [*map(_describe_piece, pieces), *([remark] if remark else [])]


def _describe_piece(piece: MissingPiece) -> str:
    words = {"n": piece.missing, "all": piece.count, "pieces": piece.what}
    if piece.count is None:
        return _("%(n)s × %(pieces)s") % words
    if piece.count == 1:
        return piece.what
    return _("%(n)s of %(all)s %(pieces)s") % words
