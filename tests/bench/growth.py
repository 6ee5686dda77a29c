"""What pages and lists cost when the tables grow: `python -m tests.bench.growth [pages] [moves] [--help]`.

Pages: the site with its demo library, three times beside each other, with 1, 10 and 100 times the rows of
everything that grows (matches, loans, reservations, log entries, revisions, reports, checks, imports; titles
stay as they are). All are asked in turns; the fastest answer of each counts, because other work on the
machine only makes answers slower.

Moves: matches are played through the API beside an empty database and beside many finished matches, in turns.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

import psycopg

from tests.bench import fleet, lanes
from tests.serving import ROOT, Site, running

MOST_TIMES = 1.5
MOST_SLOWER = 1.10
#: an answer that is quicker than this everywhere is not judged: its ratio is noise
QUICK_MS = 1.0
API = "/api/v1"
LISTS = (
    *("/titles/", "/titles/?search=catan", "/titles/changes/?since=0", "/titles/catan/copies/"),
    *(
        "/matches/",
        "/matches/?game=macao",
        "/matches/?status=finished",
        "/matches/?status=open",
        "/matches/?page=40",
    ),
    *("/rules/", "/rules/search/?q=shanghai", "/games/", "/bots/"),
)
FEEDS = ("/fr/catalogue/nouveautes.atom", "/sitemap.xml", "/metrics")
STAFF = (
    *("/admin/", "/admin/catalogue/loan/", "/admin/catalogue/reservation/", "/admin/common/auditentry/"),
    *("/admin/rules_docs/report/", "/admin/catalogue/inventorycheck/", "/admin/catalogue/importjob/"),
    *("/staff/desk/", "/staff/desk/loans/", "/staff/inventory/", "/staff/imports/", "/staff/cataloguing/"),
)


class Grown(NamedTuple):
    """A site with so many times the rows, and what its filling told of it."""

    factor: int
    site: Site
    match: str
    cursor: str
    session: str
    history: str

    def paths(self) -> dict[str, str]:
        """The addresses by the names under which the sites are compared."""
        paths = {path: path for path in [*_anonymous_pages(), *FEEDS, *STAFF]}
        paths |= {f"{API}{path}": f"{API}{path}" for path in LISTS}
        match = f"{API}/matches/{self.match}/"
        of_match = {"one match": match, "its view": f"{match}view/", "its record": f"{match}record/"}
        far = {"matches, far behind": f"{API}/matches/?cursor={self.cursor}"}
        return paths | of_match | far | {"the history of a text": self.history}


def _anonymous_pages() -> list[str]:
    """Every page that the tests look at."""
    command = (
        "import django; django.setup(); from tests.pages import PAGES; print(*[p.path('fr') for p in PAGES])"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "escale.settings"}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", command],
            cwd=ROOT,
            env=environment | {"DATA_DIR": folder},
            check=True,
            capture_output=True,
            text=True,
        )
    return list(dict.fromkeys(done.stdout.split()))


# --- pages ----------------------------------------------------------------------------------------


@contextmanager
def grown(factor: int, rows: int, database: str) -> Iterator[Grown]:
    with tempfile.TemporaryDirectory() as folder:
        more = {"DATABASE_URL": database} if database else {}
        with running(Path(folder), **more) as site:
            yield Grown(factor, site, **fill(site.environment, "everything", rows * factor))


def fill(environment: dict[str, str], what: str, rows: int) -> dict[str, str]:
    command = [sys.executable, "-m", "tests.bench.growth_rows", what, str(rows)]
    environment = {"DJANGO_SETTINGS_MODULE": "escale.settings"} | environment
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout.splitlines()[-1])


@contextmanager
def databases(address: str, number: int) -> Iterator[list[str]]:
    """So many empty PostgreSQL databases beside the given one; no address stands for SQLite."""
    if not address:
        yield [""] * number
        return
    names = [f"growth_{os.getpid()}_{place}" for place in range(number)]
    with psycopg.connect(address, autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE DATABASE {name}")
        try:
            yield [urlsplit(address)._replace(path=f"/{name}").geturl() for name in names]
        finally:
            for name in names:
                connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def ask(site: Site, path: str, session: str) -> float:
    """Milliseconds until the answer is there."""
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=120)
    headers = {"Cookie": f"session={session}"} if path.startswith(("/admin/", "/staff/")) else {}
    began = perf_counter()
    connection.request("GET", path, headers=headers | {"Accept-Language": "fr"})
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: {answer.status}")
    return 1000 * (perf_counter() - began)


def bench_pages(options: argparse.Namespace) -> int:
    """How many addresses exceed the aim."""
    with ExitStack() as stack:
        places = stack.enter_context(databases(options.database, len(options.factors)))
        sites = [
            stack.enter_context(grown(factor, options.rows, place))
            for factor, place in zip(options.factors, places, strict=True)
        ]
        best = measure_in_turns(sites, options.rounds)
    print(
        f"\n{'PostgreSQL' if options.database else 'SQLite'}, {options.rows:,} rows of everything that grows at 1 ×"
    )
    heads = "".join(f"{f'{factor} ×':>10}" for factor in options.factors)
    print(f"  {'milliseconds, the fastest of ' + str(options.rounds):45}{heads}   last ÷ first")
    too_slow = 0
    for name, times in best.items():
        ratio = times[-1] / times[0]
        exceeds = ratio > MOST_TIMES and times[-1] > QUICK_MS
        too_slow += exceeds
        figures = "".join(f"{value:10.2f}" for value in times)
        print(f"  {name:45}{figures}   {ratio:5.2f}{'  more than ' + str(MOST_TIMES) if exceeds else ''}")
    print(f"  {too_slow} of {len(best)} addresses cost more than {MOST_TIMES} × as much", flush=True)
    return too_slow


def measure_in_turns(sites: Sequence[Grown], rounds: int) -> dict[str, list[float]]:
    """The fastest time of each address on each site; the first answers are not counted."""
    paths = [site.paths() for site in sites]
    taken: dict[str, list[list[float]]] = {name: [[] for _site in sites] for name in paths[0]}
    for number in range(rounds + 1):
        for name in taken:
            for place, site in enumerate(sites):
                milliseconds = ask(site.site, paths[place][name], site.session)
                if number:
                    taken[name][place].append(milliseconds)
    return {name: [min(times) for times in lists] for name, lists in taken.items()}


# --- moves ----------------------------------------------------------------------------------------


def bench_moves(options: argparse.Namespace) -> int:
    """1 if moves are slower beside many finished matches than the aim allows."""
    with ExitStack() as stack:
        empty_place, full_place = stack.enter_context(databases(options.database, 2))
        empty = stack.enter_context(fleet.site(empty_place))
        full = stack.enter_context(fleet.site(full_place))
        fill(full.environment, "matches", options.matches)
        runs: dict[str, list[tuple[float, float]]] = {"empty": [], "full": []}
        scripts = {
            name: fleet.scripts(servers, "shanghaien", options.lanes * (options.rounds + 1), options.moves)
            for name, servers in (("empty", empty), ("full", full))
        }
        for number in range(options.rounds + 1):
            for name, servers in (("empty", empty), ("full", full)):
                lots = [fleet.actions(scripts[name].pop()) for _lane in range(options.lanes)]
                seconds, taken = lanes.run(lots, servers.ports)
                if number:
                    runs[name].append((len(taken) / seconds, 1000 * statistics.median(taken)))
    print(
        f"\n{'PostgreSQL' if options.database else 'SQLite'}, moves beside {options.matches:,} finished matches"
    )
    for name, figures in runs.items():
        rates, medians = zip(*figures, strict=True)
        print(f"  {name:6} {max(rates):8.0f} moves/s   p50 {min(medians):6.2f} ms   (the best of the rounds)")
    ratio = min(p50 for _rate, p50 in runs["full"]) / min(p50 for _rate, p50 in runs["empty"])
    print(f"  p50 is {ratio:.2f} × that of an empty database (aim at most {MOST_SLOWER})", flush=True)
    return int(ratio > MOST_SLOWER)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.growth",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", default=["pages", "moves"], help="pages, moves (both)")
    parser.add_argument(
        "--rows",
        type=int,
        default=1000,
        help="rows of everything that grows at 1 × (1000; with fewer, page 40 of the matches is empty there)",
    )
    parser.add_argument("--factors", type=int, nargs="+", default=[1, 10, 100], help="(1 10 100)")
    parser.add_argument("--matches", type=int, default=1_000_000, help="finished matches (1000000)")
    parser.add_argument("--lanes", type=int, default=8, help="matches that are played at once (8)")
    parser.add_argument("--moves", type=int, default=30, help="moves of each match in each round (30)")
    parser.add_argument("--rounds", type=int, default=15, help="rounds (15)")
    parser.add_argument(
        "--database", default="", help="a PostgreSQL database whose role may make others; else SQLite"
    )
    options = parser.parse_args()
    exceeded = 0
    if "pages" in options.parts:
        exceeded += bench_pages(options)
    if "moves" in options.parts:
        exceeded += bench_moves(options)
    return int(exceeded > 0)


if __name__ == "__main__":
    sys.exit(main())
