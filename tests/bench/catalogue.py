"""What the catalogue costs.

`python -m tests.bench.catalogue [search] [pages] [--titles 9500] [--database postgres://…]`
"""

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
from functools import partial
from time import process_time, time
from typing import NamedTuple
from urllib.parse import urlencode

from catalogue.search.index import Entry, TitleIndex
from tests.bench import data
from tests.bench.rows import Question, Row
from tests.bench.serving import Served, served
from tests.bench.unseen import unseen_questions
from tests.serving import ROOT

MECHANISMS = 361
COUNTED_FACETS = ["mechanism", "players"]
ONE_ROW = "view with one row"
# In a larger library it takes too long to look up which titles a made question means.
MAX_TITLES_FOR_MADE_QUESTIONS = 20_000


def percentiles(seconds: Sequence[float]) -> str:
    """p50, p95 and the worst, in milliseconds."""
    ordered = sorted(seconds)
    chosen = (ordered[len(ordered) // 2], percentile_95(seconds), ordered[-1])
    return "p50 {:7.3f}  p95 {:7.3f}  max {:7.3f} ms".format(*(1000 * value for value in chosen))


def percentile_95(seconds: Sequence[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


# ── The index in this process ─────────────────────────────────────────────────────────────────────


def measure_cpu(function: Callable[[], object]) -> float:
    """Seconds of the processor, so that other processes of the machine do not count."""
    started = process_time()
    function()
    return process_time() - started


def measure_megabytes(build: Callable[[], object]) -> float:
    """The memory of what `build` returns."""
    gc.collect()
    tracemalloc.start()
    built = build()
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del built
    return held / 2**20


def make_entry(row: Row) -> Entry:
    """A title with made-up mechanisms and players, spread as in a library: few are common, most are rare."""
    mechanisms = [f"m{row.id * factor % MECHANISMS % (1 + row.id % MECHANISMS)}" for factor in (3, 7, 11)]
    properties = {"mechanism": mechanisms, "year": [row.year], "players": list(range(2, 3 + row.id % 8))}
    keys = {"name": row.names[0].casefold(), "year": row.year}
    return Entry(row.id, row.names, row.designers, row.votes, row.expansion, properties, keys)


class HitRate(NamedTuple):
    """Whether an expected title was the first result of a question, and among the first five."""

    is_first: bool
    is_in_five: bool


def print_hit_rates(index: TitleIndex, questions: Sequence[Question]) -> None:
    hits_by_kind: dict[str, list[HitRate]] = defaultdict(list)
    for question in questions:
        ids = index.search(question.text, size=5).ids
        hit = HitRate(bool(question.expected & set(ids[:1])), bool(question.expected & set(ids)))
        hits_by_kind[question.kind].append(hit)
    all_hits = [hit for hits in hits_by_kind.values() for hit in hits]
    for kind, hits in [*sorted(hits_by_kind.items()), ("together", all_hits)]:
        first = 100 * sum(hit.is_first for hit in hits) / len(hits)
        in_five = 100 * sum(hit.is_in_five for hit in hits) / len(hits)
        print(f"  {kind:22} {len(hits):4} questions   first {first:5.1f} %   first five {in_five:5.1f} %")


def bench_search(size: int, options: argparse.Namespace) -> None:
    rows = data.library(size)
    memory = measure_megabytes(lambda: TitleIndex(map(make_entry, rows)))
    started = process_time()
    index = TitleIndex(map(make_entry, rows))
    print(f"\n{len(index):,} titles: built in {process_time() - started:.2f} s, {memory:.0f} MB")
    questions = data.questions()
    print_hit_rates(index, questions)
    if size < MAX_TITLES_FOR_MADE_QUESTIONS:
        print_hit_rates(index, data.own_questions(rows, seed=11))
    print_hit_rates(index, unseen_questions(rows, questions, seed=options.unseen_seed))
    for label, seconds in measure_index(index, rows, [question.text for question in questions]).items():
        print(f"  {label:22} {percentiles(seconds)}")


def measure_index(index: TitleIndex, rows: Sequence[Row], texts: Sequence[str]) -> dict[str, list[float]]:
    """Label of an operation -> the seconds that each call took."""
    beginnings = [text[:length] for text in texts[::8] for length in range(1, len(text) + 1)]
    filters = [{"mechanism": [f"m{number}"], "players": [3]} for number in range(200)]

    def search_with_counts(text: str) -> object:
        return index.search(text, facets=COUNTED_FACETS)

    def count_everything(_number: int) -> object:
        return index.search(facets=COUNTED_FACETS)

    def search_with_filters(two_filters: dict[str, list]) -> object:
        return index.search(filters=two_filters, facets=COUNTED_FACETS)

    def change_title(row: Row) -> None:
        index.put(make_entry(row))

    operations: dict[str, tuple[Callable, Sequence]] = {
        "search, first page": (index.search, texts),
        "suggest": (index.suggest, texts),
        "suggest, every letter": (index.suggest, beginnings),
        "search with counts": (search_with_counts, texts),
        "counts of everything": (count_everything, range(200)),
        "two filters, counts": (search_with_filters, filters),
        "one title changed": (change_title, rows[:200]),
    }
    return {
        label: [measure_cpu(partial(operation, argument)) for argument in arguments]
        for label, (operation, arguments) in operations.items()
    }


# ── Pages over HTTP ───────────────────────────────────────────────────────────────────────────────


def bench_pages(size: int, options: argparse.Namespace) -> None:
    """Whole responses beside the empty views of the same run, and how soon another process knows of a change."""
    texts = [question.text for question in data.questions()][::3]
    with served(size, options.database) as site:
        site.times(["/fr/catalogue/"])
        print(f"\n{size:,} titles over HTTP, {'PostgreSQL' if options.database else 'SQLite'}")
        paths_by_label = list_paths(texts)
        print_times(site, paths_by_label)
        print_cpu(site, paths_by_label["results, first time"], paths_by_label["titles (API)"])
        print(f"  memory of the process {site.megabytes():.0f} MB")
        print(f"  a change made in another process is seen after {1000 * measure_freshness(site):.0f} ms")


def list_paths(texts: Sequence[str]) -> dict[str, list[str]]:
    """Label -> as many paths as there are texts."""
    return {
        "empty view": ["/floor/empty"] * len(texts),
        ONE_ROW: ["/floor/row"] * len(texts),
        "results, first time": [f"/fr/catalogue/?{urlencode({'q': text})}" for text in texts],
        "results, again": ["/fr/catalogue/?q=catan"] * len(texts),
        "results, three filters": [
            f"/fr/catalogue/?players={n % 8 + 1}&minutes={20 + n // 2}&age={n % 14 + 4}"
            for n in range(len(texts))
        ],
        "suggest (API)": [f"/api/v1/titles/suggest/?{urlencode({'q': text[:6]})}" for text in texts],
        "titles (API)": [f"/api/v1/titles/?{urlencode({'search': text})}" for text in texts],
        "titles (API), again": ["/api/v1/titles/?search=catan"] * len(texts),
        "titles with facets": [f"/api/v1/titles/?facets=1&{urlencode({'search': text})}" for text in texts],
    }


def print_times(site: Served, paths_by_label: dict[str, list[str]]) -> None:
    """Ask for one path of each label in turn, so that other work of the machine slows down all labels alike."""
    rounds = zip(*paths_by_label.values(), strict=True)
    seconds = site.times([path for paths in rounds for path in paths])
    seconds_by_label = {
        label: seconds[place :: len(paths_by_label)] for place, label in enumerate(paths_by_label)
    }
    one_row = percentile_95(seconds_by_label[ONE_ROW])
    for label, measured in seconds_by_label.items():
        share = percentile_95(measured) / one_row
        print(f"  {label:22} {percentiles(measured)}   p95 {share:5.1f} × one row")


def print_cpu(site: Served, results: Sequence[str], lists: Sequence[str]) -> None:
    json_view = site.cpu(["/floor/json"] * 500)
    page = site.cpu(results)
    listed = site.cpu(lists)
    print(
        f"  CPU: bare JSON {1000 * json_view:.2f} ms, results page {1000 * page:.2f} ms, {page / json_view:.1f} ×,"
        f" the same titles as JSON {1000 * listed:.2f} ms, {listed / page:.1f} × the page"
    )


def measure_freshness(site: Served) -> float:
    """Rename a title in a process of its own; seconds from its commit until the server finds the new name."""
    change = (
        "import django, time; django.setup(); from catalogue.models import *; from catalogue import services;"
        "t = GameTitle.objects.order_by('pk')[50]; t.names.filter(kind='main').update(name='Xylophonqua');"
        "services.mark_changed([t]); print(time.time())"
    )
    done = subprocess.run(
        [sys.executable, "-c", change],
        env=site.environment,
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    site.times(["/api/v1/titles/?search=Xylophonqua"])
    connection = http.client.HTTPConnection("127.0.0.1", site.port)
    connection.request("GET", "/api/v1/titles/?search=Xylophonqua")
    if json.loads(connection.getresponse().read())["count"] != 1:
        raise SystemExit("the change is not seen")
    return time() - float(done.stdout.split()[-1])


PARTS: dict[str, Callable[[int, argparse.Namespace], None]] = {"search": bench_search, "pages": bench_pages}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS))
    parser.add_argument("--titles", type=int, nargs="*", default=[9_500, 171_716])
    parser.add_argument(
        "--database", default="", help="An empty PostgreSQL database for the pages; SQLite without it."
    )
    parser.add_argument(
        "--unseen-seed",
        type=int,
        default=23,
        metavar="N",
        help="draws the questions that the search was not tuned with; choose another N after tuning (23)",
    )
    options = parser.parse_args()
    print(f"Python {platform.python_version()}. {data.describe_source()}")
    for part in options.parts:
        for size in options.titles:
            PARTS[part](size, options)


if __name__ == "__main__":
    main()
