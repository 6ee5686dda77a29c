"""Follows every internal link of the running site, as a guest and as staff, in four languages, and looks at
the pages.

A shape is a route with the names of its query, in one language: of pages that differ in their query only, or
that are staff's, a few of each shape are visited; every other address is.
"""

import itertools
import os
import re
import tempfile
from collections import Counter, deque
from pathlib import Path
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

import django
import httpx

from games.registry import ENGINES
from tests.security.reading import Page, faults_of, invalid
from tests.serving import Site, running
from tests.signing_in import Account, over_http, superuser

STARTS = ["/fr/", "/en/", "/it/", "/de/", "/api/v1/", "/sitemap.xml", "/robots.txt", "/manifest.webmanifest"]
STAFF_STARTS = ["/admin/", "/staff/desk/", "/styleguide/"]
MOST = 4  # of one shape with a query, of the API or of staff
LOOKED_AT = 1  # of one shape in the browser and by the strict validator
# A link with side effects or of another kind; and the answer that says what is missing, which is as it should
# be.
LEFT_OUT = re.compile(r"^/(?:admin/logout/|embed/new/)")
TURN = itertools.count()


class Crawl:
    """One walk; `pages` holds what was read, `faults` what is wrong."""

    def __init__(self, site: Site, http: httpx.Client, *, staff: bool, short: bool) -> None:
        self.site, self.http, self.staff, self.short = site, http, staff, short
        self.pages: dict[str, Page] = {}
        self.faults: list[str] = []
        self.asked_from: dict[str, str] = {}
        self.shapes: Counter = Counter()
        self.queue: deque[str] = deque()

    def add(self, address: str, source: str) -> None:
        path = urldefrag(urljoin(self.site.url + source, address))[0].removeprefix(self.site.url) or "/"
        if not path.startswith("/") or path in self.asked_from or LEFT_OUT.match(path):
            return
        if self.staff != bool(re.match(r"/(?:admin|staff|styleguide)/", path)) and source != path:
            return
        self.asked_from[path] = source
        kind = shape(path)
        self.shapes[kind] += 1
        few = self.short or self.staff or kind[1] or path.startswith("/api/")
        if self.shapes[kind] <= MOST or not few:
            self.queue.append(path)

    def walk(self, starts: list[str]) -> None:
        for start in starts:
            self.add(start, start)
        while self.queue:
            self.visit(self.queue.popleft())
        self.fragments()

    def visit(self, path: str) -> None:
        turn = next(TURN)  # every call from elsewhere: limits are tested elsewhere
        answer = self.http.get(path, headers={"X-Forwarded-For": f"10.9.{turn >> 8 & 255}.{turn & 255}"})
        if answer.is_redirect:
            self.add(answer.headers["Location"], path)
        elif answer.status_code != 200:
            self.faults.append(f"{answer.status_code} {path}, linked on {self.asked_from[path]}")
        elif answer.headers["Content-Type"].startswith("text/html"):
            self.read(path, answer.text)
        elif path == "/sitemap.xml" or path.startswith("/sitemap-"):
            for place in re.findall(r"<loc>([^<]+)</loc>", answer.text):
                self.add(place, path)

    def read(self, path: str, html: str) -> None:
        page = self.pages[path] = Page.of(html)
        self.faults += [
            f"{path}: {fault}" for fault in faults_of(page, public=not self.staff, embed="/embed/" in path)
        ]
        for address in page.links:
            self.add(address, path)

    def fragments(self) -> None:
        """A link to a place in a page leads to something that bears this name."""
        for path, page in self.pages.items():
            for address in page.links:
                target, _, place = urljoin(self.site.url + path, address).partition("#")
                known = self.pages.get(target.removeprefix(self.site.url))
                if place and known and "=" not in place and place not in known.ids:
                    self.faults.append(
                        f"{path}: nothing is called #{place} in {target.removeprefix(self.site.url)}"
                    )

    def chosen(self) -> list[str]:
        """The pages that are looked at closely: the first of each shape."""
        seen: Counter = Counter()
        found = []
        for path in self.pages:
            seen[shape(path)] += 1
            found += [path] if seen[shape(path)] <= LOOKED_AT else []
        return found


def shape(path: str) -> tuple:
    from django.urls import Resolver404, resolve
    from django.utils import translation

    parts = urlsplit(path)
    language = parts.path[1:3] if re.match(r"/(?:fr|en|it|de)/", parts.path) else "fr"
    with translation.override(language):
        try:
            name = resolve(parts.path).view_name or resolve(parts.path).route
        except Resolver404:
            name = "/".join(parts.path.split("/")[:2])
    return name, frozenset(key for key, _value in parse_qsl(parts.query, keep_blank_values=True)), language


def tables(http: httpx.Client) -> list[str]:
    """A table that waits, one that is played and one that is over, of every game; their addresses."""
    found = []
    for game in ENGINES:
        for state in ("waits", "runs", "over"):
            seats = [
                {"kind": "human"},
                {"kind": "human"} if state == "waits" else {"kind": "bot", "level": "easy"},
            ]
            made = (
                http.post("/api/v1/matches/", json={"game": game, "seats": seats}).raise_for_status().json()
            )
            seat = {"Authorization": f"Seat {made['seat_token']}"}
            if state != "waits":
                path = f"/api/v1/matches/{made['id']}/seats/mine/nonce/"
                http.post(path, json={"nonce": "5a" * 16}, headers=seat).raise_for_status()
            if state == "over":
                http.post(f"/api/v1/matches/{made['id']}/resignation/", headers=seat).raise_for_status()
            found += [f"/m/{made['id']}", f"/embed/{made['id']}/"]
    return found


def signed_in(site: Site) -> httpx.Client:
    http = httpx.Client(base_url=site.url, timeout=60)
    over_http(http, *superuser(site, Account("ada")))
    return http


def crawl(short: bool = False) -> list[str]:
    """Short: a few pages of each shape only, where else every title and rule is read in every language."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="escale-crawl-") as folder:
        with (
            running(Path(folder), TRUSTED_PROXIES="1") as site,
            httpx.Client(base_url=site.url, timeout=60) as http,
        ):
            guest = Crawl(site, http, staff=False, short=short)
            guest.walk([*STARTS, *tables(http)])
            faults += told(guest, {}, Path(folder))
            staff = Crawl(site, signed_in(site), staff=True, short=short)
            staff.walk(STAFF_STARTS)
            faults += told(staff, dict(staff.http.cookies), Path(folder))
        reports = (Path(folder) / "server.log").read_text(encoding="utf-8").count('"escale.csp"')
    print(f"  {reports} reports of browsers about the content policy")
    return faults + ([f"{reports} reports about the content policy"] if reports else [])


def told(walk: Crawl, cookies: dict[str, str], folder: Path) -> list[str]:
    """What one walk found, closely looked at."""
    from tests.security import looking

    chosen = walk.chosen()
    counts = [len(walk.asked_from), len(walk.pages), len(chosen), len(walk.faults)]
    print(
        "  {} addresses found, {} pages read, {} looked at; {} faults by reading".format(*counts), flush=True
    )
    faults = walk.faults + invalid(walk.pages, chosen, folder)
    print(f"  {len(faults)} with the validator", flush=True)
    return faults + looking.look(walk.site, chosen, cookies)
