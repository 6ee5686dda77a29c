"""Every limit of the site ends what it is to end: with the limit lowered to two, the third call
is refused.
"""

import json
import sys

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from catalogue.desk import reserving
from catalogue.models import Reservation
from catalogue.web.api.desk import changes
from catalogue.web.evenings import at_box, plans, sheets
from catalogue.web.pages import my_loans, reserve
from escale.common import limits
from escale.house.web import known_devices, login, second_factor
from escale.server import health
from games.models import Match, Status
from games.notifying import notify
from games.presenting import move_answers
from games.web import pages
from games.web.api import games, luck, matches, moves, play
from games.web.api.analyses import analysis
from games.web.api.teaching import positions
from rules_docs.editing.loading import load_rule
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.models import Takedown
from rules_docs.web import report_pages
from rules_docs.web.api import files as rules
from rules_docs.web.api import questions
from tests.catalogue.making import make_copy, make_title
from tests.games.table import BOT, HUMAN, Table
from tests.rules_docs import small_rule

pytestmark = pytest.mark.django_db


def api(client, method, path, body=None, token=""):
    headers = {"Authorization": f"Seat {token}"} if token else {}
    call = getattr(client, method)
    return call(f"/api/v1/{path}", json.dumps(body or {}), content_type="application/json", headers=headers)


def seat(path, method="post", body=None):
    """A call for the first seat of a table against a bot."""

    def call(client):
        table = call.table = getattr(call, "table", None) or Table(game="macao", seats=[HUMAN, BOT])
        return api(client, method, f"matches/{table.id}/{path}", body, table.tokens[0])

    return call


def sign_in(client):
    return client.post("/admin/login/", {"username": "ada", "password": "wrong"})


def sign_in_by_another_name(client):
    sign_in_by_another_name.n = getattr(sign_in_by_another_name, "n", 0) + 1
    return client.post("/admin/login/", {"username": f"ada{sign_in_by_another_name.n}", "password": "wrong"})


def sign_in_on_a_known_device(client):
    user, is_new = get_user_model().objects.get_or_create(username="ada", is_staff=True)
    if is_new:
        response = HttpResponse()
        known_devices.remember(RequestFactory().get("/"), response, user.username)
        client.cookies = response.cookies
    return sign_in(client)


def guess(client):
    user, _made = get_user_model().objects.get_or_create(username="ada", is_staff=True)
    client.force_login(user)
    return client.post("/staff/second-factor/", {"token": "000000"})


# (module, name of its limit): one call that counts.
CALLS = {
    (login, "BY_NAME_AND_NETWORK"): sign_in,
    (login, "BY_NAME"): sign_in,
    (login, "BY_DEVICE"): sign_in_on_a_known_device,
    (login, "ADDRESS_LIMIT"): sign_in_by_another_name,
    (second_factor, "TRIES_LIMIT"): guess,
    (health, "REPORTS"): lambda client: client.post(
        "/csp-report/", "{}", content_type="application/csp-report"
    ),
    (matches, "CREATE"): lambda client: api(client, "post", "matches/", {}),
    (pages, "CREATE"): lambda client: client.post("/en/play/shanghaien/new-table/", {"seat2": "human"}),
    (matches, "JOIN"): lambda client: api(client, "post", "matches/nothing/seats/"),
    (matches, "NOTIFY"): seat("seats/mine/", "patch", {"mail": ""}),
    (matches, "EMAIL_SENDER"): seat("seats/mine/", "patch", {"mail": "a@example.org"}),
    (matches, "EMAIL_RECEIVER"): seat("seats/mine/", "patch", {"mail": "a@example.org"}),
    (move_answers, "MOVES"): seat("actions/", body={"decision": "x", "action": {"type": "nothing"}}),
    (play, "HINTS"): seat("hint/"),
    (play, "HINTS_BY_ADDRESS"): seat("hint/"),
    (moves, "CHECKS"): seat("check/", body={"action": {"type": "nothing"}}),
    (play, "UNDO"): seat("undo/"),
    (play, "OFFERS"): seat("offers/", body={"kind": "takeback"}),
    (play, "PAUSES"): seat("resume/"),
    (luck, "NONCES"): seat("seats/mine/nonce/", body={"nonce": None}),
    (luck, "REVEALS"): seat("luck/", body={"entries": []}),
    (positions, "TRIALS"): lambda client: api(
        client, "post", "positions/shanghaien-shanghai/", {"actions": []}
    ),
    (matches, "BLOCKS"): seat("blocks/", body={"seat": 1, "blocked": True}),
    (play, "MESSAGES"): seat("messages/", body={"phrase": "hello"}),
    (games, "IMPORT"): lambda client: api(client, "post", "records/", {}),
}


# Those that answer otherwise have a test of their own, below, in tests/games/matches/test_contacts.py or in
# tests/rules_docs/test_asking.py.
OTHERS = [(report_pages, "REPORTS"), (reserve, "ASKED"), (notify, "EMAIL_TURNS"), (questions, "ASK")]
# tests/catalogue/members/test_my_loans.py and tests/catalogue/desk/test_queue.py
OTHERS += [(my_loans, name) for name in ("LINK_REQUESTS", "LINKS_OF_ADDRESS", "LINK_USES", "RENEWALS")]
OTHERS += [(reserve, "CHANGED")]
# tests/catalogue/desk/test_lending.py
OTHERS += [(reserving, "MAILED")]
# tests/catalogue/evenings/test_limits.py
OTHERS += [(sheets, "KEEP"), (sheets, "IMPORT"), (plans, "PLAN"), (plans, "JOIN"), (at_box, "SELF_SERVICE")]
OTHERS += [(analysis, "ANALYSES")]
# tests/catalogue/desk/test_staff_api.py
OTHERS += [(changes, "CHANGES")]


def lowered(monkeypatch, module, name):
    monkeypatch.setattr(module, name, getattr(module, name)._replace(times=2))


@pytest.mark.parametrize(("module", "name"), CALLS, ids=lambda part: getattr(part, "__name__", part))
def test_the_third_call_is_refused(client, monkeypatch, module, name):
    lowered(monkeypatch, module, name)
    call = CALLS[module, name]
    statuses = [call(client) for _ in range(3)]
    assert [answer.status_code == 429 for answer in statuses] == [False, False, True]
    if module is not health:
        assert 0 < int(statuses[-1].headers["Retry-After"]) <= getattr(module, name).seconds + 1


def test_offers_and_answers_of_a_seat_count_together(client, monkeypatch):
    lowered(monkeypatch, play, "OFFERS")
    table = Table()
    calls = [("offers/", {"kind": "pause"}), ("offers/answer/", {"accept": True}), ("offers/answer/", {})]
    statuses = [
        api(client, "post", f"matches/{table.id}/{path}", body, table.tokens[0]).status_code
        for path, body in calls
    ]
    assert statuses == [201, 409, 429]


def test_the_limit_of_a_seat_is_not_that_of_another(client, monkeypatch):
    lowered(monkeypatch, play, "PAUSES")
    table, other = Table(), Table()

    def resume(at: Table, seat: int) -> int:
        return api(client, "post", f"matches/{at.id}/resume/", {}, at.tokens[seat]).status_code

    assert [resume(table, 0) for _ in range(3)] == [409, 409, 429]
    assert [resume(table, 1), resume(other, 0)] == [409, 409]


def test_who_has_no_seat_takes_nothing_from_the_limit_of_a_seat(client, monkeypatch):
    lowered(monkeypatch, play, "PAUSES")
    table, other = Table(), Table()
    path = f"matches/{table.id}/resume/"
    assert [api(client, "post", path, {}, other.tokens[0]).status_code for _ in range(3)][:2] == [403, 403]
    assert api(client, "post", path, {}, table.tokens[0]).status_code == 409


def test_the_third_rule_as_pdf_is_refused(client, monkeypatch, tmp_path):
    load_rule(read_rule_folder(small_rule.write_rule(tmp_path / "harbour")))
    lowered(monkeypatch, rules, "PDF")
    statuses = [client.get("/api/v1/rules/harbour.pdf").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_the_third_report_is_not_kept(client, monkeypatch, tmp_path):
    load_rule(read_rule_folder(small_rule.write_rule(tmp_path / "harbour")))
    lowered(monkeypatch, report_pages, "REPORTS")
    sent = {"name": "n", "mail": "a@example.org", "work": "w", "statement": "s"}
    assert [client.post("/en/rules/harbour/notice/", sent).status_code for _ in range(3)] == [302, 302, 200]
    assert Takedown.objects.count() == 2


def test_the_third_wish_is_not_kept(client, monkeypatch):
    lowered(monkeypatch, reserve, "ASKED")
    day = timezone.localdate().isoformat()
    for n in range(3):
        make_copy(make_title(f"Title {n}"))
        client.post(f"/en/title/title-{n}/put-aside/", {"name": f"n{n}", "stay_from": day, "stay_to": day})
    assert Reservation.objects.count() == 2


def test_the_third_analysis_is_refused(client, monkeypatch):
    lowered(monkeypatch, analysis, "ANALYSES")
    monkeypatch.setattr(analysis.analyses, "can_analyse", lambda match: True)
    monkeypatch.setattr(analysis.analyses, "load_analysis", lambda match: None)
    asked = []
    monkeypatch.setattr(analysis.analyses, "request_analysis", asked.append)
    path = f"/api/v1/matches/{Table(game='shanghaien').id}/analysis/"
    Match.objects.update(status=Status.FINISHED)
    assert [client.get(path).status_code for _ in range(3)] == [202, 202, 429]
    assert len(asked) == 2


def test_no_limit_is_forgotten():
    tried = {getattr(module, name).name for module, name in [*CALLS, (rules, "PDF"), *OTHERS]}
    ours = [
        module
        for name, module in sys.modules.items()
        if name.split(".")[0] in ("escale", "catalogue", "rules_docs", "games")
    ]
    known = {
        thing.name for module in ours for thing in vars(module).values() if isinstance(thing, limits.Limit)
    }
    assert known - tried == set()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:93.184.215.14", "93.184.215.14", True),
        ("::ffff:93.184.215.14", "::ffff:93.184.215.15", False),
        ("93.184.215.14", "93.184.215.15", False),
        ("unknown", "unknown", True),
        ("", "unix:", False),
    ],
)
def test_who_owns_many_addresses_counts_once(client, settings, monkeypatch, one, other, same):
    """An IPv6 customer has 2^64 addresses: a limit for each would be none."""
    settings.TRUSTED_PROXIES = 1
    monkeypatch.setattr(matches, "CREATE", limits.Limit("once", 1, 600))
    answers = [
        client.post(
            "/api/v1/matches/", "{}", content_type="application/json", headers={"X-Forwarded-For": address}
        )
        for address in (one, other)
    ]
    assert [answer.status_code for answer in answers] == [400, 429 if same else 400]
