"""Diagrams: one SVG without words, one set of words per language. Pure."""

import hashlib
import re
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

_LABEL = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_SVG = "{http://www.w3.org/2000/svg}"
# fmt: off
_TAGS = {
    "svg", "g", "defs", "use", "symbol", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "tspan", "marker", "linearGradient", "radialGradient", "stop", "clipPath", "pattern",
}
# fmt: on


class Drawn(NamedTuple):
    svg: str
    digest: str
    width: int
    height: int


def labels(template: str) -> set[str]:
    return set(_LABEL.findall(template))


def draw(template: str, words: dict[str, str]) -> Drawn:
    """The drawing with its words; the digest of the result is its name for ever."""
    svg = _LABEL.sub(lambda found: escape(words[found[1]]), template)
    width, height = size(template)
    return Drawn(svg, hashlib.sha256(svg.encode()).hexdigest()[:20], width, height)


def size(template: str) -> tuple[int, int]:
    found = re.search(r'viewBox="\s*-?[\d.]+[ ,]+-?[\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)\s*"', template)
    return (round(float(found[1])), round(float(found[2]))) if found else (0, 0)


def fault(template: str) -> tuple[str, dict[str, str]] | None:
    """Why this drawing can not be served: a code and what its sentence names."""
    if "<!" in re.sub(r"<!--.*?-->", "", template, flags=re.DOTALL):
        return "drawing_entity", {}
    try:
        root = ElementTree.fromstring(template)
    except ElementTree.ParseError as error:
        return "drawing_broken", {"reason": str(error)}
    if root.tag != f"{_SVG}svg" or size(template) == (0, 0):
        return "drawing_root", {}
    for element in root.iter():
        name = str(element.tag).removeprefix(_SVG)
        if name not in _TAGS:
            return "drawing_element", {"name": name}
        wrong = next((key for key, value in element.attrib.items() if _active(key, value)), None)
        if wrong:
            return "drawing_attribute", {"name": name, "attribute": wrong}
    return None


def _active(key: str, value: str) -> bool:
    """Scripts and anything that would be fetched."""
    outside = "url(" in value and "url(#" not in value.replace(" ", "")
    reference = key.endswith("href") and not value.startswith("#")
    return key.lower().startswith("on") or key == "style" or outside or reference
