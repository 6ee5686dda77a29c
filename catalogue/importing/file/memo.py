"""Cells that were read before."""

from typing import Any

from catalogue.importing.file.cells import Reader
from catalogue.importing.file.report import Wrong

REMEMBERED = 20_000


class Memo(dict[Any, Any]):
    """What cells say. Most columns have few different cells; one that cannot be read says why (Wrong)."""

    def __init__(self, read: Reader) -> None:
        super().__init__()
        self.read = read
        self.spoilt = False

    def __missing__(self, cell: Any) -> Any:
        if len(self) >= REMEMBERED:
            self.clear()
        try:
            value = self.read(cell)
        except Wrong as wrong:
            value, self.spoilt = wrong, True
        self[cell] = value
        return value
