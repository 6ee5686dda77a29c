"""Several who change the catalogue at once: two desks, a cataloguer, an import.

None waits for another for ever.
"""

import pytest

pytestmark = pytest.mark.slow

WORK = """
import json, pathlib, tempfile, threading
from contextlib import suppress
from datetime import date, timedelta
from django.db import connections
from catalogue.desk import cataloguing, lending
from catalogue.importing.importer import import_file
from catalogue.models import Copy, GameTitle
from tests.catalogue.making import make_copy, make_title

boxes = [make_copy(make_title(f"Game {n}", bgg_id=n + 1), inventory_number=f"E{n:04}") for n in range(30)]
file, today, wrong = pathlib.Path(tempfile.mkdtemp(), "boxes.csv"), date(2026, 11, 2), []
rows = [f"{n + 1},Another {n},{box.inventory_number},B{n},{30 - n if n > 15 else ''}" for n, box in enumerate(boxes)]
file.write_text("\\n".join(["bgg_id,name,inventory_number,shelf,base_bgg_id", *rows]))

def desk(order):
    for box in boxes[::order]:
        whom = {"borrower": "Anna", "borrower_kind": "person"}
        with suppress(lending.DeskRefusal):  # the other desk has just lent it, or taken it in
            lending.lend_copies(copies=[box.pk], out=today, due=today + timedelta(days=7), **whom)
        with suppress(lending.DeskRefusal):
            lending.return_copies(returned=[lending.ReturnedBox(box.pk, "a die", "good")], on=today)

def catalogue():
    for box in boxes:
        cataloguing.change_many(things=GameTitle.objects.filter(pk=box.title_id), values={"age": 9})

def run(job):
    try:
        job()
    except Exception as error:
        wrong.append(repr(error))
    finally:
        connections.close_all()

jobs = [lambda: desk(1), lambda: desk(-1), catalogue, lambda: import_file(file, batch_size=5)]
threads = [threading.Thread(target=run, args=[job]) for job in jobs]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(60)
told = sorted(Copy.objects.values_list("missing", "status", "title__age", "shelf__code"))
print(json.dumps([wrong, told]))
"""


def test_who_changes_the_catalogue_at_once_has_turns(empty):
    """On PostgreSQL it ended in deadlocks before they had."""
    house = empty("house")
    house.prepare()
    wrong, told = house.says(WORK)
    assert wrong == []
    assert told == sorted(["a die", "in", 9, f"B{n}"] for n in range(30))
