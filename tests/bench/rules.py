"""What rules cost: `python -m tests.bench.rules [--sections 25000] [--database postgres://…]`.

Pages are compared with an empty view of the same site in the same run. The many sections are made of the
shipped rules' own sentences, dealt anew, so that common words are as common as in life.
"""

# ruff: noqa: E402 (Django must know its settings before models may be imported)
import argparse
import gzip
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time

OPTIONS = argparse.ArgumentParser(description=__doc__)
OPTIONS.add_argument("--sections", type=int, default=25_000)
OPTIONS.add_argument("--database", default="", help="An empty PostgreSQL database; SQLite without it.")
CHOSEN = OPTIONS.parse_args()
os.environ["DATABASE_URL"] = CHOSEN.database
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="rules-bench-"))

import django

django.setup()

from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils.translation import activate

from games.registry import ENGINES
from rules_docs.models import RuleDocument, Section, SectionText, Translation
from rules_docs.printing import pdf
from rules_docs.printing.source import PrintRequest
from rules_docs.reading.reader import read_rule
from rules_docs.search.index_writer import index_document
from rules_docs.search.live_index import rules_index
from rules_docs.search.section_search import search_sections, suggest_sections

PAGE = "/fr/regles/shanghaien/"
QUESTIONS = """
    dés des équipage carte joueur Kapitän Würfel Wuerfel crew dice carta punti gagner scoring tavern Karte bateau
    voisine manche Matrose sailor
"""
LONGER = [
    "tiro mancino",
    "roll again",
    "Black Jack",
    "fin de la partie",
    "carte la plus forte",
    "wer beginnt die Runde",
]
LANGUAGES = ("fr", "en", "it", "de")


def percentiles(seconds: Sequence[float]) -> str:
    """p50, p95 and the worst, in milliseconds."""
    ordered = sorted(seconds)
    chosen = (ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[-1])
    return "p50 {:8.3f}  p95 {:8.3f}  max {:8.3f} ms".format(*(1000 * value for value in chosen))


def timed(function: Callable[[], object]) -> float:
    started = perf_counter()
    function()
    return perf_counter() - started


def both(function: Callable[[], object]) -> tuple[float, float]:
    """By the clock, and by this thread's processor: what a busy machine would hide."""
    clock, processor = perf_counter(), thread_time()
    function()
    return perf_counter() - clock, thread_time() - processor


def typical(function: Callable[[], object], times: int = 60) -> float:
    """The middle of many, so that a busy neighbour does not count."""
    return sorted(timed(function) for _ in range(times))[times // 2]


def pages() -> None:
    client = Client(headers={"Accept-Language": "fr"})
    client.get("/floor/empty")
    first = timed(lambda: client.get(PAGE))
    empty, again = typical(lambda: client.get("/floor/empty")), typical(lambda: client.get(PAGE))
    etag = client.get(PAGE)["ETag"]
    same = typical(lambda: client.get(PAGE, headers={"If-None-Match": etag}))

    def unread() -> None:
        cache.clear()
        client.get(PAGE)

    cold = typical(unread, 15)
    print(f"rule page, very first      {1000 * first:8.2f} ms")
    for name, seconds in (
        ("empty view", empty),
        ("page, nothing cached", cold),
        ("page again", again),
        ("304", same),
    ):
        print(f"{name:26} {1000 * seconds:8.2f} ms   {seconds / empty:5.1f} × the empty view")
    print(f"rule page compressed       {len(gzip.compress(client.get(PAGE).content, 6)) / 1000:8.1f} kB")


def files() -> None:
    for slug in ENGINES:
        document = RuleDocument.objects.get(slug=slug)
        activate("fr")
        for beside in (None, "de"):
            request = PrintRequest(read_rule(document, "fr", beside))
            cache.clear()
            taken = timed(lambda request=request: pdf.print_rule(request))
            name = f"PDF of {slug}" + (" with German" if beside else "")
            print(f"{name:30} {1000 * taken:7.0f} ms   {len(pdf.print_rule(request)) / 1000:6.0f} kB")


def fill(wanted: int) -> int:
    """Documents with the shipped skeletons and their sentences in a new order, until there are so
    many texts.
    """
    chance = random.Random(4)
    model = list(
        SectionText.objects.select_related("section").order_by("section__document", "section__position")
    )
    pool = {
        code: [line for text in model if text.language == code for line in text.plain.split("\n")]
        for code in LANGUAGES
    }
    made = len(model)
    number = 0
    while made < wanted:
        number += 1
        document = RuleDocument.objects.create(slug=f"made-{number}", pivot="fr", rights="rewrite")
        Translation.objects.bulk_create(
            Translation(document=document, language=code, title=f"Rule {number}", published=True)
            for code in LANGUAGES
        )
        sections = Section.objects.bulk_create(
            Section(document=document, key=f"section-{place}", position=place) for place in range(21)
        )
        SectionText.objects.bulk_create(
            SectionText(
                section=section,
                language=code,
                heading=chance.choice(model).heading,
                body="",
                plain="\n".join(chance.choices(pool[code], k=8)),
            )
            for section in sections
            for code in LANGUAGES
        )
        index_document(document)
        made += 21 * len(LANGUAGES)
    return made


def questions(sections: int) -> None:
    started = perf_counter()
    made = fill(sections)
    print(f"made and analysed {made} section texts in {perf_counter() - started:.1f} s")
    rules_index.clear()
    print(f"index read into memory in {timed(lambda: search_sections('x', language='fr')):.2f} s")
    asked = [(text, code) for text in [*QUESTIONS.split(), *LONGER] for code in LANGUAGES] * 4
    for text, code in asked[: len(asked) // 4]:
        search_sections(text, language=code)
    taken = [both(lambda text=text, code=code: search_sections(text, language=code)) for text, code in asked]
    for name, seconds in zip(("clock", "processor"), zip(*taken, strict=True), strict=True):
        print(f"search, {name:10} {percentiles(seconds)}   {len(asked)} questions")
    typed = [text[:length] for text in QUESTIONS.split() for length in (2, 3, 4)]
    taken = [both(lambda text=text: suggest_sections(text, language="fr")) for text in typed]
    for name, seconds in zip(("clock", "processor"), zip(*taken, strict=True), strict=True):
        print(f"suggest, {name:9} {percentiles(seconds)}   {len(typed)} beginnings")
    document = RuleDocument.objects.get(slug="made-1")
    taken = []
    for _ in range(5):
        index_document(document)
        taken.append(timed(lambda: search_sections("dés", language="fr")))
    print(f"after an edit {percentiles(taken)}")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(f"load_rules, three rules: {timed(lambda: call_command('load_rules', verbosity=0)):.2f} s")
    print(f"load_rules, unchanged:   {timed(lambda: call_command('load_rules', verbosity=0)):.2f} s")
    pages()
    files()
    questions(CHOSEN.sections)


if __name__ == "__main__":
    main()
