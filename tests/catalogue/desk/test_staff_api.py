"""Programs of staff: lists of the desk with `desk:read`, changes with `catalogue:write`, never more than the roles."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from catalogue import services
from catalogue.models import Copy, GameTitle
from catalogue.web.api.desk import changes
from escale.common.account_tokens import create_token
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
READ, WRITE = ["desk:read"], ["catalogue:write"]


@pytest.fixture
def call(client):
    """Sends a request with a token and gives status and body."""

    def send(token, method, path, body=None, **headers):
        content = json.dumps(body) if body is not None else ""
        headers |= {"Authorization": f"Token {token}"} if token else {}
        answer = client.generic(
            method, f"/api/v1/{path}", content, content_type="application/json", headers=headers
        )
        return answer.status_code, answer.json()

    return send


@pytest.fixture
def token_of(clerk_of):
    return lambda role, scopes: create_token(clerk_of(role), "program", scopes)[1]


@pytest.fixture
def lent(house):
    """The house with a box that is late."""
    today = timezone.localdate()
    services.lend_copy(
        house[0], borrower="Room 12", due=today - timedelta(days=1), out=today - timedelta(days=9)
    )
    return house


READING = ["desk/boxes/", "desk/boxes/{box}/", "desk/loans/"]
CHANGES = {
    ("POST", "titles/"): {"name": "Kraken"},
    ("PATCH", "titles/hive/"): {"changed_in": 99, "year": 2001},
    ("POST", "titles/hive/copies/"): {},
    ("PATCH", "desk/boxes/{box}/"): {"changed_in": 99, "note": "x"},
}


@pytest.mark.parametrize("path", READING)
def test_a_guest_and_a_token_without_the_scope_read_nothing(call, house, token_of, path):
    path = path.format(box=house[0].pk)
    assert call("", "GET", path)[1]["code"] == "no_staff_token"
    status, problem = call(token_of(roles.HOUSE_KEEPER, ["read", "play", *WRITE]), "GET", path)
    assert (status, problem["code"], problem["scope"]) == (403, "missing_scope", "desk:read")


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_a_guest_and_a_token_without_the_scope_change_nothing(call, house, token_of, method, path):
    address, body = path.format(box=house[0].pk), CHANGES[method, path]
    assert call("", method, address, body)[1]["code"] == "no_staff_token"
    status, problem = call(token_of(roles.HOUSE_KEEPER, ["read", "play", *READ]), method, address, body)
    assert (status, problem["code"], problem["scope"]) == (403, "missing_scope", "catalogue:write")
    assert not AuditEntry.objects.exclude(kind="common.accounttoken").exists()


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (roles.READER, {"boxes"}),
        (roles.DESK, {"boxes", "loans", "change box"}),
        (roles.CATALOGUER, {"boxes", "add title", "change title", "add box", "change box"}),
    ],
)
def test_a_token_may_do_no_more_than_the_roles_of_its_account(call, house, token_of, role, allowed):
    token = token_of(role, [*READ, *WRITE])
    calls = {
        "boxes": ("GET", "desk/boxes/"),
        "loans": ("GET", "desk/loans/"),
        "add title": ("POST", "titles/"),
        "change title": ("PATCH", "titles/hive/"),
        "add box": ("POST", "titles/hive/copies/"),
        "change box": ("PATCH", "desk/boxes/{box}/"),
    }
    done = set()
    for name, (method, path) in calls.items():
        status, body = call(token, method, path.format(box=house[0].pk), CHANGES.get((method, path)))
        if status == 403:
            assert body["code"] == "missing_permission"
        else:
            done.add(name)
            assert status in (200, 201), body
    assert done == allowed


def test_who_is_no_member_of_staff_any_more_reads_nothing(call, house, clerk_of):
    clerk = clerk_of(roles.HOUSE_KEEPER)
    token = create_token(clerk, "program", READ)[1]
    clerk.is_staff = False
    clerk.save()
    assert call(token, "GET", "desk/boxes/")[1]["code"] == "missing_permission"


def test_a_token_for_the_desk_does_not_see_matches(call, token_of):
    token = token_of(roles.READER, READ)
    assert call(token, "GET", "me/")[1]["token"]["scopes"] == READ
    assert call(token, "GET", "me/matches/")[1]["code"] == "missing_scope"


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", ["E0003", "E0002", "E0001"]),
        ("?shelf=B1", ["E0002", "E0001"]),
        ("?status=out", ["E0001"]),
        ("?q=e0002", ["E0002"]),
        ("?q=hive", ["E0002"]),
        ("?lacks=number", []),
        ("?shelf=Z9", []),
    ],
)
def test_the_list_of_boxes(call, lent, token_of, query, numbers):
    status, page = call(token_of(roles.READER, READ), "GET", f"desk/boxes/{query}")
    assert status == 200 and [box["inventory_number"] for box in page["results"]] == numbers


def test_the_list_of_boxes_is_walked_by_cursor(call, house, token_of):
    token = token_of(roles.READER, READ)
    address, seen = "desk/boxes/?page_size=2", []
    while address:
        page = call(token, "GET", address)[1]
        seen += [box["id"] for box in page["results"]]
        address = (page["next"] or "").removeprefix("http://testserver/api/v1/")
    assert seen == [box.pk for box in reversed(house)]


@pytest.mark.parametrize("query", ["?status=lent", "?lacks=colour", "?shelf=", "?overdue=no"])
def test_a_wrong_filter_is_named(call, token_of, query):
    path = "loans" if "overdue" in query else "boxes"
    assert call(token_of(roles.DESK, READ), "GET", f"desk/{path}/{query}")[0] == 400


def test_loans_are_listed_without_the_names_of_borrowers(call, lent, token_of):
    token = token_of(roles.DESK, READ)
    page = call(token, "GET", "desk/loans/?overdue=yes")[1]
    assert [(loan["title"]["slug"], loan["overdue"]) for loan in page["results"]] == [("azul", True)]
    assert "Room 12" not in json.dumps(page)


@pytest.mark.parametrize("path", ["desk/boxes/", "desk/loans/"])
def test_a_list_takes_the_same_queries_for_one_box_and_for_three(
    call, lent, token_of, path, django_assert_max_num_queries
):
    today = timezone.localdate()
    for box in lent[1:]:
        services.lend_copy(box, borrower="Room 1", due=today, out=today)
    token = token_of(roles.DESK, READ)
    with django_assert_max_num_queries(8):
        assert len(call(token, "GET", path)[1]["results"]) == 3


def test_a_title_is_entered_changed_and_gets_a_box(call, house, token_of):
    token = token_of(roles.CATALOGUER, WRITE)
    facts = {"name": "Kraken", "language": "en", "year": 2026, "players": {"min": 2, "max": 4}}
    status, title = call(token, "POST", "titles/", facts)
    assert (status, title["slug"], title["players"]["max"]) == (201, "kraken", 4)
    change = {"changed_in": title["changed_in"], "players": {"min": 2, "max": 5}, "age": 8}
    status, title = call(token, "PATCH", "titles/kraken/", change)
    assert (status, title["players"]["max"], title["age"], title["year"]) == (200, 5, 8, 2026)
    new_box = {"inventory_number": "E0100", "shelf": "B1", "languages": ["fr", "de"]}
    status, box = call(token, "POST", "titles/kraken/copies/", new_box)
    assert (status, box["shelf"], box["languages"], box["status"]) == (201, "B1", ["fr", "de"], "in")
    status, box = call(
        token, "PATCH", f"desk/boxes/{box['id']}/", {"changed_in": box["changed_in"], "shelf": "C2"}
    )
    assert (status, box["shelf"]) == (200, "C2")
    kinds = list(
        AuditEntry.objects.exclude(kind="common.accounttoken").order_by("pk").values_list("kind", "action")
    )
    assert kinds == [
        ("catalogue.gametitle", "add"),
        ("catalogue.gametitle", "change"),
        ("catalogue.copy", "add"),
        ("catalogue.copy", "change"),
    ]
    assert set(AuditEntry.objects.values_list("who", flat=True)) == {roles.CATALOGUER}
    changed = call("", "GET", "titles/changes/?since=0")[1]["results"]
    assert "kraken" in [change["slug"] for change in changed]


def test_what_others_changed_meanwhile_is_not_lost(call, house, token_of):
    token = token_of(roles.CATALOGUER, WRITE)
    box, title = house[1], house[1].title
    read_version = title.changed_in
    version = services.mark_changed([title])
    for path in ("titles/hive/", f"desk/boxes/{box.pk}/"):
        body = {"changed_in": read_version} | ({"year": 1999} if "titles" in path else {"note": "x"})
        status, problem = call(token, "PATCH", path, body)
        assert (status, problem["code"], problem["version"]) == (409, "changed_meanwhile", version)
        assert call(token, "PATCH", path, body | {"changed_in": version})[0] == 200
        version = GameTitle.objects.get(pk=title.pk).changed_in


def test_a_change_that_changes_nothing_makes_no_new_version(call, house, token_of):
    before = services.current_version()
    body = {"changed_in": before, "players": {"min": 2, "max": 4}}
    assert call(token_of(roles.CATALOGUER, WRITE), "PATCH", "titles/azul/", body)[0] == 200
    assert services.current_version() == before and not AuditEntry.objects.filter(action="change").exists()


def test_a_similar_title_is_named_before_it_is_entered_twice(call, token_of):
    services.mark_changed([make_title("Carcassonne")])
    token = token_of(roles.CATALOGUER, WRITE)
    status, problem = call(token, "POST", "titles/", {"name": "Carcasonne"})
    assert (status, problem["code"]) == (409, "similar_titles")
    assert problem["similar"] == [{"slug": "carcassonne", "name": "Carcassonne"}]
    assert call(token, "POST", "titles/", {"name": "Carcasonne", "even_if_similar": True})[0] == 201


def test_a_title_and_a_box_are_entered_once_for_a_key(call, house, token_of):
    token = token_of(roles.CATALOGUER, WRITE)
    for path, body in (
        ("titles/", {"name": "Kraken"}),
        ("titles/hive/copies/", {"inventory_number": "E0100"}),
    ):
        first = call(token, "POST", path, body, **{"Idempotency-Key": "k1"})
        assert first[0] == 201 and call(token, "POST", path, body, **{"Idempotency-Key": "k1"}) == first
    assert (GameTitle.objects.count(), Copy.objects.count()) == (4, 4)


def test_a_number_that_exists_is_refused(call, house, token_of):
    token = token_of(roles.CATALOGUER, WRITE)
    status, problem = call(token, "POST", "titles/hive/copies/", {"inventory_number": "e0001"})
    assert (status, problem["code"]) == (409, "number_exists") and "e0001" in problem["detail"]
    change = {"changed_in": services.current_version(), "inventory_number": "e0001"}
    assert call(token, "PATCH", f"desk/boxes/{house[1].pk}/", change)[1]["code"] == "number_exists"


def test_changes_are_limited_by_account(call, house, token_of, monkeypatch):
    monkeypatch.setattr(changes, "CHANGES", changes.CHANGES._replace(times=2))
    token = token_of(roles.CATALOGUER, WRITE)
    assert [call(token, "POST", "titles/hive/copies/", {})[0] for _ in range(3)] == [201, 201, 429]


@pytest.mark.parametrize(
    ("path", "body", "places"),
    [
        ("titles/", {"name": " ", "yaer": 2}, {"name", "yaer"}),
        ("titles/", {"name": "X", "players": {"min": 4, "max": 2}}, {"players.max"}),
        (
            "titles/",
            {"name": "X", "players": {"min": "4", "max": 2, "best": 3}},
            {"players.min", "players.max", "players.best"},
        ),
        ("titles/", {"name": "X", "year": 99999, "age": True}, {"year", "age"}),
        ("titles/hive/copies/", {"shelf": "Z9"}, {"shelf"}),
        (
            "titles/hive/copies/",
            {"condition": "torn", "languages": ["French"]},
            {"condition", "languages[0]"},
        ),
    ],
)
def test_everything_that_is_wrong_is_named_at_once(call, house, token_of, path, body, places):
    status, problem = call(token_of(roles.CATALOGUER, WRITE), "POST", path, body)
    assert status == 400 and set(problem["errors"]) == places


def test_what_is_not_there_is_404(call, house, token_of):
    token = token_of(roles.CATALOGUER, [*READ, *WRITE])
    for method, path in (("PATCH", "desk/boxes/99/"), ("PATCH", "titles/none/")):
        assert call(token, method, path, {"changed_in": 0})[0] == 404
    assert call(token, "POST", "titles/none/copies/", {})[0] == 404
    for box_id in ("99", "x", "9" * 30):
        assert call(token, "GET", f"desk/boxes/{box_id}/")[0] == 404


def test_a_box_that_is_gone_is_listed_only_when_asked_for(call, token_of):
    make_copy(status="retired")
    token = token_of(roles.READER, READ)
    assert call(token, "GET", "desk/boxes/")[1]["results"] == []
    assert len(call(token, "GET", "desk/boxes/?status=retired")[1]["results"]) == 1
