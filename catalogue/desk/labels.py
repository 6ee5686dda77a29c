"""Sheets of labels as PDF: a QR code that leads to the title, the shelf, what one wants to know at the box."""

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import segno
import typst
from barcode import Code128
from barcode.writer import SVGWriter
from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal
from catalogue.models import Copy, Shelf
from catalogue.presenting.figures import minutes, players
from escale.common import languages

LOOK = Path(__file__).parent / "typst" / "labels.typ"
MOST = 1000


@dataclass(frozen=True, slots=True)
class Sheet:
    """An A4 sheet, measured in millimetres: margins, one label, and from one label to the next."""

    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    across: float
    down: float

    @property
    def places(self) -> int:
        return self.columns * self.rows


# Named as the makers of label sheets name them.
SHEETS = {
    "L7160": Sheet(3, 7, 63.5, 38.1, 7.25, 15.15, 66.0, 38.1),
    "L7159": Sheet(3, 8, 63.5, 33.9, 7.25, 12.9, 66.0, 33.9),
    "L7163": Sheet(2, 7, 99.1, 38.1, 4.65, 15.15, 101.6, 38.1),
    "L7651": Sheet(5, 13, 38.1, 21.2, 4.75, 10.7, 40.6, 21.2),
    "3425": Sheet(2, 5, 105.0, 57.0, 0.0, 6.0, 105.0, 57.0),
}


@dataclass(frozen=True, slots=True)
class Label:
    kind: str
    name: str
    facts: str
    address: str
    number: str = ""
    shelf: str = ""


def of_boxes(copies: Iterable[Copy]) -> list[Label]:
    return [_of_box(copy) for copy in copies]


def _of_box(copy: Copy) -> Label:
    title, number = copy.title, copy.inventory_number or ""
    facts = [players(title) and _("%(players)s pl.") % {"players": players(title)}]
    facts += [minutes(title) if title.minutes_min or title.minutes_max else "", f"{title.age}+" if title.age else ""]
    query = f"?{urlencode({'box': number})}" if number else ""
    return Label(
        kind="box",
        name=title.name_in(languages.current()),
        facts=" · ".join(fact for fact in facts if fact),
        address=f"{settings.BASE_URL}{reverse('short_title', args=[title.slug])}{query}",
        number=number,
        shelf=copy.shelf.code if copy.shelf else "",
    )


def of_shelves(shelves: Iterable[Shelf]) -> list[Label]:
    return [
        Label(
            kind="shelf",
            name=shelf.code,
            facts=" · ".join(fact for fact in (shelf.room, shelf.label) if fact),
            address=f"{settings.BASE_URL}{reverse('short_shelf', args=[shelf.code])}",
        )
        for shelf in shelves
    ]


def pdf(labels: Sequence[Label], *, sheet: str, start: int = 1) -> bytes:
    """The labels on as many sheets as they need; the first `start - 1` places of the first sheet stay free."""
    form = SHEETS[sheet]
    if not labels:
        raise DeskRefusal(_("No box or shelf answers to this."))
    if len(labels) > MOST:
        numbers = {"n": MOST, "many": len(labels)}
        raise DeskRefusal(_("At most %(n)s labels at once; these would be %(many)s.") % numbers)
    if not 1 <= start <= form.places:
        raise DeskRefusal(_("A sheet %(name)s has places 1 to %(n)s.") % {"name": sheet, "n": form.places})
    files: dict[str, bytes] = {"main.typ": LOOK.read_bytes()}
    told = [_drawn(at, label, files) for at, label in enumerate(labels)]
    given: dict[str, Any] = {"sheet": asdict(form), "labels": told, "start": start - 1}
    given |= {"title": _("Labels"), "language": languages.current()}
    files["labels.json"] = json.dumps(given).encode()
    return typst.compile(files, format="pdf")


def _drawn(at: int, label: Label, files: dict[str, bytes]) -> dict[str, str]:
    qr = io.BytesIO()
    segno.make_qr(label.address, error="m").save(qr, kind="svg", border=1, xmldecl=False)
    files[f"qr{at}.svg"] = qr.getvalue()
    told = asdict(label) | {"qr": f"qr{at}.svg", "bars": ""}
    if label.number and label.number.isascii():
        bars = io.BytesIO()
        options = {"write_text": False, "module_height": 8.0, "quiet_zone": 2.0, "module_width": 0.25}
        options |= {"margin_top": 0, "margin_bottom": 0}  # so that bars are printed as wide as scanners want them
        Code128(label.number, writer=SVGWriter()).write(bars, options)
        files[f"bars{at}.svg"] = bars.getvalue()
        told["bars"] = f"bars{at}.svg"
    return told
