"""Takes the pictures and the film of the README from a fresh site with its demo library: `make pictures`."""

import io
import os
import sys
import tempfile
from pathlib import Path

import django
from PIL import Image
from playwright.sync_api import sync_playwright

from tests.pages import Page
from tests.round_film import film_round
from tests.serving import CHROMIUM, FLAGS, ROOT, running

FOLDER = ROOT / "docs" / "pictures"
# name: address, arguments, language, width, height, theme
PICTURES = {
    "home": ("home", (), "fr", 1280, 860, "light"),
    "home-phone": ("home", (), "de", 375, 760, "dark"),
    "catalogue": ("catalogue:list", (), "fr", 1280, 860, "light"),
    "title": ("catalogue:title", ("shanghaien",), "en", 1280, 860, "light"),
    "rule": ("rules_docs:rule", ("shanghaien",), "it", 1280, 860, "dark"),
    "play": ("games:game", ("halunken",), "en", 1280, 860, "dark"),
}


def shrink(picture: bytes) -> bytes:
    """128 colours are enough for drawings and text, and a quarter of the bytes."""
    small = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(128).save(small, "PNG", optimize=True)
    return small.getvalue()


def take(url: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, (address, arguments, language, width, height, theme) in PICTURES.items():
            tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
            tab.goto(url + Page(address, arguments).path(language), wait_until="networkidle")
            (FOLDER / f"{name}.png").write_bytes(shrink(tab.screenshot()))
            tab.close()
            print(f"docs/pictures/{name}.png")
        film_round(browser, url, FOLDER / "round.webp")
        print("docs/pictures/round.webp")
        browser.close()


def main() -> int:
    if not CHROMIUM:
        print("No Chromium was found (apt install chromium).", file=sys.stderr)
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    with tempfile.TemporaryDirectory(prefix="escale-pictures-") as folder, running(Path(folder)) as site:
        take(site.url)
    return 0


if __name__ == "__main__":
    sys.exit(main())
