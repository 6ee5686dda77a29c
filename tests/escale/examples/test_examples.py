"""Every request and answer of the schema has an example; the requests are sent, and answered as the schema says."""

import pytest

from games.notifying import webhooks
from tests.escale.examples import tour as tours
from tests.escale.examples import visits

HOW = "run: WRITE_EXAMPLES=1 python -m pytest tests/escale/examples"


@pytest.mark.slow
def test_every_example_is_accepted_and_answered_as_the_schema_says(
    client, db, django_user_model, monkeypatch
):
    monkeypatch.setattr(webhooks, "post", lambda url, secret, content: 204)
    account = django_user_model.objects.create_user("anna", password="a long enough secret")
    tour = tours.Tour(client)
    visits.visit_catalogue(tour)
    visits.visit_rules(tour)
    visits.visit_games(tour)
    visits.visit_match_with_a_bot(tour)
    visits.visit_match_of_people(tour)
    visits.visit_real_table(tour)
    visits.visit_absence(tour)
    visits.visit_account(tour, account)
    visits.visit_desk(tour, account)
    visits.provoke_problems(tour, account, monkeypatch)
    if tours.WRITE:
        tour.write_files()
    assert tour.faults == [], "\n".join(tour.faults)
    assert set(tour.examples) == set(tours.load_operations()) - visits.STREAMS
    assert set(tour.problems) == set(tours.load_example(tours.PROBLEMS)), HOW


def test_every_operation_has_examples_that_its_schema_accepts():
    operations = set(tours.load_operations()) - visits.STREAMS
    faults = {operation: tours.find_faults_of_example(operation) for operation in sorted(operations)}
    assert {operation: found for operation, found in faults.items() if found} == {}, HOW


def test_every_problem_in_the_schema_has_an_example():
    examples = tours.load_schema()["components"]["examples"]
    for operation, (_method, _path, described) in tours.load_operations().items():
        for status, response in described["responses"].items():
            if tours.PROBLEM_TYPE in response.get("content", {}):
                assert f"Problem{status}" in examples, f"{operation} {status}: {HOW}"
    assert tours.find_faults_of_problems() == []


def test_no_example_is_of_an_operation_that_is_gone():
    names = {file.stem for file in tours.FOLDER.glob("*.json")}
    assert names - {tours.PROBLEMS} <= set(tours.load_operations())
