"""What a tour visits: every operation of the API, in an order in which each has something to answer."""

from __future__ import annotations

import json
from datetime import date

from django.core.management import call_command

from catalogue import services
from catalogue.demo import load_demo
from catalogue.models import GameTitle, Loan
from escale.common.account_tokens import create_token
from escale.common.clock import now_ms
from games.analysing.computing import analyse_next_quick_match
from games.matches import absence
from games.matches.limits import JOIN
from games.models import Match
from games.web.guides import FILES
from rules_docs.models import RuleDocument
from tests.escale.examples.tour import Tour
from tests.games.table import Table, attend_bots
from tests.games.web.test_api_match import new_match

HUMAN, BOT, PROGRAM = {"kind": "human"}, {"kind": "bot", "level": "easy"}, {"kind": "program"}
NONCE = "9f86d081884c7d659a2feaa0c55ad015"
MATCH = {"game": "shanghaien", "seats": [HUMAN, BOT], "options": {"extra_trick": False}, "name": "Anna"}
#: They do not end; tests/games/live/ listens to them.
STREAMS = {"matches_stream", "me_stream"}


def visit_catalogue(tour: Tour) -> None:
    load_demo(today=date(2026, 11, 30))
    tour.send("titles_list", query="search=catan&facets=1")
    tour.send("titles_read", slug="catan")
    tour.send("titles_copies", slug="catan")
    tour.send("titles_similar", slug="catan")
    tour.send("titles_suggest", query="q=siedl")
    tour.send("titles_pick", query="players=4&minutes=60")
    remove_title("azul")
    tour.send("titles_changes", query="since=0&expand=1")
    tour.send("titles_export", accept="text/csv")
    tour.send("titles_export_ndjson", accept="application/x-ndjson")


def remove_title(slug: str) -> None:
    title = GameTitle.objects.get(slug=slug)
    services.mark_changed(title.expansions.all())
    title.expansions.update(base=None)
    Loan.objects.filter(copy__title=title).delete()
    title.copies.all().delete()
    services.remove_title(title)


def visit_rules(tour: Tour) -> None:
    call_command("load_rules", verbosity=0)
    tour.send("root")
    tour.send("suggest", query="q=shangh")
    tour.send("rules_list")
    tour.send("rules_read", slug="shanghaien")
    for media_type in ("application/json", "text/plain", "text/markdown", "text/html"):
        tour.send("rules_section", slug="shanghaien", key="shanghai", accept=media_type)
    tour.send("rules_ask", query="q=when+may+I+call+shanghai", slug="shanghaien")
    tour.send("rules_search", query="q=dice")
    tour.send("rules_compare", slug="shanghaien")
    tour.send("rules_download", slug="shanghaien", kind="md", accept="text/markdown")
    tour.send("rules_download", slug="shanghaien", kind="pdf", accept="application/pdf")


def visit_games(tour: Tour) -> None:
    tour.send("games_list")
    tour.send("games_read", slug="shanghaien")
    tour.send("games_texts", slug="shanghaien")
    tour.send("games_tutorial", slug="shanghaien")
    tour.send("positions_read", position_id="shanghaien-shanghai")
    actions = [{"type": "roll"}, {"type": "direction", "one": "left"}]
    tour.send("positions_try", {"actions": actions}, position_id="shanghaien-shanghai")
    tour.send("puzzles_read", game="shanghaien")
    tour.send("bots_list")
    record = json.loads((FILES / "record.json").read_text(encoding="utf-8"))
    imported = tour.send("records_import", record)
    tour.send("matches_record", match_id=imported["id"], is_whole=True)
    tour.send("matches_read", match_id=imported["id"])
    tour.send("matches_list")
    tour.send("matches_fairness", match_id=imported["id"])
    tour.send("matches_analysis", match_id=imported["id"])
    assert analyse_next_quick_match()
    tour.send("matches_analysis", match_id=imported["id"])


def visit_match_with_a_bot(tour: Tour) -> None:
    """From the wish for a match to its end."""
    made = tour.send("matches_create", MATCH)
    seat = {"match_id": made["id"], "proof": f"Seat {made['seat_token']}"}
    view = tour.send("seats_nonce", {"nonce": NONCE}, **seat)
    while not view["decisions"]:
        attend_bots()
        view = tour.send("matches_view", **seat)
    tour.send("matches_view", **seat)
    tour.send("matches_coach", **seat)
    tour.send("matches_hint", **seat)
    tour.send("matches_check", {"action": view["menu"][0]}, **seat, changing=("action",))
    move = {"decision": view["decisions"][0]["id"], "action": view["menu"][0]}
    tour.send("matches_act", move, **seat, changing=("decision", "action"))
    tour.send("matches_events", query="after=1", **seat)
    tour.send("matches_resign", **seat)
    tour.send("matches_rematch", {"name": "Anna"}, **seat)
    tour.send("open_matches", accept="application/x-ndjson")


def visit_real_table(tour: Tour) -> None:
    """People with the box enter what lies open."""
    seats = [HUMAN | {"name": "Anna"}, HUMAN | {"name": "Bernd"}]
    wish = {"game": "shanghaien", "luck": "table", "seats": seats}
    made = tour.client.post("/api/v1/matches/", wish, "application/json").json()
    entries = {"starter": 1, "deck[0]": "red-3a", "deck[1]": "trick-2"}
    proof = f"Seat {made['seat_token']}"
    tour.send("matches_reveal", {"entries": entries}, proof=proof, match_id=made["id"])


def visit_match_of_people(tour: Tour) -> None:
    """Everything that needs a second seat: seats, offers, messages, a take-back."""
    made = new_match(tour.client, HUMAN, HUMAN)
    place = {"match_id": made["id"]}
    anna = place | {"proof": f"Seat {made['seat_token']}"}
    left = tour.send("seats_take", {"name": "Bernd", "nonce": NONCE}, **place)
    tour.send("seats_leave", **place, proof=f"Seat {left['seat_token']}")
    other = tour.send("seats_take", {"name": "Bernd", "nonce": NONCE}, **place)
    bernd = place | {"proof": f"Seat {other['seat_token']}"}
    tour.send("seats_nonce", {"nonce": NONCE}, **anna)
    tour.send("seats_notify", {"webhook": "https://example.org/turn"}, **anna)
    tour.send("seats_ping", **anna)
    tour.send("seats_block", {"seat": 1, "blocked": True}, **anna)
    tour.send("matches_say", {"phrase": "hello"}, **anna)
    tour.send("matches_offer", {"kind": "pause"}, **anna)
    tour.send("matches_answer", {"accept": True}, **bernd)
    tour.send("matches_resume", **anna)


def visit_absence(tour: Tour) -> None:
    """A seat takes its move back; another one comes back after a bot has sat in for it."""
    table = Table(game="shanghaien")
    table.act()  # a roll, which nobody takes back
    mover = table.decision().seat
    table.act()
    tour.send("matches_undo", match_id=table.id, proof=f"Seat {table.tokens[mover]}")
    table = Table(pace="live")
    absent = table.decision().seat
    Match.objects.filter(pk=table.id).update(due=now_ms() - 1)
    absence.relieve_absent(match_id=table.id)
    tour.send("seats_return", match_id=table.id, proof=f"Seat {table.tokens[absent]}")


def visit_account(tour: Tour, account) -> None:
    token = {"proof": f"Token {create_token(account, 'cup', ['read', 'play'])[1]}"}
    wish = {"game": "shanghaien", "seats": [PROGRAM, PROGRAM], "group": "cup"}
    tour.send("matches_create_many", {"matches": [wish]}, **token)
    tour.send("me_read", **token)
    tour.send("me_matches", query="group=cup", **token)
    made = tour.send("matches_create", MATCH)
    tour.client.force_login(account)
    tour.send(
        "seats_claim",
        {"token": made["seat_token"]},
        match_id=made["id"],
        changing=("token",),
    )
    tour.client.logout()


def visit_desk(tour: Tour, account) -> None:
    """A program of staff enters a title and its box, changes both, and reads the lists of the desk."""
    account.is_staff = account.is_superuser = True
    account.save()
    token = {"proof": f"Token {create_token(account, 'inventory', ['desk:read', 'catalogue:write'])[1]}"}
    facts = {"name": "Kraken", "language": "en", "year": 2026, "players": {"min": 2, "max": 4}}
    title = tour.send("titles_create", facts, **token)
    change = {"changed_in": title["changed_in"], "age": 8, "minutes": {"min": 20, "max": 30}}
    tour.send("titles_change", change, **token, slug="kraken", changing=("changed_in",))
    wish = {"inventory_number": "E9000", "condition": "new", "languages": ["en", "fr"]}
    box = tour.send("titles_add_copy", wish, **token, slug="kraken")
    change = {"changed_in": box["changed_in"], "missing": "one die"}
    tour.send("desk_box_change", change, **token, box_id=box["id"], changing=("changed_in",))
    tour.send("desk_box_read", **token, box_id=box["id"])
    tour.send("desk_boxes", query="q=kraken", **token)
    tour.send("desk_loans", query="overdue=yes", **token)


def provoke_problems(tour: Tour, account, monkeypatch) -> None:
    """One problem of each status."""
    token = create_token(account, "reader", ["read"])[1]
    table = Table(join=False)
    path, seat = f"matches/{table.id}/", f"Seat {table.tokens[0]}"
    tour.provoke("GET", "titles/?players=many")
    tour.provoke("POST", "matches/", MATCH, Authorization="Bearer abc")
    tour.provoke("POST", "matches/", MATCH, Authorization=f"Token {token}")
    tour.provoke("GET", "titles/nowhere/")
    tour.provoke("DELETE", "titles/")
    tour.provoke("GET", "titles/", Accept="text/html")
    tour.provoke("POST", f"{path}undo/", Authorization=seat)
    tour.provoke("GET", "titles/azul/")
    tour.provoke("POST", "matches/", {"name": "a" * 3_000_000})
    tour.provoke("POST", "matches/", MATCH, **{"Content-Type": "text/plain"})
    provoke_refused_move(tour)
    RuleDocument.objects.filter(slug="macao").update(withheld=True)
    tour.provoke("GET", "rules/macao/")
    monkeypatch.setattr("games.web.api.matches.JOIN", JOIN._replace(times=0))
    tour.provoke("POST", f"{path}seats/", {})
    tour.provoke("GET", f"{path}stream/")


def provoke_refused_move(tour: Tour) -> None:
    table = Table(game="shanghaien")
    mover = table.decision().seat
    view = tour.client.get(
        f"/api/v1/matches/{table.id}/view/", headers={"Authorization": f"Seat {table.tokens[mover]}"}
    ).json()
    body = {"decision": view["decisions"][0]["id"], "action": {"type": "shanghai"}}
    tour.provoke("POST", f"matches/{table.id}/actions/", body, Authorization=f"Seat {table.tokens[mover]}")
