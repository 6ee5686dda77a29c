"""Evenings of random groups: `python -m tests.bench.evenings [--groups 2000] [--boxes 9000]`.

Proposals are made on the demo library, or on one that is made of copies of its titles until it has so many boxes.
Every fourth group puts the boxes of a proposal aside, and the desk lends a box now and then. Prints for how many
groups there was a proposal, and the processor time of one; fails if a box is promised or lent twice on a day.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

from tests.serving import copy_prepared_data, environment

DAYS, TARGET_MS = 60, 50


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.evenings", description=__doc__)
    parser.add_argument("--groups", type=int, default=2000)
    parser.add_argument("--boxes", type=int, default=0, help="as many boxes; those of the demo library (0)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="escale-evenings-") as folder:
        given = environment(Path(folder, "data"), DEMO="1", DJANGO_SETTINGS_MODULE="escale.settings")
        if not copy_prepared_data(Path(folder, "data"), demo=True):
            subprocess.run([sys.executable, "manage.py", "prepare"], env=given, check=True)
        os.environ |= given
        return measure(options.groups, options.boxes)


def measure(groups: int, boxes: int) -> int:
    import django

    django.setup()
    from django.utils import timezone

    from catalogue.evenings import planning, plans
    from catalogue.models import Copy

    copy_titles(boxes)
    chance, today = random.Random(21), timezone.localdate()
    planning.propose(make_group(chance), today, today=today)  # reads the index
    seconds, served = [], Counter()
    for number in range(groups):
        group, day = make_group(chance), today + timedelta(days=chance.randrange(DAYS))
        began = time.process_time()
        proposals = planning.propose(group, day, today=today)
        seconds.append(time.process_time() - began)
        served[bool(proposals)] += 1
        if proposals and number % 4 == 0:
            put_aside(plans, f"Group {number}", day, chance.choice(proposals), today)
        if number % 10 == 0:
            lend(chance, day, today)
    seconds.sort()
    middle, high = seconds[groups // 2] * 1000, seconds[int(groups * 0.95)] * 1000
    twice = count_promised_twice(today)
    print(
        f"{Copy.objects.count()} boxes, {groups} groups: a proposal for {served[True] / groups:.1%}; "
        f"{middle:.1f} ms, p95 {high:.1f} ms (target {TARGET_MS}); boxes promised twice: {twice}",
        flush=True,
    )
    return bool(twice)


def make_group(chance: random.Random):
    from catalogue.evenings.planning import Group

    return Group(
        people=chance.randint(1, 14),
        minutes=chance.choice((60, 90, 120, 150, 180, 240)),
        age=chance.choice((None, None, 6, 8, 10, 14)),
        mood=chance.choice(("", "", "light", "cooperative", "text_free")),
    )


def put_aside(plans, name: str, day: date, proposal, today: date) -> None:
    from datetime import time as clock

    from catalogue.desk import DeskRefusal

    evening = plans.plan_evening(name=name, day=day, begins=clock(19), minutes=120, today=today)
    evening.proposals = [[seating.title_id for seating in proposal]]
    evening.save()
    try:
        plans.put_aside(evening=evening, key=plans.list_keys(evening)[0], today=today)
    except DeskRefusal:
        return  # No box is free any more, or one name has too many.


def lend(chance: random.Random, due: date, today: date) -> None:
    from catalogue.desk import DeskRefusal, lending
    from catalogue.models import Copy

    box = chance.choice(Copy.objects.available().values_list("pk", flat=True))
    try:
        lending.lend_copies(copies=[box], borrower="Anna", borrower_kind="person", out=today, due=due)
    except DeskRefusal:
        return  # It is promised, and nobody confirms to break the promise.


def count_promised_twice(today: date) -> int:
    """Days on which more boxes of a title are lent and promised than there are."""
    from catalogue.desk.promises import load_calendars
    from catalogue.models import Reservation

    title_ids = Reservation.objects.current(today).values_list("title_id", flat=True).distinct()
    calendars = load_calendars(list(title_ids), today=today).values()
    days = [today + timedelta(days=number) for number in range(DAYS)]
    return sum(calendar.count_free(day) < 0 for calendar in calendars for day in days)


def copy_titles(boxes: int) -> None:
    """Copies of the titles of the demo library, with their names, tags and boxes, until there are so many boxes."""
    from catalogue import services
    from catalogue.models import Copy, GameTitle, TitleName, TitleTag

    titles = list(GameTitle.objects.prefetch_related("names", "copies"))
    tags = {title.pk: list(TitleTag.objects.filter(title=title)) for title in titles}
    number = 0
    while Copy.objects.count() < boxes:
        number += 1
        made = [(title, _duplicate(title, slug=f"{title.slug}-{number}", bgg_id=None)) for title in titles]
        GameTitle.objects.bulk_create([new for _old, new in made])
        for model, rows in (
            (TitleName, [_duplicate(row, title=new) for old, new in made for row in old.names.all()]),
            (TitleTag, [_duplicate(row, title=new) for old, new in made for row in tags[old.pk]]),
            (
                Copy,
                [
                    _duplicate(row, title=new, status="in", inventory_number=None, source_id=None)
                    for old, new in made
                    for row in old.copies.all()
                ],
            ),
        ):
            model.objects.bulk_create(rows)
    services.mark_changed(GameTitle.objects.values_list("pk", flat=True))


def _duplicate(row, **changes):
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    new = type(row)(**{name: value for name, value in fields.items() if name != row._meta.pk.attname})
    for name, value in changes.items():
        setattr(new, name, value)
    return new


if __name__ == "__main__":
    sys.exit(main())
