"""Finds the title of a box that staff enter, by its barcode, its BoardGameGeek id or a name.

Unlike the search of guests, it also finds titles that are for reference only.
"""

import re

from django.db.models import Count, Q

from catalogue.models import Copy, GameTitle, TitleName
from catalogue.search.live_index import catalogue_index
from escale.common.text.folding import build_sort_key, tokenize

MAX_FOUND = 8  # by each of the ways to find titles
MAX_OFFERED = 16
MIN_LETTERS = 2  # With fewer letters, no titles for reference are searched.
MAX_WORDS = 8
BARCODE_LENGTHS = (8, 12, 13, 14)
_BGG_ADDRESS = re.compile(r"boardgamegeek\.com/\w+/([0-9]{1,9})")
_BGG_ID = re.compile(r"#?([0-9]{1,7})")


def is_barcode(text: str) -> bool:
    """Whether the text is a publisher's barcode (EAN, UPC): its last digit is a checksum of the others."""
    if not (text.isascii() and text.isdecimal() and len(text) in BARCODE_LENGTHS):
        return False
    digits_from_the_right = [int(digit) for digit in reversed(text)]
    weighted_sum = sum(digits_from_the_right[::2]) + 3 * sum(digits_from_the_right[1::2])
    return weighted_sum % 10 == 0


def find_titles(text: str) -> list[GameTitle]:
    """The titles that the text may name, the best first. Each has `boxes`, the number of its boxes."""
    text = text.replace("\0", "").strip()
    if not text:
        return []
    if is_barcode(text):
        ids = [*_find_by_barcode(text), *_find_by_bgg_id(text)]
    else:
        listed_ids = catalogue_index.search(text, size=MAX_FOUND).ids
        ids = [*_find_by_bgg_id(text), *listed_ids, *find_reference_ids(text)]
    offered_ids = list(dict.fromkeys(ids))[:MAX_OFFERED]
    titles = GameTitle.objects.with_names().annotate(boxes=Count("copies"))
    title_by_id = titles.in_bulk(offered_ids)
    return [title_by_id[title_id] for title_id in offered_ids if title_id in title_by_id]


def _find_by_barcode(barcode: str) -> list[int]:
    """The titles of the boxes with this barcode, the newest box first."""
    spellings = [barcode, barcode.lstrip("0"), f"0{barcode}"]  # A UPC is an EAN without its leading zero.
    boxes = Copy.objects.filter(barcode__in=spellings)
    return list(boxes.order_by("-pk").values_list("title", flat=True)[:MAX_FOUND])


def _find_by_bgg_id(text: str) -> list[int]:
    match = _BGG_ADDRESS.search(text) or _BGG_ID.fullmatch(text)
    if match is None:
        return []
    return list(GameTitle.objects.filter(bgg_id=int(match[1])).values_list("pk", flat=True))


def find_reference_ids(text: str) -> list[int]:
    """The titles for reference with all these words in one of their names, the most popular first."""
    words = tokenize(text)[:MAX_WORDS]
    if sum(len(word) for word in words) < MIN_LETTERS:
        return []
    # The sort key is the main name without accents and article.
    in_main_name = Q()
    for word in build_sort_key(text).split()[:MAX_WORDS]:
        in_main_name &= Q(sort_key__contains=word)
    in_other_name = Q()
    for word in words:
        in_other_name &= Q(name__icontains=word)
    other_names = TitleName.objects.filter(in_other_name).exclude(kind=TitleName.Kind.MAIN)
    titles = GameTitle.objects.unlisted().filter(in_main_name | Q(pk__in=other_names.values("title")))
    return list(titles.order_by("-popularity", "pk").values_list("pk", flat=True)[:MAX_FOUND])
