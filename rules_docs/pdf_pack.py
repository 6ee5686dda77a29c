"""Makes a PDF smaller without changing what it says: small objects go together into compressed object streams.

A tagged file holds a thousand little dictionaries, one for each paragraph and cell; written one by one they are a
third of it. Pure: bytes in, bytes out. Reads the plain cross-reference table that Typst writes.
"""

import re
import zlib

_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
_TRAILER = re.compile(rb"trailer\s*<<(.*)>>\s*startxref", re.DOTALL)
_HEAD = re.compile(rb"\s*(\d+) 0 obj\s*")
_TOGETHER = 200  # objects in one stream: a reader unpacks one stream to get at any of them


def packed(pdf: bytes) -> bytes:
    """The same document; unchanged when it is not laid out as we know."""
    start, trailer = _START.search(pdf), _TRAILER.search(pdf)
    if not start or not trailer:
        return pdf
    objects = _objects(pdf, int(start[1]))
    small = {number: body for number, body in objects.items() if b"stream" not in body}
    out = bytearray(re.sub(rb"^%PDF-1\.[0-4]", b"%PDF-1.5", pdf[: pdf.index(b"\n") + 1]) + b"%\xe2\xe3\xcf\xd3\n")
    rows: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
    for number, body in objects.items():
        if number not in small:
            rows[number] = (1, len(out), 0)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    free = max(objects) + 1
    numbers = sorted(small)
    for first in range(0, len(numbers), _TOGETHER):
        group = numbers[first : first + _TOGETHER]
        rows[free] = (1, len(out), 0)
        rows |= {number: (2, free, place) for place, number in enumerate(group)}
        out += _object_stream(free, [(number, small[number]) for number in group])
        free += 1
    rows[free] = (1, len(out), 0)
    return bytes(out) + _cross_references(free, rows, trailer[1], len(out))


def _objects(pdf: bytes, table: int) -> dict[int, bytes]:
    """Number → what stands between `obj` and `endobj`, by the offsets of the table."""
    lines = pdf[table:].split(b"trailer", 1)[0].split(b"\n")[2:]
    offsets = sorted(int(line[:10]) for line in lines if line[17:18] == b"n")
    found = {}
    for offset, following in zip(offsets, [*offsets[1:], table], strict=True):
        head = _HEAD.match(pdf, offset, following)
        if head:
            found[int(head[1])] = pdf[head.end() : pdf.rindex(b"endobj", offset, following)].strip()
    return found


def _object_stream(number: int, objects: list[tuple[int, bytes]]) -> bytes:
    index, content = [], bytearray()
    for name, body in objects:
        index.append(b"%d %d" % (name, len(content)))
        content += body + b"\n"
    head = b" ".join(index) + b"\n"
    data = zlib.compress(head + bytes(content), 9)
    words = b"/Type /ObjStm /N %d /First %d /Filter /FlateDecode /Length %d" % (len(objects), len(head), len(data))
    return b"%d 0 obj\n<<%s>>\nstream\n%s\nendstream\nendobj\n" % (number, words, data)


def _cross_references(number: int, rows: dict[int, tuple[int, int, int]], trailer: bytes, offset: int) -> bytes:
    size = number + 1
    table = b"".join(
        kind.to_bytes(1, "big") + where.to_bytes(4, "big") + extra.to_bytes(2, "big")
        for kind, where, extra in (rows.get(name, (0, 0, 65535)) for name in range(size))
    )
    data = zlib.compress(table, 9)
    kept = re.sub(rb"/Size\s+\d+", b"", trailer).strip()
    words = b"/Type /XRef /Size %d /W [1 4 2] %s /Filter /FlateDecode /Length %d" % (size, kept, len(data))
    stream = b"%d 0 obj\n<<%s>>\nstream\n%s\nendstream\nendobj\n" % (number, words, data)
    return stream + b"startxref\n%d\n%%%%EOF\n" % offset
