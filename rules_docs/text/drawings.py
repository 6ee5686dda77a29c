"""Diagrams: an SVG template without words, and the words of each language that are put into it. No I/O."""

import hashlib
import re
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

_LABEL = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_VIEW_BOX = re.compile(r'viewBox="\s*-?[\d.]+[ ,]+-?[\d.]+[ ,]+(?P<width>[\d.]+)[ ,]+(?P<height>[\d.]+)\s*"')
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
# fmt: off
_ALLOWED_ELEMENTS = {
    "svg", "g", "defs", "use", "symbol", "title", "desc", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "marker", "linearGradient", "radialGradient", "stop",
    "clipPath", "pattern",
}
# fmt: on


class SvgDrawing(NamedTuple):
    """A diagram with the words of one language. `digest` depends on the whole SVG."""

    svg: str
    digest: str
    width: int
    height: int


class DrawingFault(NamedTuple):
    """Why a drawing cannot be served: the code of a sentence and its values."""

    code: str
    params: dict[str, str]


def find_labels(template: str) -> set[str]:
    """The names of the {labels} in which each language puts its words."""
    return set(_LABEL.findall(template))


def draw(template: str, words: dict[str, str]) -> SvgDrawing:
    """The drawing with its words."""
    svg = _LABEL.sub(lambda label: escape(words[label[1]]), template)
    width, height = measure(template)
    digest = hashlib.sha256(svg.encode()).hexdigest()[:20]
    return SvgDrawing(svg=svg, digest=digest, width=width, height=height)


def measure(template: str) -> tuple[int, int]:
    """Width and height of a drawing; (0, 0) if it has no viewBox."""
    match = _VIEW_BOX.search(template)
    if not match:
        return 0, 0
    return round(float(match["width"])), round(float(match["height"]))


def find_fault(template: str) -> DrawingFault | None:
    """The first reason why a drawing cannot be served: it is damaged, or it could run or fetch something."""
    if "<!" in _COMMENT.sub("", template):
        return DrawingFault("drawing_entity", {})
    try:
        root = ElementTree.fromstring(template)
    except ElementTree.ParseError as error:
        return DrawingFault("drawing_broken", {"reason": str(error)})
    if root.tag != f"{_SVG_NAMESPACE}svg" or measure(template) == (0, 0):
        return DrawingFault("drawing_root", {})
    for element in root.iter():
        name = str(element.tag).removeprefix(_SVG_NAMESPACE)
        if name not in _ALLOWED_ELEMENTS:
            return DrawingFault("drawing_element", {"name": name})
        for attribute, value in element.attrib.items():
            if _is_active(attribute, value):
                return DrawingFault("drawing_attribute", {"name": name, "attribute": attribute})
    return None


def _is_active(attribute: str, value: str) -> bool:
    """Whether this attribute could run a script or fetch something."""
    fetches_url = "url(" in value and "url(#" not in value.replace(" ", "")
    leaves_drawing = attribute.endswith("href") and not value.startswith("#")
    return attribute.lower().startswith("on") or attribute == "style" or fetches_url or leaves_drawing
