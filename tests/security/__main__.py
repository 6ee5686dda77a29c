"""Attacks the site, and reads its code for what could be attacked."""

import argparse
import sys

from tests.security import code, crawl, crowd, floods, headers, schema

STEPS = {
    "bandit": ("code that could be attacked (bandit)", code.bandit),
    "vulture": ("unused code (vulture)", code.vulture),
    "deptry": ("unused libraries (deptry)", code.deptry),
    "audit": ("known holes (pip-audit)", code.audit),
    "headers": ("headers (Mozilla's HTTP Observatory)", headers.observatory),
    "crawl": ("every link, page and script (crawl)", crawl.crawl),
    "crowd": ("a page beside 600 exports of one address", crowd.crowd),
    "schema": ("the API by its schema (schemathesis)", schema.call_all),
    "bots": ("an easy bot while strong ones are asked for everywhere", floods.flood_bots),
    "offers": ("one seat that offers pauses without end", floods.flood_offers),
    "moves": ("one seat that sends moves without end", floods.flood_moves),
    "honest": ("fast and honest play", floods.play_honestly),
}
LONG = {"crawl", "crowd", "schema", "bots", "offers", "honest"}  # these know a short form


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py security", description=__doc__)
    parser.add_argument(
        "steps", nargs="*", help=f"Only these: {', '.join(STEPS)}. All of them when left out."
    )
    parser.add_argument(
        "--short", action="store_true", help="Fewer pages are crawled and fewer calls generated."
    )
    given = parser.parse_args()
    if unknown := set(given.steps) - set(STEPS):
        parser.error(f"There is no step {', '.join(sorted(unknown))}.")
    return given


def main() -> int:
    given, failed = asked(), 0
    for name in given.steps or STEPS:
        label, step = STEPS[name]
        faults = step(given.short) if name in LONG else step()
        word = "not known here: a tool is missing or its index does not answer"
        word = word if faults is None else "FAIL" if faults else "ok"
        print(f"{label}: {word}", *(faults or []), sep="\n  ", flush=True)
        failed += bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
