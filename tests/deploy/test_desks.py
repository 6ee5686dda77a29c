"""Two desks on PostgreSQL that have the same box in their hands: one waits for the other, and
neither breaks.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.deploy.production import need_postgres
from tests.faults.arena import ROOT
from tests.faults.scenarios import Cluster
from tests.serving import environment

pytestmark = pytest.mark.slow
DESKS = """
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from django.db import connection
from catalogue.desk import DeskRefusal, lending
from catalogue.models import Copy, GameTitle
titles = [GameTitle.objects.create(slug=f"t{n}", sort_key=f"t{n}") for n in range(5)]
boxes = [Copy.objects.create(title=title, inventory_number=f"E{title.pk}").pk for title in titles]
day = date(2026, 3, 2)
def desk(mine):
    broken = []
    for _ in range(40):
        for step in (
            lambda: lending.lend_copies(copies=mine, borrower="Anna", borrower_kind="person", out=day, due=day),
            lambda: lending.return_copies(returned=[lending.ReturnedBox(pk, "", "good") for pk in mine], on=day),
        ):
            try:
                step()
            except DeskRefusal:
                pass
            except Exception as error:
                broken.append(str(error))
    connection.close()
    return broken
with ThreadPoolExecutor(2) as people:
    print(json.dumps(sum(people.map(desk, [boxes, boxes[-1:]]), [])))
"""


def test_neither_of_two_desks_breaks():
    need_postgres()
    with tempfile.TemporaryDirectory(prefix="escale-desks-") as name:
        cluster = Cluster(Path(name))
        try:
            given = environment(Path(name) / "data", DATABASE_URL=cluster.url)
            for command in (["migrate", "-v0"], ["shell", "--no-imports", "-v0", "-c", DESKS]):
                run = [sys.executable, "manage.py", *command]
                done = subprocess.run(run, cwd=ROOT, env=given, capture_output=True, text=True, timeout=300)
                assert done.returncode == 0, done.stderr
        finally:
            cluster.stop("immediate")
    assert json.loads(done.stdout.splitlines()[-1]) == []
