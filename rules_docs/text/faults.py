"""Faults of rule texts: what is wrong, in which file, on which line. No I/O.

A fault carries a code; `rules_docs/editing/fault_messages.py` has the sentence for each code, in the
reader's language.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault on a line of a text. `params` are the values for its sentence."""

    line: int
    code: str
    params: tuple[tuple[str, str], ...] = ()

    @classmethod
    def at(cls, line: int, code: str, **params: object) -> "Fault":
        return cls(line, code, tuple((name, str(value)) for name, value in params.items()))


class MarkupError(ValueError):
    """Raised for a text with faults. It has all of them, so that the author can correct them at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = sorted(faults)
        super().__init__("; ".join(f"{fault.line}: {fault.code}" for fault in self.faults))


class FileFault(NamedTuple):
    """A fault with the name of the file that it is in."""

    file: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.file}:{self.fault.line}: {self.fault.code}"


class RuleFilesError(Exception):
    """Raised for files of a rule with faults; nothing was written. It has all faults of all files."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = sorted(faults)
        super().__init__("\n".join(map(str, self.faults)))


def locate_faults(file: str, error: MarkupError) -> list[FileFault]:
    """The faults of a text with the name of its file."""
    return [FileFault(file, fault) for fault in error.faults]
