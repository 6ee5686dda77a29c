"""Who gets in, how long a session lasts, where one may be sent: sessions, forms, redirects, hosts."""

import json
import os
import subprocess
import sys
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.games.table import Table
from tests.serving import ROOT

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough secret"


@pytest.fixture
def ada(django_user_model):
    return django_user_model.objects.create_superuser("ada", password=PASSWORD)


def signed_in(client: Client) -> str:
    """Signs in as people do; the key of the session."""
    answer = client.post("/admin/login/", {"username": "ada", "password": PASSWORD})
    assert answer.status_code == 302
    return client.cookies[settings.SESSION_COOKIE_NAME].value


# ── Sessions and cookies
# ─────────────────────────────────────────────────────────────────────────────────────────────

IN_PRODUCTION = {
    "SESSION_COOKIE_NAME": "__Host-session", "CSRF_COOKIE_NAME": "__Host-csrf",
    "SESSION_COOKIE_SECURE": True, "CSRF_COOKIE_SECURE": True, "LANGUAGE_COOKIE_SECURE": True,
    "SESSION_COOKIE_HTTPONLY": True, "CSRF_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax", "CSRF_COOKIE_SAMESITE": "Lax", "SESSION_COOKIE_DOMAIN": None,
    "SECURE_SSL_REDIRECT": True, "SECURE_HSTS_SECONDS": 63_072_000, "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
    "SESSION_COOKIE_AGE": 43_200, "SESSION_SAVE_EVERY_REQUEST": False,
    "DEBUG": False, "SECOND_FACTOR": True, "ALLOWED_HOSTS": ["escale.example", "127.0.0.1"],
}  # fmt: skip


def test_what_production_sets(tmp_path):
    """Only the address is given, and the key: everything strict follows from it."""
    code = "import json; from django.conf import settings as s; "
    code += f"print(json.dumps({{name: getattr(s, name) for name in {list(IN_PRODUCTION)!r}}}))"
    given = {"BASE_URL": "https://escale.example", "SECRET_KEY": "k" * 40, "DATA_DIR": str(tmp_path)}
    given |= {"DJANGO_SETTINGS_MODULE": "escale.settings", "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=given, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == IN_PRODUCTION


def test_the_session_is_new_after_signing_in_and_over_after_signing_out(client, ada):
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    planted = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert signed_in(client) != planted, "a session that was there before is not taken over"
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    stolen = Client()
    stolen.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value
    assert stolen.get("/admin/").status_code == 200
    client.post("/admin/logout/")
    assert stolen.get("/admin/").status_code == 302


def test_a_new_password_ends_every_other_session(client, ada):
    signed_in(client)
    ada.set_password("another long secret")
    ada.save()
    assert client.get("/admin/").status_code == 302


def test_an_account_that_was_closed_is_out_at_once(client, ada):
    signed_in(client)
    ada.is_active = False
    ada.save()
    assert client.get("/admin/").status_code == 302


def test_signing_in_does_not_say_whether_the_name_exists(client, ada):
    answers = [
        client.post("/admin/login/", {"username": name, "password": "wrong"}) for name in ("ada", "nobody")
    ]
    pages = [answer.text.replace("nobody", "ada").split("<form")[-1] for answer in answers]
    strip = [
        page.split('name="csrfmiddlewaretoken"')[0] + page.split('name="username"')[-1] for page in pages
    ]
    assert strip[0] == strip[1]


@pytest.mark.parametrize("password", ["short", "password1234", "escaleescale12", "1234567890"])
def test_weak_passwords_are_refused(django_user_model, password):
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    with pytest.raises(ValidationError):
        validate_password(password, django_user_model(username="escaleescale"))


def test_passwords_are_kept_as_slow_hashes():
    """The suite itself uses a quick one; the site has Django's own list."""
    from django.conf import global_settings

    assert "PASSWORD_HASHERS" not in (ROOT / "escale" / "settings.py").read_text(encoding="utf-8")
    assert "PBKDF2" in global_settings.PASSWORD_HASHERS[0]


# ── Forms of others
# ──────────────────────────────────────────────────────────────────────────────────────────────────

FORMS = [
    "/admin/login/", "/admin/logout/", "/staff/second-factor/", "/staff/language/", "/staff/desk/", "/staff/imports/",
    "/staff/cataloguing/add/", "/staff/cataloguing/many/", "/staff/cataloguing/merge/", "/staff/inventory/",
    "/admin/catalogue/gametitle/add/", "/admin/auth/user/add/", "/en/play/shanghaien/new-table/",
    "/en/title/catan/put-aside/", "/en/rules/shanghaien/report/", "/en/rules/shanghaien/notice/",
    "/api/v1/matches/", "/api/v1/records/",
]  # fmt: skip


@pytest.mark.parametrize("path", FORMS)
def test_a_form_on_a_foreign_page_changes_nothing(ada, path):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    answer = client.post(path, {"x": "1"}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


# ── Sent elsewhere
# ───────────────────────────────────────────────────────────────────────────────────────────────────

EVIL = [
    "https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "http:///evil.example", "https:evil.example", "javascript:alert(1)", "\t//evil.example", "/\t/evil.example",
    "https://testserver@evil.example/", "https://testserver.evil.example/", "data:text/html,x",
    "//evil.example\\@testserver/",
]  # fmt: skip


def stays(answer) -> bool:
    target = urlsplit(urljoin("http://testserver/here/", answer.headers.get("Location", "/")))
    return target.netloc == "testserver" and target.scheme == "http"


@pytest.mark.parametrize("target", EVIL)
def test_nobody_is_sent_elsewhere(client, ada, target):
    data = {"username": "ada", "password": PASSWORD, "next": target, "language": "en"}
    assert stays(client.post("/admin/login/", data))
    assert stays(client.post("/staff/language/", data))
    assert stays(client.post("/admin/logout/", data))
    client.force_login(ada)
    answer = client.get("/staff/second-factor/", {"next": target})
    assert f'href="{target}"' not in answer.text
    assert stays(client.get("/admin/login/", {"next": target}))


def test_a_redirect_elsewhere_would_be_seen():
    assert not stays(type("Answer", (), {"headers": {"Location": "//evil.example/"}}))
    assert not stays(type("Answer", (), {"headers": {"Location": "javascript:alert(1)"}}))


# ── Foreign names
# ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "host", ["evil.example", "testserver.evil.example", "testserver@evil.example", "[::1", "a b"]
)
@pytest.mark.parametrize("path", ["/fr/", "/api/v1/", "/healthz", "/admin/login/", "/sitemap.xml"])
def test_a_foreign_host_is_refused_and_not_repeated(client, host, path):
    answer = client.get(path, headers={"Host": host})
    if path != "/healthz" or answer.status_code != 200:  # the pulse asks nobody who he is
        assert answer.status_code == 400 or "evil" not in answer.text
    assert "evil.example" not in answer.text + str(answer.headers)


@pytest.mark.parametrize(
    "name", ["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-URL", "X-Rewrite-URL"]
)
def test_forwarded_names_are_not_believed(client, name):
    for path in ("/fr/", "/api/v1/", "/sitemap.xml"):
        answer = client.get(
            path, headers={name: "host=evil.example" if name == "Forwarded" else "evil.example"}
        )
        assert answer.status_code == 200
        assert "evil.example" not in answer.text


# ── The seats of others
# ──────────────────────────────────────────────────────────────────────────────────────────────

#: this is how one comes in
OPEN_TO_ALL = {"matches_create", "matches_create_many", "seats_take", "records_import", "positions_try"}


#: what stands in the other addresses
PLACES = {"slug": "shanghaien", "box_id": "1", "position_id": "1"}


def writing(client) -> list[tuple[str, str, str]]:
    """(operation, method, path) of everything in the API that changes something."""
    paths = client.get("/api/v1/schema/").json()["paths"]
    return [
        (operation["operationId"], method, path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in ("post", "put", "patch", "delete")
    ]


def test_nobody_moves_for_another(client, ada):
    """Every operation that writes × nobody, a seat of another match, an account without a seat."""
    mine, other = Table(), Table()
    before = list(mine.match.events.values_list("number", "kind"))
    stranger = Client()
    stranger.force_login(ada)
    callers = {
        "nobody": (client, {}),
        "another seat": (client, {"Authorization": f"Seat {other.tokens[0]}"}),
        "no token": (client, {"Authorization": "Seat x"}),
        "an account": (stranger, {}),
    }
    body = {
        "decision": "x",
        "action": {},
        "kind": "pause",
        "accept": True,
        "phrase": "hello",
        "token": other.tokens[0],
        "nonce": "00" * 16,
    }
    opened = []
    for name, method, path in writing(client):
        for who, (caller, headers) in callers.items():
            address = path.format_map({"match_id": mine.id} | PLACES)
            wanted = {key: body[key] for key in FIELDS.get(name, ())} | EXTRA.get(name, {})
            call = getattr(caller, method)
            answer = call(address, json.dumps(wanted), content_type="application/json", headers=headers)
            if name not in OPEN_TO_ALL and answer.status_code not in (401, 403):
                opened.append((name, who, answer.status_code))
    assert opened == []
    assert list(mine.match.events.values_list("number", "kind")) == before


# What each operation needs, so that nothing but the caller is wrong.
FIELDS = {
    "matches_act": ["decision", "action"], "matches_check": ["action"], "matches_offer": ["kind"],
    "matches_answer": ["accept"], "matches_say": ["phrase"], "seats_claim": ["token"],
    "seats_nonce": ["nonce"],
}  # fmt: skip
EXTRA = {
    "matches_reveal": {"entries": {}},
    "seats_block": {"seat": 1, "blocked": True},
    "seats_notify": {"mail": ""},
}


def test_every_address_of_the_desk_needs_staff(client):
    """Every address below /staff/ and /admin/; the matrix of roles is in
    tests/catalogue/desk/test_roles.py.
    """
    from catalogue.web.desk.urls import urlpatterns

    names = [pattern.name for pattern in urlpatterns if "<" not in str(pattern.pattern)]
    for address in [reverse(f"desk:{name}") for name in names] + [
        "/admin/",
        "/admin/jsi18n/",
        "/staff/second-factor/",
    ]:
        assert client.get(address).status_code in (302, 403), address


@pytest.mark.parametrize(
    "path", ["/admin/", "/staff/desk/", "/staff/imports/", "/staff/second-factor/", "/admin/auth/user/"]
)
def test_pages_of_staff_are_kept_by_nobody(client, ada, path):
    client.force_login(ada)
    answer = client.get(path)
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)


def test_the_session_ends_after_a_day_however_busy(client, ada):
    from datetime import timedelta

    from django.contrib.sessions.models import Session
    from django.utils import timezone

    signed_in(client)
    client.get("/admin/")
    session = Session.objects.get(session_key=client.cookies[settings.SESSION_COOKIE_NAME].value)
    assert session.expire_date <= timezone.now() + timedelta(hours=12)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert client.get("/admin/").status_code == 302
