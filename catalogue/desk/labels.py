"""Sheets of labels as PDF.

A label shows the name, a few facts, the number and a QR code with the short address.
"""

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

import segno
import typst
from barcode import Code128
from barcode.writer import SVGWriter
from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue import ports
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, Member, Shelf
from catalogue.presenting.figures import format_minutes, format_players
from escale.common import languages

TEMPLATE = Path(__file__).parent / "typst" / "labels.typ"
MAX_LABELS = 1000


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of labels on A4, in millimetres: its left and top margins, the size of a label, and the
    distance from a label to the next one across and down.
    """

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


# The keys are the product numbers that the makers of label sheets use.
SHEETS = {
    "L7160": Sheet(3, 7, 63.5, 38.1, 7.25, 15.15, 66.0, 38.1),
    "L7159": Sheet(3, 8, 63.5, 33.9, 7.25, 12.9, 66.0, 33.9),
    "L7163": Sheet(2, 7, 99.1, 38.1, 4.65, 15.15, 101.6, 38.1),
    "L7651": Sheet(5, 13, 38.1, 21.2, 4.75, 10.7, 40.6, 21.2),
    "3425": Sheet(2, 5, 105.0, 57.0, 0.0, 6.0, 105.0, 57.0),
}


# Without margins, the bars of a barcode become as wide as scanners need.
BAR_OPTIONS = {
    "write_text": False,
    "module_height": 8.0,
    "module_width": 0.25,
    "quiet_zone": 2.0,
    "margin_top": 0,
    "margin_bottom": 0,
}


@dataclass(frozen=True, slots=True)
class Label:
    kind: str
    name: str
    facts: str
    address: str
    number: str = ""
    shelf: str = ""


def make_box_labels(copies: Iterable[Copy]) -> list[Label]:
    return [_make_box_label(copy) for copy in copies]


def _make_box_label(copy: Copy) -> Label:
    title, number = copy.title, copy.inventory_number or ""
    facts = []
    if title.players_min or title.players_max:
        facts.append(_("%(players)s pl.") % {"players": format_players(title)})
    if title.minutes_min or title.minutes_max:
        facts.append(format_minutes(title))
    if title.age:
        facts.append(f"{title.age}+")
    query = f"?{urlencode({'box': number})}" if number else ""
    return Label(
        kind="box",
        name=title.name_in(languages.current()),
        facts=" · ".join(facts),
        address=f"{settings.BASE_URL}{reverse('short_title', args=[title.slug])}{query}",
        number=number,
        shelf=copy.shelf.code if copy.shelf else "",
    )


def make_shelf_labels(shelves: Iterable[Shelf]) -> list[Label]:
    return [
        Label(
            kind="shelf",
            name=shelf.code,
            facts=" · ".join(fact for fact in (shelf.room, shelf.label) if fact),
            address=f"{settings.BASE_URL}{reverse('short_shelf', args=[shelf.code])}",
        )
        for shelf in shelves
    ]


def make_member_cards(members: Iterable[Member]) -> list[Label]:
    """Labels that are member cards. The desk scans the card number as a barcode or as a QR code."""
    house = ports.house_name()
    return [
        Label(
            kind="box",  # A card has the layout of a box label.
            name=member.name,
            facts=" · ".join(filter(None, (house, member.category.name))),
            address=member.card,
            number=member.card,
        )
        for member in members
    ]


def refuse_too_many(count: int) -> NoReturn:
    numbers = {"n": MAX_LABELS, "many": count}
    raise DeskRefusal(_("At most %(n)s labels at once; this would make %(many)s.") % numbers)


def render_pdf(labels: Sequence[Label], *, sheet: str, start: int = 1) -> bytes:
    """A PDF of the labels, on as many sheets as they need.

    The first `start - 1` positions of the first sheet stay empty, because their labels have been used.
    """
    measures = SHEETS[sheet]
    if not labels:
        raise DeskRefusal(_("No box or shelf matches."))
    if len(labels) > MAX_LABELS:
        refuse_too_many(len(labels))
    if not 1 <= start <= measures.places:
        raise DeskRefusal(
            _("A sheet of %(name)s has positions 1 to %(n)s.") % {"name": sheet, "n": measures.places}
        )
    files: dict[str, bytes] = {"main.typ": TEMPLATE.read_bytes()}
    parameters: dict[str, Any] = {
        "sheet": asdict(measures),
        "labels": [_draw_codes(position, label, files) for position, label in enumerate(labels)],
        "start": start - 1,
        "title": _("Labels"),
        "language": languages.current(),
    }
    files["labels.json"] = json.dumps(parameters).encode()
    return typst.compile(files, format="pdf")


def _draw_codes(position: int, label: Label, files: dict[str, bytes]) -> dict[str, str]:
    """The fields of the label with the file names of its QR code and barcode, which are added to `files`."""
    qr_name, bars_name = f"qr{position}.svg", f"bars{position}.svg"
    qr = io.BytesIO()
    segno.make_qr(label.address, error="m").save(qr, kind="svg", border=1, xmldecl=False)
    files[qr_name] = qr.getvalue()
    has_bars = bool(label.number) and label.number.isascii()
    if has_bars:
        bars = io.BytesIO()
        Code128(label.number, writer=SVGWriter()).write(bars, BAR_OPTIONS)
        files[bars_name] = bars.getvalue()
    return asdict(label) | {"qr": qr_name, "bars": bars_name if has_bars else ""}
