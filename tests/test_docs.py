"""The documents are true: links lead somewhere, libraries are argued for, nothing of a foreign machine is named."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page):
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.S)  # code is no link
    targets = [target for target in LINK.findall(text) if "://" not in target]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in"])
def test_every_library_has_its_reason(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    wanted = {re.split(r"[\[<>=~!; ]", line)[0] for line in lines if line and not line.startswith(("#", "-"))}
    argued = set(re.findall(r"^\| ([\w.-]+) \|", (ROOT / "docs/adr/0002-libraries.md").read_text("utf-8"), re.M))
    assert wanted <= argued


def test_every_argued_library_is_used():
    lists = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("requirements.in", "requirements-dev.in"))
    argued = re.findall(r"^\| ([\w.-]+) \|", (ROOT / "docs/adr/0002-libraries.md").read_text("utf-8"), re.M)
    assert [name for name in argued if name != "library" and name not in lists] == []


def test_decisions_have_their_own_numbers():
    numbers = [path.name[:4] for path in (ROOT / "docs/adr").glob("*.md")]
    assert len(numbers) == len(set(numbers))
