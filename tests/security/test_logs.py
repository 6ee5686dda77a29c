"""Secrets that are known are used everywhere, with the log at its most talkative; then they are looked for in
it.
"""

import json
import logging
import re
from base64 import b32decode

import httpx
import pytest
from django_otp.oath import totp

from escale.server.logs import JsonFormatter, RequestFilter
from tests.serving import running
from tests.signing_in import Account, superuser

pytestmark = pytest.mark.slow

NAME, PASSWORD, WRONG = "ada", "the password of ada 31", "a wrong password 47"
PATH, MAIL = "path-that-is-a-secret", "somebody-private@example.org"
GUEST = "Eleonora Guestname"


def secrets_of_a_match(http: httpx.Client) -> dict[str, str]:
    """Plays, is told by webhook and mail, writes nonsense with the token in every place where one could put
    it.
    """
    seats = [{"kind": "human"}, {"kind": "bot", "level": "random"}]
    made = http.post("/api/v1/matches/", json={"game": "shanghaien", "seats": seats}).json()
    token, base = made["seat_token"], f"/api/v1/matches/{made['id']}/"
    seat = {"Authorization": f"Seat {token}"}
    http.get(base + "view/", headers=seat)
    http.post(base + "seats/mine/nonce/", headers=seat, json={"nonce": "ab" * 16})
    http.post(base + "actions/", headers=seat, json={"decision": "x", "action": {"type": "nonsense"}})
    http.post(base + "actions/", headers=seat, content=b"\xff{")
    http.post(base + "claim/", json={"token": token})
    http.patch(base + "seats/mine/", headers=seat, json={"webhook": f"http://127.0.0.1/{PATH}"})
    contacts = {"mail": MAIL, "webhook": f"https://1.1.1.1/{PATH}"}
    told = http.patch(base + "seats/mine/", headers=seat, json=contacts)
    http.post(base + "resignation/", headers=seat)
    http.get(base + "view/", headers={"Authorization": f"Seat {token}x"})
    http.get(base + "nothing/", headers=seat)
    return {
        "seat token": token,
        "webhook secret": told.json()["webhook_secret"],
        "webhook": PATH,
        "mail": MAIL,
    }


def form(http: httpx.Client, path: str, **fields: str) -> httpx.Response:
    http.get(path)
    return http.post(path, data=fields | {"csrfmiddlewaretoken": http.cookies.get("csrf", "")})


def secrets_of_staff(http: httpx.Client) -> dict[str, str]:
    """Signs in wrongly and rightly, sets the second factor up, leaves."""
    form(http, "/admin/login/", username=NAME, password=WRONG)
    form(http, "/admin/login/", username=NAME, password=PASSWORD, next="/admin/")
    page = http.get("/staff/second-factor/").text
    key = page.split("<code>")[1].split("</code>")[0].replace(" ", "")
    code = f"{totp(b32decode(key)):06d}"
    recovery = re.findall(r"<li><code>(\w+)</code>", form(http, "/staff/second-factor/", token=code).text)
    assert len(recovery) == 10, "the second factor was not set up"
    form(http, "/staff/second-factor/", token="000000")
    http.get("/admin/")
    found = {"password": PASSWORD, "wrong password": WRONG, "key": key, "session": http.cookies["session"]}
    return (
        found | {"form token": http.cookies["csrf"]} | {f"code {n}": code for n, code in enumerate(recovery)}
    )


def secrets_of_guests(http: httpx.Client) -> dict[str, str]:
    form(http, "/fr/titre/catan/mettre-de-cote/", name=GUEST, mail=MAIL, stay_from="x", stay_to="x")
    http.post(
        "/csp-report/",
        json={"csp-report": {"document-uri": "https://x/?q=asked-secretly", "blocked-uri": "x"}},
    )
    http.get("/fr/recherche/?q=asked-secretly")
    return {"guest": GUEST, "question": "asked-secretly"}


def test_no_secret_is_written_down(tmp_path):
    with running(tmp_path, LOG_LEVEL="DEBUG", SECOND_FACTOR="1") as site:
        superuser(site, Account(NAME, PASSWORD))
        with httpx.Client(base_url=site.url, timeout=30) as http:
            secrets = secrets_of_a_match(http) | secrets_of_staff(http) | secrets_of_guests(http)
    log = (tmp_path / "server.log").read_text(encoding="utf-8")
    assert "/api/v1/matches/" in log and "/admin/login/" in log, "the log was not talkative"
    assert {name for name, secret in secrets.items() if secret in log} == set()


@pytest.mark.django_db
def test_a_crash_is_written_down_without_its_secrets(client, monkeypatch, caplog):
    """What breaks is described by its place; the values that it held stay out of the log."""
    from games.presenting import move_answers

    def broken(*_arguments, **_more):
        raise RuntimeError("broken")

    client.raise_request_exception = False
    monkeypatch.setattr(move_answers, "play_move", broken)
    caplog.handler.addFilter(RequestFilter())
    body = json.dumps({"decision": "d", "action": {"type": "t"}})
    headers = {"Authorization": "Seat the-token-of-a-seat"}
    with caplog.at_level(logging.DEBUG):
        answer = client.post(
            "/api/v1/matches/m/actions/", body, content_type="application/json", headers=headers
        )
    written = "\n".join(JsonFormatter().format(record) for record in caplog.records)
    assert answer.status_code == 500
    assert "RuntimeError: broken" in written
    assert "the-token-of-a-seat" not in written + answer.text
    assert "Traceback" not in answer.text


@pytest.mark.django_db
def test_who_tries_to_come_in_is_written_down(client, django_user_model, caplog, settings):
    """Tries, proofs and limits, without a name that was typed: it might be a password in the wrong field."""
    settings.SECOND_FACTOR, settings.OTP_TOTP_THROTTLE_FACTOR = True, 0
    django_user_model.objects.create_superuser(NAME, password=PASSWORD)
    client.post("/admin/login/", {"username": PASSWORD, "password": NAME})
    client.post("/admin/login/", {"username": NAME, "password": PASSWORD})
    key = re.search(r"<code>(\w+)</code>", client.get("/staff/second-factor/").text)[1]
    client.post("/staff/second-factor/", {"token": "000000"})
    client.post("/staff/second-factor/", {"token": f"{totp(b32decode(key)):06d}"})
    for _ in range(9):
        client.post("/staff/second-factor/", {"token": "000000"})
    for _ in range(11):
        client.post("/admin/login/", {"username": NAME, "password": "wrong"})
    told = [record.getMessage() for record in caplog.records if record.name == "escale.security"]
    told = [re.sub(r"account \d+", "account", line) for line in told]
    assert told[:4] == ["sign-in refused", "account signed in with its password", ("account: second "
                                                                                   "factor refused"),
                        "account proved its second factor (app)"]  # fmt: skip
    assert {"account: second factor stopped by its limit", "sign-in stopped by its limit"} <= set(told)
    assert PASSWORD not in caplog.text
