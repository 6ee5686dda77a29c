"""Opens every page of the site in French and in Spanish; runs in a process with the settings of
`five_languages`.

It prints one JSON object: the addresses of each kind by name, with what was answered in either language.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import django

DEFAULT, FIFTH = "fr", "es"
API = {
    "root": "",
    "schema": "schema/",
    "suggest": "suggest/?q=catan",
    "titles": "titles/?search=catan&players=4",
    "titles by name": "titles/?ordering=name",
    "title": "titles/catan/",
    "rules": "rules/",
    "rule": "rules/halunken/",
    "rule search": "rules/search/?q=Black+Jack",
    "rule section": "rules/halunken/scoring/",
    "rule text": "rules/halunken.md",
    "rule on paper": "rules/halunken.pdf",
    "games": "games/",
    "game": "games/shanghaien/",
    "words of a game": "games/shanghaien/texts/",
    "matches": "matches/",
    "unknown title": "titles/nowhere/",
}


def main() -> None:
    django.setup()
    from django.core.management import call_command

    for command in ("migrate", "load_rules", "load_demo"):
        call_command(command, verbosity=0)
    print(
        json.dumps({"pages": read_pages(), "api": read_api(), "staff": read_staff(), "files": read_files()})
    )


def read_pages() -> dict[str, Any]:
    from django.test import Client

    from tests.pages import PAGES

    return {
        str(page): in_both(lambda language, page=page: (Client(), page.path(language), {})) for page in PAGES
    }


def read_api() -> dict[str, Any]:
    from django.test import Client

    def address(name: str, language: str) -> str:
        path = f"/api/v1/{API[name]}"
        return f"{path}{'&' if '?' in path else '?'}{urlencode({'lang': language})}"

    return {
        name: in_both(lambda language, name=name: (Client(), address(name, language), {})) for name in API
    }


def read_staff() -> dict[str, Any]:
    from django.test import Client

    from tests.catalogue.desk import staff_pages

    keeper = Client()
    addresses = staff_pages.prepare()
    keeper.force_login(staff_pages.get_or_create_account())
    return {
        name: in_both(lambda language, path=path: (keeper, path, {"accept-language": language}))
        for name, path in addresses.items()
    }


def read_files() -> dict[str, Any]:
    from django.test import Client

    return {
        path: text_of(Client().get(path)) for path in ("/sitemap-house-1.xml", "/worker.js", "/r/worker.js")
    }


def in_both(request_of: Callable[[str], tuple]) -> dict[str, Any]:
    return {language: answer(*request_of(language)) for language in (DEFAULT, FIFTH)}


def answer(client, path: str, headers: dict[str, str]) -> dict[str, Any]:
    response = client.get(path, headers=headers)
    text = text_of(response)
    is_page = response.get("Content-Type", "").startswith("text/html")
    return {
        "status": response.status_code,
        "language": "".join(re.findall(r'<html[^>]* lang="([^"]*)"', text)[:1])
        or response.get("Content-Language"),
        "hreflang": sorted(re.findall(r'<link rel="alternate" hreflang="([^"]*)"', text)),
        "menu": sorted(re.findall(r'<a[^>]*hreflang="[^"]*"[^>]*>([^<]+)<', text)),
        "placeholders": re.findall(r"%\(\w+\)[sd]|\{\{|\{%", text) if is_page else [],
        "text_languages": sorted(set(re.findall(r'<div class="cell" lang="([^"]*)"', text))),
        "file": response.get("Content-Disposition", ""),
    }


def text_of(response) -> str:
    content: Iterator[bytes] = response.streaming_content if response.streaming else iter([response.content])
    return b"".join(content).decode("utf-8", "replace")


if __name__ == "__main__":
    main()
