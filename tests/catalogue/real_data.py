"""Real collections and the list of all ids, which lie beside the project and are no part of it.

`python3 run.py check` runs this where they are; by its name the other tests pass it over.
"""

import pytest

from catalogue.importing.importer import import_file
from catalogue.models import Copy
from tests.bench.data import FOLDER, ranks
from tests.catalogue.importing.test_formats import counts
from tests.catalogue.test_demo import rows


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("collection_export_760.csv", (631, 3, 0, 126, 0)),
        ("collection_export_owner_43.csv", (43, 0, 0, 0, 0)),
        ("collection_export_duplicates.csv", (6, 0, 0, 3, 0)),
        ("damaged_excel_de.csv", (0, 0, 0, 0, 713)),
        ("damaged_conflict_markers.csv", (0, 0, 0, 0, 1530)),
    ],
)
def test_real_files(name, first):
    assert counts(import_file(FOLDER / name)) == first
    assert Copy.objects.count() == sum(first[:3])
    made, changed, same, passed, refused = first
    assert counts(import_file(FOLDER / name)) == (0, 0, made + changed + same, passed, refused)


def test_ids_names_and_years_of_the_demo_library_are_those_of_the_world():
    known = {row["id"]: row for row in ranks()}
    for row in rows():
        there = known[row["bgg_id"]]
        assert there["name"] == row["name"]
        if row["year"]:
            assert there["yearpublished"] == row["year"]
            assert (there["is_expansion"] == "1") == (row["kind"] == "expansion"), row["name"]
