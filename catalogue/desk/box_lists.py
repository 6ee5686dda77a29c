"""Lists of boxes that staff work on as a whole: all boxes without a number, of an import, of a shelf, or
found by a search.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.http import urlencode

from catalogue.models import Copy
from catalogue.models.copies import CopyQuerySet
from catalogue.search.live_index import catalogue_index
from escale.common.text.folding import fold

MAX_TITLES = 500  # of a search whose boxes are listed
MAX_ID_DIGITS = 15
MAX_AT_DESK = 12
# A code as a scanner reads it: an address, or characters without a blank, among them a digit.
_CODE = re.compile(r"https?://.*|(?=.*[0-9])[^\s]*", re.DOTALL)
LACKS = {"number": Q(inventory_number=None), "shelf": Q(shelf=None)}


@dataclass(frozen=True, slots=True)
class BoxList:
    """The conditions for the boxes of a list. Boxes that are lost or retired are in no list."""

    lacks: str = ""  # a key of LACKS
    shelf_id: int | None = None
    import_id: int | None = None
    text: str = ""

    @classmethod
    def read(cls, parameters: Mapping[str, Any]) -> "BoxList":
        """The list that the parameters of an address describe. Values that cannot be valid are ignored."""
        lacks = parameters.get("no", "")
        return cls(
            lacks=lacks if lacks in LACKS else "",
            shelf_id=_read_id(parameters.get("shelf", "")),
            import_id=_read_id(parameters.get("import", "")),
            text=parameters.get("q", "").replace("\0", "").strip()[:100],
        )

    def filter(self, boxes: CopyQuerySet | None = None) -> CopyQuerySet:
        boxes = Copy.objects.not_gone() if boxes is None else boxes
        if self.lacks:
            boxes = boxes.filter(LACKS[self.lacks])
        if self.shelf_id is not None:
            boxes = boxes.filter(shelf=self.shelf_id)
        if self.import_id is not None:
            boxes = boxes.filter(import_job=self.import_id)
        if self.text:
            boxes = boxes.filter(pk__in=find_boxes(self.text))
        return boxes

    @property
    def parameters(self) -> dict[str, Any]:
        values = {"no": self.lacks, "shelf": self.shelf_id, "import": self.import_id, "q": self.text}
        return {name: value for name, value in values.items() if value not in ("", None)}

    @property
    def query(self) -> str:
        return urlencode(self.parameters)


def _read_id(text: str) -> int | None:
    is_id = text.isascii() and text.isdecimal() and len(text) <= MAX_ID_DIGITS
    return int(text) if is_id else None


def find_boxes_by_title(text: str) -> list[Copy]:
    """The boxes of the titles with this name, for staff who type a name instead of scanning a code.

    A text that looks like a code only finds titles that have it as a whole word of a name, such as *1830*.
    """
    titles = catalogue_index.search(text, size=MAX_AT_DESK).ids
    boxes = Copy.objects.not_gone().filter(title__in=titles).with_title_and_shelf().order_by("pk")
    if _CODE.fullmatch(text.strip()):
        boxes = [box for box in boxes if _is_named(box, fold(text.strip()))]
    place_by_title = {title_id: place for place, title_id in enumerate(titles)}
    return sorted(boxes, key=lambda box: place_by_title[box.title_id])[:MAX_AT_DESK]


def _is_named(box: Copy, word: str) -> bool:
    return any(word in fold(name.name).split() for name in box.title.names.all())


def find_boxes(text: str) -> list[int]:
    """The ids of the boxes with this number or barcode, else of the titles that a search finds."""
    boxes = Copy.objects.not_gone()
    if pks := list(boxes.with_number(text).values_list("pk", flat=True)):
        return pks
    if pks := list(boxes.filter(barcode=text).values_list("pk", flat=True)):
        return pks
    titles = catalogue_index.search(text, size=MAX_TITLES).ids
    return list(boxes.filter(title__in=titles).values_list("pk", flat=True))
