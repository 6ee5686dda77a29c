"""What can be said of a page from its HTML alone."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import html5lib

SOURCES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "iframe": "src",
    "use": "href",
}
VNU = "vnu-jar@26.9.27"
# Hints of the validator that are a taste, or wrong: without the role Safari takes a list without marks for no
# list.
TASTE = re.compile(r"Trailing slash on void elements|“list” role is unnecessary")
# What Django's own fields of forms write, on staff's pages only: the script of a field fills its empty
# choices.
DJANGO = re.compile(
    r"“option” without attribute “label” must not be empty|“select” element with a “required” attribute"
    r"|“disabled” not allowed on element “div”|whose value is “hidden” must not have any “aria-|No "
    r"“p” element in scope"
)


@dataclass
class Page:
    """A page, taken apart."""

    html: str
    language: str = ""
    title: str = ""
    headings: int = 0
    facts: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, html: str) -> "Page":
        page = cls(html)
        Reader(page).feed(html)
        return page


class Reader(HTMLParser):
    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page, self.inside = page, ""

    def handle_starttag(self, tag: str, attrs: list) -> None:
        given = {name: value or "" for name, value in attrs}
        self.inside = tag
        if "id" in given:
            self.page.ids.append(given["id"])
        if tag == "html":
            self.page.language = given.get("lang", "")
        elif tag == "h1":
            self.page.headings += 1
        elif tag == "meta":
            self.page.facts |= {
                given[key]: given.get("content", "") for key in ("name", "property") if key in given
            }
        address = given.get(SOURCES.get(tag, ""), "")
        if address and not re.match(r"(?:data|mailto|tel|otpauth|javascript):", address):
            self.page.links.append(address)

    def handle_data(self, data: str) -> None:
        if self.inside == "title" and not self.page.title:
            self.page.title = data.strip()
        self.inside = ""


def faults_of(page: Page, *, public: bool, embed: bool) -> list[str]:
    wrong = {
        "no language": not page.language,
        "no title": not page.title,
        f"{page.headings} h1": page.headings != 1,
        "an id stands twice": len(page.ids) != len(set(page.ids)),
    }
    if public and not embed:
        needed = ("description", "og:title", "og:description")
        wrong |= {f"no {name}": not page.facts.get(name, "").strip() for name in needed}
    return [fault for fault, holds in wrong.items() if holds]


def invalid(pages: dict[str, Page], chosen: list[str], folder: Path) -> list[str]:
    """What the parser of the standard and, where npm and Java are there, the validator of the W3C complain
    about.
    """
    return [fault for path in chosen for fault in _unparsable(path, pages[path].html)] + _vnu(
        pages, chosen, folder
    )


def _unparsable(path: str, html: str) -> list[str]:
    parser = html5lib.HTMLParser()
    parser.parse(html)
    return [f"{path}: {place} {code}" for place, code, _values in parser.errors]


def _vnu(pages: dict[str, Page], chosen: list[str], folder: Path) -> list[str]:
    home = folder / "validator"
    home.mkdir(exist_ok=True)
    if not (shutil.which("npm") and shutil.which("java")):
        print("  not known here: npm or java is missing, so that the validator of the W3C did not run")
        return []
    jar = home / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
    if not jar.exists():
        (home / "package.json").write_text('{"private": true}', encoding="utf-8")
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", VNU]
        if subprocess.run(command, cwd=home, capture_output=True).returncode != 0:
            print("  not known here: the validator of the W3C could not be fetched")
            return []
    names = {f"page-{number}.html": path for number, path in enumerate(chosen)}
    for name, path in names.items():
        (home / name).write_text(pages[path].html, encoding="utf-8")
    command = ["java", "-jar", str(jar), "--format", "json", "--exit-zero-always", *names]
    told = json.loads(
        subprocess.run(command, cwd=home, capture_output=True, text=True).stderr or '{"messages": []}'
    )
    found = [
        (names[Path(one["url"]).name], one["message"], one.get("extract", "")[:120])
        for one in told["messages"]
    ]
    return [
        f"{path}: {message} ({extract})"
        for path, message, extract in found
        if not (TASTE.search(message) or (path.startswith("/admin/") and DJANGO.search(message)))
    ]
