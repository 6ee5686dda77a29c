"""Extracts the text of an uploaded sheet.

A child process with little memory and little time opens a PDF, because a damaged or malicious one may exhaust
both. The child is this module run as a program.
"""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

MAX_BYTES = 10_000_000
MAX_PAGES = 60
MAX_CHARACTERS = 400_000
CHILD_MEMORY_BYTES = 500_000_000
CHILD_SECONDS = 30
_MAX_HEADING_LENGTH = 70
_HEADING_SCALE = 1.15


class SheetRefused(ValueError):
    """Raised if the file cannot be read as a sheet. `code` names the sentence that the user reads."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def extract_pages(content: bytes) -> list[str]:
    """The text of every page of a PDF or of a text file, whose pages are separated by form feeds."""
    if len(content) > MAX_BYTES:
        raise SheetRefused("too_large")
    if not content.strip():
        raise SheetRefused("empty")
    if content.startswith(b"PK"):
        raise SheetRefused("archive")
    if content.lstrip()[:5] == b"%PDF-":
        return _extract_pdf_in_child(content)
    return _extract_text_file(content)


def _extract_text_file(content: bytes) -> list[str]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SheetRefused("not_text") from error
    if "\x00" in text:
        raise SheetRefused("not_text")
    if len(text) > MAX_CHARACTERS:
        raise SheetRefused("too_long")
    return text.split("\f")


def _extract_pdf_in_child(content: bytes) -> list[str]:
    try:
        process = subprocess.run(
            [sys.executable, "-m", "rules_docs.editing.extracting"],
            input=content,
            capture_output=True,
            timeout=CHILD_SECONDS,
            cwd=Path(__file__).resolve().parents[2],
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise SheetRefused("too_slow") from error
    if process.returncode != 0:
        raise SheetRefused("damaged")
    answer = json.loads(process.stdout)
    if "refused" in answer:
        raise SheetRefused(answer["refused"])
    return answer["pages"]


# --- the child process ----------------------------------------------------------------------------


def run_child() -> None:
    """Reads a PDF on standard input and writes JSON: its pages, or the code of the refusal."""
    _limit_resources()
    try:
        answer: dict[str, object] = {"pages": _extract_pdf(sys.stdin.buffer.read())}
    except SheetRefused as error:
        answer = {"refused": error.code}
    sys.stdout.write(json.dumps(answer))


def _limit_resources() -> None:
    with suppress(ImportError):  # Windows has no such limits; the timeout of the parent applies there too
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (CHILD_MEMORY_BYTES, CHILD_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (CHILD_SECONDS, CHILD_SECONDS))


def _extract_pdf(content: bytes) -> list[str]:
    import io  # noqa: PLC0415 (only the child pays for the PDF library)

    import pdfplumber  # noqa: PLC0415

    with pdfplumber.open(io.BytesIO(content)) as document:
        if len(document.pages) > MAX_PAGES:
            raise SheetRefused("too_many_pages")
        pages = [_extract_page(page) for page in document.pages]
    length = sum(len(page) for page in pages)
    if not length:
        raise SheetRefused("no_text")
    if length > MAX_CHARACTERS:
        raise SheetRefused("too_long")
    return pages


def _extract_page(page) -> str:
    """The lines in reading order, headings marked as in Markdown."""
    lines = page.extract_text_lines(return_chars=True)
    sizes = sorted(char["size"] for line in lines for char in line["chars"])
    median_size = sizes[len(sizes) // 2] if sizes else 0
    texts = [f"\n## {line['text']}\n" if _is_heading(line, median_size) else line["text"] for line in lines]
    return "\n".join(texts)


def _is_heading(line: dict, median_size: float) -> bool:
    """Whether the line is short, and larger than the rest or bold."""
    text = line["text"]
    if len(text) >= _MAX_HEADING_LENGTH:
        return False
    is_large = max(char["size"] for char in line["chars"]) > _HEADING_SCALE * median_size
    is_bold = all("bold" in char["fontname"].lower() for char in line["chars"] if char["text"].strip())
    return is_large or (is_bold and not text.endswith("."))


if __name__ == "__main__":
    run_child()
