"""What the catalogue costs: `python -m tests.bench.catalogue [search] [pages] [--titles 9500] [--database …]`."""

import argparse
import gc
import http.client
import json
import platform
import subprocess
import sys
import tracemalloc
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import process_time, time
from urllib.parse import urlencode

from catalogue.search.index import Entry, TitleIndex
from tests.bench.data import Question, Row, library, own_questions, questions
from tests.bench.serving import Served, served
from tests.bench.unseen import unseen_questions
from tests.serving import ROOT

MECHANISMS = 361


def percentiles(seconds: Sequence[float]) -> str:
    """p50, p95 and the worst, in milliseconds."""
    ordered = sorted(seconds)
    chosen = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1])
    return "p50 {:7.3f}  p95 {:7.3f}  max {:7.3f} ms".format(*(1000 * value for value in chosen))


def timed(function: Callable[[], object]) -> float:
    """Of the processor: what else runs on the machine does not count."""
    started = process_time()
    function()
    return process_time() - started


def megabytes(build: Callable[[], object]) -> float:
    """What is still held of all that was allocated while building."""
    gc.collect()
    tracemalloc.start()
    built = build()
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del built
    return held / 2**20


def entry(row: Row) -> Entry:
    """A title with made-up mechanisms and players, spread as in a library: few are common, most are rare."""
    mechanisms = [f"m{row.id * factor % MECHANISMS % (1 + row.id % MECHANISMS)}" for factor in (3, 7, 11)]
    properties = {"mechanism": mechanisms, "year": [row.year], "players": list(range(2, 3 + row.id % 8))}
    keys = {"name": row.names[0].casefold(), "year": row.year}
    return Entry(row.id, row.names, row.designers, row.votes, row.expansion, properties, keys)


def found_by_kind(index: TitleIndex, asked: Sequence[Question]) -> None:
    """Prints how often an expected title was the first, and among the first five, for each kind of question."""
    kinds: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for question in asked:
        ids = index.search(question.text, size=5).ids
        kinds[question.kind].append((bool(question.expected & set(ids[:1])), bool(question.expected & set(ids))))
    every = [pair for pairs in kinds.values() for pair in pairs]
    for kind, pairs in [*sorted(kinds.items()), ("together", every)]:
        first, five = (100 * sum(pair[place] for pair in pairs) / len(pairs) for place in (0, 1))
        print(f"  {kind:22} {len(pairs):4} questions   first {first:5.1f} %   first five {five:5.1f} %")


def bench_search(size: int, database: str) -> None:
    rows = library(size)
    memory = megabytes(lambda: TitleIndex(map(entry, rows)))
    started = process_time()
    index = TitleIndex(map(entry, rows))
    print(f"\n{len(index):,} titles: built in {process_time() - started:.2f} s, {memory:.0f} MB")
    asked = questions()
    found_by_kind(index, asked)
    if size < 20_000:
        found_by_kind(index, own_questions(rows, seed=11))
        found_by_kind(index, unseen_questions(rows, asked, seed=23))
    counted = ["mechanism", "players"]
    times = {
        "search, first page": [timed(lambda q=q: index.search(q.text)) for q in asked],
        "suggest": [timed(lambda q=q: index.suggest(q.text)) for q in asked],
        "suggest, every letter": [
            timed(lambda text=q.text[:at]: index.suggest(text)) for q in asked[::8] for at in range(1, len(q.text) + 1)
        ],
        "search with counts": [timed(lambda q=q: index.search(q.text, facets=counted)) for q in asked],
        "counts of everything": [timed(lambda: index.search(facets=counted)) for _ in range(200)],
        "two filters, counts": [
            timed(lambda n=n: index.search(filters={"mechanism": [f"m{n}"], "players": [3]}, facets=counted))
            for n in range(200)
        ],
        "one title changed": [timed(lambda row=row: index.put(entry(row))) for row in rows[:200]],
    }
    for label, seconds in times.items():
        print(f"  {label:22} {percentiles(seconds)}")


def bench_pages(size: int, database: str) -> None:
    """Whole answers over HTTP beside the floors of the same run, and how soon another process knows of a change."""
    texts = [question.text for question in questions()][::3]
    with served(size, database) as site:
        site.times(["/fr/catalogue/"])
        print(f"\n{size:,} titles over HTTP, {'PostgreSQL' if database else 'SQLite'}")
        results = [f"/fr/catalogue/?{urlencode({'q': text})}" for text in texts]
        paths = {
            "empty view": ["/floor/empty"] * len(texts),
            "view with one row": ["/floor/row"] * len(texts),
            "results, first time": results,
            "results, again": ["/fr/catalogue/?q=catan"] * len(texts),
            "results, three filters": [
                f"/fr/catalogue/?players={n % 8 + 1}&minutes={20 + n // 2}&age={n % 14 + 4}" for n in range(len(texts))
            ],
            "suggest (API)": [f"/api/v1/titles/suggest/?{urlencode({'q': text[:6]})}" for text in texts],
            "titles (API)": [f"/api/v1/titles/?{urlencode({'search': text})}" for text in texts],
            "titles with facets": [f"/api/v1/titles/?facets=1&{urlencode({'search': text})}" for text in texts],
        }
        # In turns, so that whatever else the machine does weighs on all alike.
        turns = site.times([path for together in zip(*paths.values(), strict=True) for path in together])
        measured = {label: turns[at :: len(paths)] for at, label in enumerate(paths)}
        row = sorted(measured["view with one row"])[int(len(measured["view with one row"]) * 0.95)]
        for label, seconds in measured.items():
            p95 = sorted(seconds)[int(len(seconds) * 0.95)]
            print(f"  {label:22} {percentiles(seconds)}   p95 {p95 / row:5.1f} × one row")
        bare = site.cpu(["/floor/json"] * 500)
        page = site.cpu(results)
        print(f"  CPU: bare JSON {1000 * bare:.2f} ms, results page {1000 * page:.2f} ms, {page / bare:.1f} ×")
        print(f"  memory of the process {site.megabytes():.0f} MB")
        print(f"  a change made in another process is seen after {1000 * freshness(site):.0f} ms")


def freshness(site: Served) -> float:
    """Rename a title in a process of its own; seconds from its commit until the server finds the new name."""
    change = (
        "import django, time; django.setup(); from catalogue.models import *; from catalogue import services;"
        "t = GameTitle.objects.order_by('pk')[50]; t.names.filter(kind='main').update(name='Xylophonqua');"
        "services.mark_changed([t]); print(time.time())"
    )
    done = subprocess.run(
        [sys.executable, "-c", change], env=site.environment, cwd=ROOT, check=True, capture_output=True, text=True
    )
    site.times(["/api/v1/titles/?search=Xylophonqua"])
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    connection.request("GET", "/api/v1/titles/?search=Xylophonqua")
    if json.loads(connection.getresponse().read())["count"] != 1:
        raise SystemExit("the change is not seen")
    return time() - float(done.stdout.split()[-1])


PARTS: dict[str, Callable[[int, str], None]] = {"search": bench_search, "pages": bench_pages}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--titles", type=int, nargs="*", default=[9_500, 171_716])
    parser.add_argument("--database", default="", help="An empty PostgreSQL database for the pages; SQLite without it.")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}")
    for part in options.parts:
        for size in options.titles:
            PARTS[part](size, options.database)


if __name__ == "__main__":
    main()
