"""Reads what a site knows over its public addresses, and plays its running matches on; prints it as one line
of JSON.

Runs in Django's shell: of the old checkout to write `expected.json.xz`, of this checkout to compare with it.
So it knows no module of the site; where no address shows a row, it asks for a model by the name of its class.
"""

import csv
import html
import io
import json
import os
import re
from collections import Counter
from pathlib import Path

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_settings

FOLDER = Path(os.environ["READ_SITE_FIXTURE"])
KEYS = json.loads((FOLDER / "keys.json").read_text(encoding="utf-8"))
LANGUAGES = ("fr", "en", "it", "de")
ABOUT = {"fr": "/fr/maison/", "en": "/en/about/", "it": "/it/casa/", "de": "/de/haus/"}
STAFF_PAGES = (
    "desk/",
    "desk/loans/",
    "inventory/",
    "inventory/1/report.csv",
    "cataloguing/",
    "imports/",
    "exports/",
)
FACETS = ("kind", "language", "rule_language", "mechanism", "theme", "family", "shelf")
HOUSE_WORDS = ("Isabelle et Raphaël", "Chantal et François", "Le Bourg", "321", "9 123", "9,123", "9.123")
MATCH_FIELDS = (
    "id",
    "game",
    "options",
    "status",
    "pace",
    "visibility",
    "number",
    "moves",
    "paused",
    "imported",
)
MATCH_FIELDS += ("commitment", "engine_version", "edition", "created", "outcome", "rematch_of")
SEAT_FIELDS = ("index", "name", "kind", "level", "taken", "relief", "resigned", "blocked")
VIEW_FIELDS = ("number", "last", "status", "seat", "paused", "offer", "due", "menu", "state", "outcome")
MOVES = 12
#: pages are asked for without `collectstatic`
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}


def main() -> None:
    site = {
        "titles": read_titles(),
        "search": read_search(),
        "library": read_library(),
        "rules": read_rules(),
        "house": read_house(),
        "staff": read_staff(),
        "rows": read_rows(),
        "matches": {match["id"]: read_match(match) for match in KEYS["matches"]},
        "claimed": read_claimed_seats(),
    }
    site["records"] = {
        match_id: import_record(match) for match_id, match in site["matches"].items() if match["record"]
    }
    site["played on"] = {match["id"]: play_on(match) for match in running_matches(site["matches"])}
    site["replay"] = replay_all()
    print(json.dumps(site, sort_keys=True, default=str))


def get(path: str, client: Client | None = None, status: int = 200, **headers: str):
    """The JSON that the API answers."""
    response = (client or Client()).get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == status, (path, response.status_code, response.content[:500])
    return response.json()


def pick(fields, record: dict) -> dict:
    return {name: record[name] for name in fields if name in record}


# --- catalogue
# -------------------------------------------------------------------------------------------------------


def read_titles() -> dict:
    """Each title of the list as it is told in each language; the addresses in it may change."""
    titles: dict = {}
    for language in LANGUAGES:
        page = get("titles/?page_size=100", **{"accept-language": language})
        assert page["next"] is None
        titles[language] = {record["slug"]: stable_title(record) for record in page["results"]}
    return titles


def stable_title(record: dict) -> dict:
    kept = {
        name: value
        for name, value in record.items()
        if name not in ("cover", "url", "play_url", "changed_in")
    }
    return kept | {"rules": [pick(("document", "language"), rule) for rule in record["rules"]]}


def read_search() -> dict:
    """What is found, what is counted, where a former address leads, what is gone."""
    words = ("catane", "aventuriers du rail", "tichou", "漢字", "knizia", "feld", "power grid")
    found = {word: get(f"titles/?search={word}")["results"] for word in words}
    facets = get("titles/?facets=yes")["facets"]
    changes = get("titles/changes/?since=0")
    return {
        "found": {word: sorted(record["slug"] for record in records) for word, records in found.items()},
        "facets": {name: {str(entry["value"]): entry["count"] for entry in facets[name]} for name in FACETS},
        "changed": sorted(change["slug"] for change in changes["results"]),
        "removed": sorted(removal["slug"] for removal in changes["removed"]),
        "former address": get("titles/tai-pan/")["slug"],
        "one title": stable_title(get("titles/carcassonne/")),
        "copies": get("titles/carcassonne/copies/"),
    }


def read_library() -> list[dict]:
    """The export that partners and the importer read; each site signs the ids of its boxes with its own key."""
    response = Client().get("/api/v1/titles/export.csv")
    text = b"".join(response.streaming_content).decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(text))
    return [{name: value for name, value in row.items() if name != "box_id"} for row in rows]


# --- rules
# -----------------------------------------------------------------------------------------------------------


def read_rules() -> dict:
    whole = {language: get(f"rules/halunken/?lang={language}") for language in LANGUAGES}
    keys = [section["key"] for section in whole["fr"]["sections"]]
    return {
        "list": [stable_rule(document) for document in get("rules/?lang=en")],
        "documents": {language: stable_rule(document) for language, document in whole.items()},
        "section": stable_rule(get(f"rules/halunken/{keys[0]}/?lang=en")),
        "markdown": {language: read_markdown(language) for language in LANGUAGES},
        "first edition": get("rules/halunken/diff/?from=1&to=2&lang=fr")["sections"],
        "since the last edition": get("rules/halunken/diff/?from=2&lang=fr")["sections"],
        "found": sorted(result["key"] for result in get("rules/search/?q=règle nouvelle&lang=fr")["results"]),
    }


def read_markdown(language: str) -> str:
    response = Client().get(f"/api/v1/rules/halunken.md?lang={language}")
    assert response.status_code == 200
    return response.content.decode()


def stable_rule(told):
    """Without addresses; of HTML only the words, for it may be drawn better one day."""
    if isinstance(told, list):
        return [stable_rule(entry) for entry in told]
    if not isinstance(told, dict):
        return told
    return {
        name: words_of(told[name]) if name == "html" else stable_rule(told[name])
        for name in told
        if name != "url"
    }


def words_of(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


# --- house and staff
# -------------------------------------------------------------------------------------------------


def read_house() -> dict:
    """The identity that search engines read, and which words of the staff the page says."""
    identity = {}
    for language, address in ABOUT.items():
        page = Client().get(address).content.decode()
        (data,) = re.findall(r'<script type="application/ld\+json"[^>]*>(.*?)</script>', page, re.DOTALL)
        told = {
            name: value for name, value in json.loads(data).items() if name not in ("@id", "url", "image")
        }
        words = words_of(page)
        said = [word for word in (*HOUSE_WORDS, KEYS["taglines"][language]) if word in words]
        identity[language] = told | {"said": said}
    return identity


def read_staff() -> dict:
    """Who may open which page; the loans; a password that was set then still opens the door."""
    users = get_user_model().objects.order_by("username")
    keeper = Client()
    assert keeper.login(username="house-keeper", password=KEYS["password"])
    loans = b"".join(keeper.get("/staff/exports/loans.jsonl").streaming_content).decode()
    report = keeper.get("/staff/inventory/1/report.csv")
    return {
        "users": [
            [user.username, user.is_staff, sorted(user.groups.values_list("name", flat=True))]
            for user in users
        ],
        "pages": {user.username: staff_pages(user) for user in users},
        "loans": [json.loads(line) for line in loans.splitlines()],
        "inventory": sorted(re.findall(r"E0\d{3}|X-77", b"".join(report).decode())),
    }


def staff_pages(user) -> dict[str, int]:
    client = Client()
    client.force_login(user)
    return {page: client.get(f"/staff/{page}").status_code for page in STAFF_PAGES}


ROWS = {
    "Reservation": ["name", "stay_from", "stay_to", "mail", "language", "note", "done", "title__slug"],
    "InventoryCheck": ["note", "shelf__code", "begun_at", "ended_at"],
    "InventoryFinding": ["copy__inventory_number", "seen_on__code", "seen_by", "seen_at"],
    "StrayCode": ["code", "seen_on__code"],
    "ImportJob": ["name", "by", "state", "line", "lines"],
    "Copy": ["inventory_number", "barcode", "note", "shelf__code"],
    "Report": ["key", "language", "quote", "message", "mail", "state", "revision__number"],
    "Takedown": ["name", "mail", "work", "statement", "state", "decision"],
    "Extract": ["language", "name", "pages", "text"],
    "SectionRevision": ["number", "kind", "meaning", "note", "author__username", "text__language"],
    "AuditEntry": ["who", "action", "thing", "before", "after"],
    "TOTPDevice": ["user__username", "name", "key", "confirmed"],
    "StaticToken": ["device__user__username", "token"],
    "Stay": ["name", "stay_from", "stay_to", "revoked_at"],
    "Evening": ["name", "day", "begins", "minutes"],
    "EveningGuest": ["evening__name", "name", "people", "age", "arrives"],
    "ScoreSheet": ["title__slug", "played_on", "players", "minutes", "is_counted", "content"],
    "Member": ["card", "name", "kind", "mail", "category__name"],
    "Subscription": ["member__card", "first", "last", "fee", "deposit", "paid_by", "persons"],
    "Seat": ["match_id", "index", "mail", "language", "user__username"],
}


def read_rows() -> dict:
    """What no public address shows, in the order of its text."""
    return {name: sorted(rows_of(name, *ROWS[name]), key=as_text) for name in ROWS}


def as_text(row: tuple) -> str:
    return json.dumps(row, sort_keys=True, default=str)


def rows_of(name: str, *fields: str):
    """The model is found by the name of its class, whichever app it belongs to."""
    (model,) = (model for model in apps.get_models() if model.__name__ == name)
    return model.objects.values_list(*fields)


# --- matches
# ---------------------------------------------------------------------------------------------------------


def read_match(keys: dict) -> dict:
    """What the list tells of a match, what each seat sees of it, and its record when it is over."""
    address = f"matches/{keys['id']}/"
    match = get(address)
    is_over, was_imported = match["status"] == "finished", match["imported"]
    return {
        "summary": pick(MATCH_FIELDS, match)
        | {"seats": [pick(SEAT_FIELDS, seat) for seat in match["seats"]]},
        "views": {seat: view(keys["id"], token) for seat, token in [*keys["tokens"].items(), ("nobody", "")]},
        "log": [
            stable_event(event)
            for event in get(f"{address}events/", **proof(keys["tokens"].get("0")))["events"]
        ],
        "record": get(f"{address}record/") if is_over else None,
        "fairness": get(f"{address}fairness/") if is_over and not was_imported else None,
    }


def proof(token: str | None) -> dict[str, str]:
    return {"authorization": f"Seat {token}"} if token else {}


def view(match_id: str, token: str | None) -> dict:
    seen = get(f"matches/{match_id}/view/", **proof(token))
    return pick(VIEW_FIELDS, seen) | {
        "seats": [pick(SEAT_FIELDS, seat) for seat in seen["seats"]],
        "decisions": [pick(("id", "kind"), decision) for decision in seen["decisions"]],
        "disabled": [pick(("action", "code"), entry) for entry in seen["disabled"]],
    }


def stable_event(event: dict) -> dict:
    """Without the sentences, which may be said better one day."""
    return {name: value for name, value in event.items() if name not in ("text", "sentences", "said")}


def read_claimed_seats() -> dict:
    """An account finds its seats without a token."""
    reader = Client()
    reader.force_login(get_user_model().objects.get(username="reader"))
    return {match["id"]: get(f"matches/{match['id']}/view/", reader)["seat"] for match in KEYS["matches"]}


def import_record(match: dict) -> list:
    """The importer verifies every draw of a record against its secret."""
    response = Client().post("/api/v1/records/", match["record"], content_type="application/json")
    return [response.status_code, response.json().get("outcome")]


def running_matches(matches: dict) -> list[dict]:
    return [keys for keys in KEYS["matches"] if matches[keys["id"]]["summary"]["status"] == "active"]


def play_on(keys: dict) -> dict:
    """Some moves with the tokens of then.

    Luck follows from the stored secret, so the position is known in advance.
    """
    answers = [play(keys) for _ in range(MOVES)]
    seen = {seat: view(keys["id"], token) for seat, token in keys["tokens"].items()}
    for one in seen.values():
        del one["due"]
    return {"answers": Counter(map(str, answers)), "views": seen}


def play(keys: dict) -> int:
    """The first action of the first seat that must decide."""
    for token in keys["tokens"].values():
        seen = view(keys["id"], token)
        if seen["decisions"]:
            move = {"decision": seen["decisions"][0]["id"], "action": seen["menu"][0]}
            address = f"/api/v1/matches/{keys['id']}/actions/"
            return (
                Client()
                .post(address, move, content_type="application/json", headers=proof(token))
                .status_code
            )
    return 0


def replay_all() -> str:
    """Every stored state equals the replay of its events."""
    said = io.StringIO()
    call_command("replay_matches", stdout=said)
    return said.getvalue().strip()


if __name__ == "__main__":
    with override_settings(STORAGES=STORAGES):
        main()
