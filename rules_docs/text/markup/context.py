"""Everything to which the markup of one text may refer. No I/O."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in one language: its address and the attributes of its `img` element."""

    url: str
    alt: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class MarkupContext:
    """Everything to which one text may refer, and the spacing of its language.

    `term_names` and `pictures` are by key. `labels` are the words that the renderer itself adds: "example",
    "note", "players". `apply_spacing` sets the no-break spaces of the language around its punctuation.
    """

    section_keys: frozenset[str] = frozenset()
    term_names: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    apply_spacing: Callable[[str], str] = str
