"""Finds the title of a box that staff enter: by its barcode, its BoardGameGeek id or a name, also among the titles
that are there for reference only. Guests' search does not find those.
"""

import re
from collections.abc import Iterable

from django.db.models import Count, Q

from catalogue.models import Copy, GameTitle, TitleName
from catalogue.search.live_index import catalogue_index
from escale.common.text.folding import build_sort_key, tokenize

MAX_FOUND = 8
MIN_LETTERS = 2
MAX_WORDS = 8
BARCODE_LENGTHS = (8, 12, 13, 14)
_BGG_ADDRESS = re.compile(r"boardgamegeek\.com/\w+/([0-9]{1,9})")
_BGG_ID = re.compile(r"#?([0-9]{1,7})")


def is_barcode(text: str) -> bool:
    """Whether the text is a number of a publisher (EAN, UPC): its last digit checks the others."""
    if not (text.isascii() and text.isdecimal() and len(text) in BARCODE_LENGTHS):
        return False
    digits = [int(digit) for digit in reversed(text)]
    return (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


def find_titles(text: str) -> list[GameTitle]:
    """The titles that the text may mean, the best first; `boxes` is the number of their boxes."""
    text = text.replace("\0", "").strip()
    ids = [*_find_by_barcode(text), *_find_by_bgg_id(text)]
    if not is_barcode(text):
        ids += [*catalogue_index.search(text, size=MAX_FOUND).ids, *find_reference_ids(text)] if text else []
    ids = _choose(ids)
    titles = GameTitle.objects.with_names().annotate(boxes=Count("copies")).in_bulk(ids)
    return [titles[id] for id in ids if id in titles]


def _choose(ids: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(ids))[: 2 * MAX_FOUND]


def _find_by_barcode(text: str) -> list[int]:
    """The titles of all boxes that have or had the barcode: it was learned when they were entered."""
    if not is_barcode(text):
        return []
    boxes = Copy.objects.filter(barcode__in=[text, text.lstrip("0"), f"0{text}"])
    return list(boxes.order_by("-pk").values_list("title", flat=True)[:MAX_FOUND])


def _find_by_bgg_id(text: str) -> list[int]:
    match = _BGG_ADDRESS.search(text) or _BGG_ID.fullmatch(text)
    if match is None:
        return []
    return list(GameTitle.objects.filter(bgg_id=int(match[1])).values_list("pk", flat=True))


def find_reference_ids(text: str) -> list[int]:
    """The titles for reference with all these words in one of their names, the most popular first."""
    words = tokenize(text)[:MAX_WORDS]
    if sum(map(len, words)) < MIN_LETTERS:
        return []
    in_main_name, in_other_name = Q(), Q()
    for word in build_sort_key(text).split()[:MAX_WORDS]:  # The main name without accents and article.
        in_main_name &= Q(sort_key__contains=word)
    for word in words:
        in_other_name &= Q(name__icontains=word)
    others = TitleName.objects.filter(in_other_name).exclude(kind=TitleName.Kind.MAIN)
    named = GameTitle.objects.unlisted().filter(in_main_name | Q(pk__in=others.values("title")))
    return list(named.order_by("-popularity", "pk").values_list("pk", flat=True)[:MAX_FOUND])
