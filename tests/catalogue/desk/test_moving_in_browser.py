"""A library moves in through a browser: from the spreadsheet that somebody made by hand to the first loan."""

import json

import pytest

from tests.catalogue.desk.moving_in import MovingIn
from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
# A heading, headers in two rows with merged cells, a column that only this library understands, a range, a time
# in words, and a row that names no game.
SPREADSHEET = (
    "Ludothèque du Val – état au 3 mars;;;;;;;\r\n;;;;;;;\r\n"
    "Jeu;;Joueurs;;Durée;Réserve;;Remarques\r\n"
    "Titre;Éditeur;min;max;;Casier;N° d’inventaire;\r\n"
    "Le Val des Brumes;Maison;2;4;30-45 min;R7;;boîte abîmée\r\n"
    "Les Moulins de papier;Maison;2;10;une soirée;R8;;\r\n"
    "Trois Sapins;;2;6;20;;;complet\r\n"
    ";Maison;2;6;20;R9;;qui l’a écrite ?\r\n"
)
LOOK = """
import json
from catalogue.models import Copy, ImportJob
job = ImportJob.objects.get(name="val.csv")
boxes = Copy.objects.filter(import_job=job).order_by("pk")
rows = list(boxes.values_list("title__names__name", "inventory_number", "shelf__code", "status", "note"))
print(json.dumps({"boxes": rows, "report": job.report}))
"""


def test_a_spreadsheet_becomes_boxes_that_are_lent(site, page, superuser, tmp_path):
    path = tmp_path / "val.csv"
    path.write_bytes(SPREADSHEET.encode("cp1252"))
    in_browser(page, *superuser("moving"), "/staff/desk/")
    move = MovingIn(page)
    move.send(path)
    move.map_columns({"Réserve Casier": "shelf"})
    assert move.read_comparison() == {"new": 3, "changed": 0, "unchanged": 0, "doubtful": 1, "refused": 1}
    move.start()
    move.number_and_shelve(first="VAL01", shelf="Z9")
    assert move.print_labels().startswith(b"%PDF")
    move.lend("VAL01", "Anna")
    known = json.loads(site.manage("shell", "-v", "0", "-c", LOOK).splitlines()[-1])
    assert known["boxes"] == [
        ["Le Val des Brumes", "VAL03", "R7", "in", "boîte abîmée"],
        ["Les Moulins de papier", "VAL01", "R8", "out", ""],
        ["Trois Sapins", "VAL02", "Z9", "in", "complet"],
    ]
    cells = known["report"]["cells"]
    # What came in and what was left is what the file had.
    assert cells["total"] == 24
    assert cells["total"] == cells["read"] + cells["unreadable"] + cells["refused"] + sum(
        cells["unread"].values()
    )
    assert (cells["unreadable"], cells["refused"]) == (1, 6)
    assert move.clicks <= 18
