"""Prints a rule as a tagged PDF (PDF/UA): in one language or in two, or only its player aid."""

import hashlib
import io
from pathlib import Path

import pikepdf
import segno
import typst
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import override

from rules_docs import ports
from rules_docs.models import Drawing
from rules_docs.printing.examples import list_files, load_examples
from rules_docs.printing.source import PrintRequest, build_neutral_address, format_today, write_source

LAYOUT_FILE = Path(__file__).parent / "typst" / "house.typ"
CACHE_SECONDS = 24 * 3600
_SCREEN_FONTS = "system-ui, 'DejaVu Sans', sans-serif"
_PRINT_FONT = "Libertinus Serif"
_QR_COLOUR = "#14304a"


def print_rule(request: PrintRequest) -> bytes:
    """The PDF. It comes from the cache if the same rule was printed on the same day for the same house."""
    reading = request.reading
    house = ports.house(reading.language) or {}
    cache_key = _create_cache_key(request, house)
    content = cache.get(cache_key)
    if content is None:
        with override(reading.language):
            content = _compile(request, house)
        cache.set(cache_key, content, CACHE_SECONDS)
    return content


def _create_cache_key(request: PrintRequest, house: dict) -> str:
    """A hash of everything that the PDF depends on; the document's stamp stands for its texts."""
    document = request.reading.document
    dependencies = [
        document.pk,
        document.stamp,
        request.reading.languages,
        [_get_positions_stamp(document.slug, language) for language in request.reading.languages],
        request.only_kind,
        sorted(house.items()),
        format_today(),
    ]
    return f"rule-pdf:{hashlib.sha256(repr(dependencies).encode()).hexdigest()}"


def _get_positions_stamp(document: str, language: str) -> str:
    with override(language):
        return ports.positions_stamp(document)


def _compile(request: PrintRequest, house: dict) -> bytes:
    files = _load_drawings(request)
    files["house.typ"] = LAYOUT_FILE.read_bytes()
    files["code.svg"] = _draw_qr_code(build_neutral_address(request.reading.document))
    files["main.typ"] = "\n".join(write_source(request, house)).encode()
    content = typst.compile(
        files,
        format="pdf",
        ignore_system_fonts=True,
        pdf_standards=["ua-1"],
        timestamp=int(timezone.now().timestamp()),
    )
    return _compress(content)


def _compress(content: bytes) -> bytes:
    """Returns the document with its thousands of tags in compressed streams, which Typst does not write."""
    compressed = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        document.save(compressed, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return compressed.getvalue()


def _draw_qr_code(address: str) -> bytes:
    svg = io.BytesIO()
    segno.make(address, error="m").save(svg, kind="svg", border=0, dark=_QR_COLOUR, xmldecl=False)
    return svg.getvalue()


def _load_drawings(request: PrintRequest) -> dict[str, bytes]:
    """The SVG files of the drawings, by the names that the Typst source uses."""
    reading = request.reading
    drawings = Drawing.objects.filter(
        diagram__document=reading.document,
        language__in=reading.languages,
        current=True,
    )
    svgs = {f"{drawing.digest}.svg": drawing.svg for drawing in drawings}
    svgs |= list_files(load_examples(reading.document.slug, reading.languages))
    # The drawings use fonts of the reader's system, but a PDF may only use the font that it contains.
    return {name: svg.replace(_SCREEN_FONTS, _PRINT_FONT).encode() for name, svg in svgs.items()}
