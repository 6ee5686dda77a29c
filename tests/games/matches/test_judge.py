"""The judge of the browser, run in Node on matches of every game: it finds no fault in a fair match, and names
each forgery, also one that agrees with itself.
"""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core import fairness, records
from games.core.chance import FairChance, QuickChance, make_commitment
from games.core.fairness import derive_bot_nonce, hash_nonce, list_key_parts
from games.matches import absence
from games.registry import ENGINES
from tests.games.table import BOT, HUMAN, Table, attend_bots
from tests.needs import need

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
RUNNER = Path(__file__).with_name("judge.mjs")
CASES = [
    ("shanghaien", [HUMAN, HUMAN], {"extra_trick": True}),
    ("halunken", [HUMAN, HUMAN], {}),
    ("halunken", [HUMAN, BOT, HUMAN], {"games": 3}),
    ("halunken", [HUMAN] * 4, {"black_jack": False}),
    ("macao", [HUMAN, HUMAN], {}),
    ("macao", [HUMAN, HUMAN, BOT, HUMAN], {}),
]


@pytest.fixture(scope="module")
def scripts(tmp_path_factory) -> Path:
    """The scripts of the site as modules of Node."""
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copytree(ROOT / "games/static/games", folder / "games")
    for game in ENGINES:
        shutil.copytree(ROOT / f"games/{game}/static/{game}", folder / game)
    return folder


def play_randomly(table: Table, seed: int, moves: int = 2000) -> None:
    luck = QuickChance(seed)
    for _ in range(moves):
        decisions = table.engine.decisions(table.state)
        people = [decision for decision in decisions if decision.seat in table.tokens]
        if not decisions:
            return
        if people:
            menu = table.engine.legal(table.state, people[0].seat)
            table.act(menu[luck.below(len(menu))], seat=people[0].seat)
        else:
            attend_bots()


def finish(table: Table) -> None:
    """Everybody gives up until the match is over."""
    for seat in table.tokens:
        if table.match.status == "active":
            absence.resign(match_id=table.id, proof=table.proof(seat))


class Evidence:
    """What a page would load of a finished match, and what its browser has kept."""

    def __init__(self, client, table: Table) -> None:
        self.game = table.match.game
        self.record = client.get(f"/api/v1/matches/{table.id}/record/").json()
        self.names = [f"Player {seat.index}" for seat in table.match.seats.all()]
        self.entries: list[dict] = []
        while len(self.entries) < table.match.number:
            path = f"/api/v1/matches/{table.id}/events/?after={len(self.entries)}"
            self.entries += client.get(path).json()["events"]
        numbers = [
            entry["number"] for entry in self.entries if entry["kind"] == "start" or entry.get("chance")
        ]
        numbers.append(max(entry["number"] for entry in self.entries if entry["kind"] in ("start", "move")))
        self.states_by_number = {number: self.load_state(client, table.id, number) for number in numbers}
        self.kept = [self.keep(seat) for seat in table.tokens][:1]

    def load_state(self, client, match_id: str, number: int) -> dict:
        return client.get(f"/api/v1/matches/{match_id}/view/?at={number}").json()["state"]

    def keep(self, seat: int) -> dict:
        block = self.record["fairness"]
        hashes = [
            hash_nonce(bytes.fromhex(nonce)) if source == "given" and block["steps"] == 2 else None
            for nonce, source in zip(block["nonces"], block["sources"], strict=True)
        ]
        kept = {"index": seat, "commitment": block["commitment"], "nonce": block["nonces"][seat]}
        return kept | {"isSent": True, "hashes": hashes}

    def judge(self, scripts: Path) -> dict[str, Any]:
        runner = shutil.which("node")
        need(runner, "Install Node.js: apt install nodejs.")
        sent = {
            "folder": str(scripts), "game": self.game, "record": self.record, "entries": self.entries,
            "keptSeats": self.kept, "names": self.names, "statesByNumber": self.states_by_number,
        }  # fmt: skip
        done = subprocess.run(
            [runner, str(RUNNER)], input=json.dumps(sent), capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def keys(found: list[dict]) -> list[str]:
    return [entry["key"] for entry in found]


@pytest.mark.slow
@pytest.mark.parametrize("game", ENGINES)
def test_every_game_draws_its_luck_a_second_time(client, scripts, game):
    table = Table(game=game, seats=[HUMAN] * ENGINES[game].META.seats[0])
    play_randomly(table, 1)
    finish(table)
    evidence = Evidence(client, table)
    verdict = evidence.judge(scripts)
    assert verdict["faults"] == [] and verdict["drawCount"] > 0
    evidence.record["fairness"]["secret"] = "00" * 32
    assert {"secret_differs", "setup_differs"} <= set(keys(evidence.judge(scripts)["faults"]))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_fair_match_has_no_fault(client, scripts, game, seats, options):
    table = Table(game=game, seats=seats, options=options)
    play_randomly(table, 5)
    finish(table)
    verdict = Evidence(client, table).judge(scripts)
    assert verdict["faults"] == []
    assert verdict["drawCount"] > 20
    assert keys(verdict["notes"]) == ["commitment_kept", "nonce_kept"]
    assert verdict["meanings"] == ["means_after", "means_house", "means_one_step", "means_screens"]


def test_a_live_table_says_more_and_a_table_against_bots_needs_less(client, scripts):
    live, alone = Table(pace="live"), Table(seats=[HUMAN, BOT])
    for table in (live, alone):
        finish(table)
    assert "means_two_steps" in Evidence(client, live).judge(scripts)["meanings"]
    assert Evidence(client, alone).judge(scripts)["meanings"] == [
        "means_after",
        "means_house",
        "means_screens",
    ]


def test_what_this_browser_did_not_see_is_said(client, scripts):
    table = Table()
    finish(table)
    evidence = Evidence(client, table)
    evidence.kept = []
    verdict = evidence.judge(scripts)
    assert verdict["faults"] == []
    assert keys(verdict["notes"]) == ["commitment_unseen", "nonce_unsent"]
    assert "means_house" not in verdict["meanings"]


@pytest.fixture
def evidence(client) -> Evidence:
    table = Table(game="shanghaien", pace="live")
    play_randomly(table, 2, moves=25)
    finish(table)
    return Evidence(client, table)


def forge_again(evidence: Evidence, *, secret: bytes = b"", nonces: list[bytes] | None = None) -> None:
    """Another secret or other numbers, with the draws, the log and the boards that follow: it agrees with itself."""
    block = evidence.record["fairness"]
    secret = secret or bytes.fromhex(block["secret"])
    nonces = nonces or [bytes.fromhex(nonce) for nonce in block["nonces"]]
    engine = ENGINES[evidence.game]
    chance = FairChance(secret, list_key_parts(block["match"], nonces))
    setup = engine.draw(2, evidence.record["options"], chance)
    evidence.record["setup"] = setup
    evidence.record["moves"] = []
    evidence.entries = [entry for entry in evidence.entries if entry["kind"] != "move"]
    start = next(entry["number"] for entry in evidence.entries if entry["kind"] == "start")
    state = engine.deal(2, evidence.record["options"], setup)
    evidence.states_by_number = {start: engine.view(state, None)}
    block |= {"secret": secret.hex(), "nonces": [nonce.hex() for nonce in nonces]}
    block["commitment"] = make_commitment(secret, block["match"])
    records.verify_record(records.read_document(json.loads(json.dumps(evidence.record)), ENGINES))


def test_another_secret_that_agrees_with_everything_told_is_found(evidence, scripts):
    forge_again(evidence, secret=b"\x07" * 32)
    assert keys(evidence.judge(scripts)["faults"]) == ["commitment_differs"]


def test_another_number_at_the_own_seat_is_found(evidence, scripts):
    nonces = [bytes.fromhex(nonce) for nonce in evidence.record["fairness"]["nonces"]]
    forge_again(evidence, nonces=[b"\x09" * 16, nonces[1]])
    assert keys(evidence.judge(scripts)["faults"]) == ["nonce_differs", "hash_differs"]


def test_a_number_of_somebody_else_that_was_chosen_later_is_found(evidence, scripts):
    nonces = [bytes.fromhex(nonce) for nonce in evidence.record["fairness"]["nonces"]]
    forge_again(evidence, nonces=[nonces[0], b"\x09" * 16])
    verdict = evidence.judge(scripts)
    assert verdict["faults"] == [{"key": "hash_differs", "fields": {"who": "Player 1"}}]


def replace_first(moves: list[dict], name: str, value: object) -> dict:
    move = next(move for move in moves if name in (move.get("chance") or {}))
    move["chance"][name] = value
    return move


def other_dice(evidence: Evidence) -> list[int]:
    """Other dice in the record, in the log and in the sentence of the log: only the secret tells."""
    move = next(move for move in evidence.record["moves"] if move.get("chance"))
    die, second = move["chance"]["dice"]
    dice = [die % 6 + 1, second]
    replace_first(evidence.record["moves"], "dice", dice)
    entry = replace_first(evidence.entries, "dice", dice)
    next(event for event in entry["events"] if event["type"] == "rolled")["dice"] = dice
    return dice


def swap(cards: list) -> None:
    cards[0], cards[1] = cards[1], cards[0]


def first_state(evidence: Evidence) -> dict:
    return evidence.states_by_number[min(evidence.states_by_number)]


def first_rolled(evidence: Evidence) -> dict:
    events = [event for entry in evidence.entries for event in entry.get("events", [])]
    return next(event for event in events if event["type"] == "rolled")


def last_state_with_dice(evidence: Evidence) -> dict:
    """The board after the last roll."""
    number = max(entry["number"] for entry in evidence.entries if entry.get("chance"))
    return evidence.states_by_number[number]


FORGERIES: list[tuple[str, Callable[[Evidence], Any]]] = [
    ("secret_differs", lambda e: e.record["fairness"].update(secret="00" * 32)),
    ("block_differs", lambda e: e.record["fairness"]["nonces"].append("07" * 16)),
    ("block_differs", lambda e: e.record["fairness"]["sources"].pop()),
    ("block_differs", lambda e: e.record["fairness"]["nonces"].pop()),
    ("block_differs", lambda e: e.record["fairness"].update(version=3)),
    ("block_differs", lambda e: e.record["fairness"].update(sources=["given", "late"])),
    ("draw_differs", other_dice),
    ("setup_differs", lambda e: swap(e.record["setup"]["deck"])),
    ("setup_differs", lambda e: e.record["setup"].update(starter=1 - e.record["setup"]["starter"])),
    ("screen_differs", lambda e: swap(first_state(e)["tavern"])),
    ("screen_differs", lambda e: first_state(e).update(starter=1 - first_state(e)["starter"])),
    ("screen_differs", lambda e: last_state_with_dice(e)["dice"].append(1)),
    ("screen_differs", lambda e: first_rolled(e)["dice"].reverse() or first_rolled(e)["dice"].append(1)),
    ("record_differs", lambda e: e.record["moves"].pop()),
    ("record_differs", lambda e: replace_first(e.entries, "dice", [9, 9])),
    ("steps_differ", lambda e: e.record["fairness"].update(steps=1)),
    ("bot_differs", lambda e: e.record["fairness"].update(sources=["given", "bot"])),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "forge"), FORGERIES, ids=range(len(FORGERIES)))
def test_a_forgery_is_named(evidence, scripts, fault, forge):
    forge(evidence)
    assert fault in keys(evidence.judge(scripts)["faults"])


def test_a_bot_whose_number_was_chosen_is_found(client, scripts):
    table = Table(seats=[HUMAN, BOT])
    finish(table)
    evidence = Evidence(client, table)
    evidence.record["fairness"]["nonces"][1] = "00" * 16
    faults = evidence.judge(scripts)["faults"]
    assert faults[0] == {"key": "bot_differs", "fields": {"who": "Player 1"}}


def test_a_secret_that_ends_elsewhere_under_the_same_commitment_is_found(client, scripts):
    """The house commits to a longer secret, and later chooses where it ends: each end gives bots other numbers."""
    table = Table(seats=[HUMAN, BOT])
    finish(table)
    evidence = Evidence(client, table)
    block = evidence.record["fairness"]
    secret, match = bytes.fromhex(block["secret"]), block["match"]
    longer, rest = secret + match[:3].encode(), match[3:]
    assert make_commitment(longer, rest) == block["commitment"]
    block |= {"secret": longer.hex(), "match": rest}
    block["nonces"][1] = derive_bot_nonce(longer, 1).hex()
    chance = FairChance(longer, list_key_parts(rest, [bytes.fromhex(nonce) for nonce in block["nonces"]]))
    evidence.record["setup"] = ENGINES["shanghaien"].draw(2, evidence.record["options"], chance)
    assert keys(evidence.judge(scripts)["faults"]) == ["block_differs"]


def test_a_bot_that_is_told_as_a_person_is_found(client, scripts):
    """Its number would be free: this browser has seen before the start that a bot sits there."""
    table = Table(seats=[HUMAN, BOT])
    finish(table)
    evidence = Evidence(client, table)
    block = evidence.record["fairness"]
    evidence.record["seats"][1] = {"name": "Zoe", "kind": "human"}
    nonces = [bytes.fromhex(block["nonces"][0]), b"\x09" * 16]
    chance = FairChance(bytes.fromhex(block["secret"]), list_key_parts(block["match"], nonces))
    evidence.record["setup"] = ENGINES["shanghaien"].draw(2, evidence.record["options"], chance)
    block |= {"sources": ["given", "given"], "nonces": [nonce.hex() for nonce in nonces]}
    evidence.kept[0]["bots"] = [False, True]
    assert {"key": "bot_differs", "fields": {"who": "Player 1"}} in evidence.judge(scripts)["faults"]


def test_a_match_of_version_2_that_is_told_as_version_1_is_found(evidence, scripts):
    """The numbers of bots would be free again."""
    block = evidence.record["fairness"]
    secret, nonces = bytes.fromhex(block["secret"]), [bytes.fromhex(nonce) for nonce in block["nonces"]]
    evidence.record["fairness"] = fairness.reveal_version_1(secret, nonces)
    assert {"commitment_differs", "steps_differ"} <= set(keys(evidence.judge(scripts)["faults"]))


def test_a_record_of_version_1_is_judged_as_what_it_was(scripts, client):
    """With the number that the browser of then has kept; it proves less, and says so."""
    document = json.loads(
        (ROOT / "tests/games/shanghaien/records/shanghaien-2-extra_trick-true-1.json").read_text()
    )
    answer = client.post("/api/v1/records/", document, content_type="application/json").json()
    table = Table.__new__(Table)
    table.id, table.tokens = answer["id"], {}
    evidence = Evidence(client, table)
    block = evidence.record["fairness"]
    evidence.kept = [{"index": 0, "commitment": block["commitment"], "nonce": block["nonces"][0]}]
    verdict = evidence.judge(scripts)
    assert (verdict["faults"], verdict["meanings"]) == ([], ["means_after", "means_screens"])
    assert "means_version_1" in keys(verdict["notes"])
    forged = copy.deepcopy(evidence)
    forged.kept[0]["nonce"] = "00" * 16
    assert keys(forged.judge(scripts)["faults"]) == ["nonce_differs"]
