"""Gets the text out of an uploaded sheet.

A PDF is opened by a child process with little memory and little time, so that a damaged or malicious one can hurt
nobody. The child is this module run as a program.
"""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

LARGEST = 10_000_000
MOST_PAGES = 60
MOST_CHARACTERS = 400_000
MEMORY = 500_000_000
SECONDS = 30


class Refused(ValueError):
    """`code` names the sentence that the user reads."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def pages(content: bytes) -> list[str]:
    """The text of every page; a text file is one page."""
    if len(content) > LARGEST:
        raise Refused("too_large")
    if not content.strip():
        raise Refused("empty")
    if content.startswith(b"PK"):
        raise Refused("archive")
    if content.lstrip()[:5] == b"%PDF-":
        return _from_pdf(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("not_text") from error
    if "\x00" in text:
        raise Refused("not_text")
    if len(text) > MOST_CHARACTERS:
        raise Refused("too_long")
    return text.split("\f")


def _from_pdf(content: bytes) -> list[str]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rules_docs.editing.extracting"],
            input=content,
            capture_output=True,
            timeout=SECONDS,
            cwd=Path(__file__).resolve().parents[2],
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise Refused("too_slow") from error
    if done.returncode != 0:
        raise Refused("damaged")
    answer = json.loads(done.stdout)
    if "refused" in answer:
        raise Refused(answer["refused"])
    return answer["pages"]


def _child() -> None:
    """Reads a PDF on standard input, writes its pages as JSON."""
    _limit()
    import io  # noqa: PLC0415 (only the child pays for the PDF library)

    import pdfplumber  # noqa: PLC0415

    with pdfplumber.open(io.BytesIO(sys.stdin.buffer.read())) as file:
        if len(file.pages) > MOST_PAGES:
            answer: dict[str, object] = {"refused": "too_many_pages"}
        else:
            found = [_page(page) for page in file.pages]
            length = sum(map(len, found))
            answer = {"refused": "no_text"} if not length else {"pages": found}
            if length > MOST_CHARACTERS:
                answer = {"refused": "too_long"}
    sys.stdout.write(json.dumps(answer))


def _limit() -> None:
    with suppress(ImportError):  # Windows has no such limits; the time limit holds there too
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def _page(page) -> str:
    """Lines in reading order; those set larger than the rest, or bold and short, become headings."""
    lines = page.extract_text_lines(return_chars=True)
    sizes = sorted(char["size"] for line in lines for char in line["chars"])
    usual = sizes[len(sizes) // 2] if sizes else 0
    written = []
    for line in lines:
        size = max(char["size"] for char in line["chars"])
        is_bold = all("bold" in char["fontname"].lower() for char in line["chars"] if char["text"].strip())
        is_heading = len(line["text"]) < 70 and (size > 1.15 * usual or (is_bold and not line["text"].endswith(".")))
        written.append(f"\n## {line['text']}\n" if is_heading else line["text"])
    return "\n".join(written)


if __name__ == "__main__":
    _child()
