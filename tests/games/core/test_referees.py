"""Random matches and recorded ones, counted again by referees who know only the rule pages and the record's
format.
"""

from __future__ import annotations

import json

import pytest

from games.core import records
from games.core.simulation import Case
from tests.games.core.conformance import case_parameters, play_random_match
from tests.games.core.fixtures import list_record_files
from tests.games.core.referees import REFEREES

KEPT = [json.loads(file.read_text(encoding="utf-8")) for file in list_record_files()]
WHOLE = [record for record in KEPT if record["result"]["reason"] == "complete"]


@pytest.mark.parametrize("case", case_parameters())
def test_whoever_follows_the_rule_page_comes_to_the_same_scores(case: Case) -> None:
    for seed in range(100, 115):
        record = json.loads(json.dumps(records.write_document(play_random_match(case, seed))))
        assert REFEREES[record["game"]](record) == record["result"]["scores"], seed


def test_recorded_matches_need_no_engine_to_be_counted() -> None:
    assert [REFEREES[record["game"]](record) for record in WHOLE] == [
        record["result"]["scores"] for record in WHOLE
    ]
