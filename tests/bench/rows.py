"""What the benchmarks know of a title, and what they ask a search for."""

from dataclasses import dataclass, field


@dataclass
class Row:
    """What the files tell of a title."""

    id: int
    names: list[str]
    year: int
    votes: int
    expansion: bool
    designers: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    """What is typed into the search box, and the titles of which one is meant."""

    kind: str
    text: str
    expected: frozenset[int]
