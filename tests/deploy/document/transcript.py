"""Writes down what was run in the machine and what it answered, in a file and on the screen."""

import sys
import time
from pathlib import Path


class Transcript:
    """A text file; each line begins with the seconds since the start."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", encoding="utf-8", buffering=1)
        self._started = time.monotonic()
        self._line = ""

    def write_line(self, line: str) -> None:
        text = f"{time.monotonic() - self._started:7.1f}  {line.rstrip()}\n"
        self._file.write(text)
        sys.stdout.write(text)
        sys.stdout.flush()

    def write_heading(self, title: str) -> None:
        self.write_line("")
        self.write_line(f"=== {title}")

    def write_output(self, output: str) -> None:
        """Part of the output of a program; a line is written when it is complete."""
        self._line += output.replace("\r\n", "\n")
        *lines, self._line = self._line.split("\n")
        for line in lines:
            self.write_line(line.rpartition("\r")[2])

    def end_output(self) -> None:
        if self._line:
            self.write_output("\n")
