"""Random numbers come after the commitment, in one step or two, and nobody can hold a match up."""

import hashlib
import secrets

import pytest

from escale.common import clock
from games.core import records
from games.core.chance import make_commitment
from games.core.fairness import derive_bot_nonce, hash_nonce, make_chance
from games.matches import absence, record_import, replay, seating
from games.matches.archiving import packing
from games.matches.errors import MatchError
from games.matches.luck.contributions import SECONDS_TO_CONTRIBUTE, Sent, contribute
from games.models import Match, MatchSecret, Seat
from games.presenting import match_view
from games.registry import ENGINES
from tests.games.table import BOT, HUMAN, Table, attend_bots

pytestmark = pytest.mark.django_db

NONCES = [bytes([number]) * 16 for number in (7, 8, 9)]


def send(table: Table, seat: int, **sent: str | None) -> str:
    """The code of the refusal, or "" if it was taken."""
    try:
        contribute(match_id=table.id, proof=table.proof(seat), sent=Sent(**sent))
    except MatchError as error:
        return error.code
    return ""


def join(table: Table) -> None:
    seated = seating.join(match_id=table.id)
    table.tokens[seated.index] = seated.token


def awaited(table: Table) -> list[str | None]:
    return [seat["awaited"] for seat in match_view.load_fairness(table.match)["seats"]]


def wait(monkeypatch, seconds: int = SECONDS_TO_CONTRIBUTE + 1) -> None:
    """Lets the time pass; the worker looks at what is due then."""
    now = clock.now_ms()
    for module in ("games.automation.queue", "games.matches.luck.contributions"):
        monkeypatch.setattr(f"{module}.now_ms", lambda: now + seconds * 1000)
    attend_bots()


def resigned_record(table: Table) -> dict:
    """The record of the match, which its verifier accepts."""
    absence.resign(match_id=table.id, proof=table.proof(0))
    record = replay.record(table.match)
    records.verify_record(records.read_document(record, ENGINES))
    return record


def test_the_commitment_covers_the_secret_the_match_and_the_numbers_of_bots():
    table = Table(game="halunken", seats=[HUMAN, BOT, BOT])
    secret = bytes.fromhex(MatchSecret.objects.get(match_id=table.id).secret)
    assert table.match.commitment == hashlib.sha256(secret + table.id.encode()).hexdigest()
    for seat in range(3):
        absence.resign(match_id=table.id, proof=table.proof(0)) if seat == 0 else None
    fairness = replay.record(table.match)["fairness"]
    assert fairness["sources"] == ["given", "bot", "bot"]
    for seat in (1, 2):
        assert fairness["nonces"][seat] == derive_bot_nonce(secret, seat).hex()
    assert fairness["nonces"][1] != fairness["nonces"][2]


def test_a_person_against_bots_adds_a_number_in_one_step():
    table = Table(seats=[HUMAN, BOT], join=False)
    assert (table.match.status, awaited(table)) == ("open", ["nonce", None])
    assert send(table, 0, nonce=NONCES[0].hex()) == ""
    assert table.match.status == "active"
    record = resigned_record(table)
    assert record["fairness"]["nonces"][0] == NONCES[0].hex()
    assert record["fairness"]["steps"] == 1


def test_a_live_table_reveals_no_number_before_all_are_fixed():
    table = Table(game="halunken", seats=[HUMAN] * 3, join=False, pace="live")
    join(table)
    assert awaited(table) == ["hash", "hash", None]
    assert send(table, 0, nonce=NONCES[0].hex()) == "nonce_not_awaited"
    for seat in (0, 1):
        assert send(table, seat, nonce_hash=hash_nonce(NONCES[seat])) == ""
        assert send(table, seat, nonce=NONCES[seat].hex()) == "nonce_not_awaited"
    join(table)
    assert awaited(table) == [None, None, "hash"]
    assert send(table, 2, nonce_hash=hash_nonce(NONCES[2])) == ""
    assert awaited(table) == ["nonce"] * 3
    with pytest.raises(MatchError, match="already_started"):
        seating.leave(match_id=table.id, proof=table.proof(1))
    assert send(table, 1, nonce=NONCES[2].hex()) == "wrong_nonce"
    for seat in (2, 0, 1):
        assert table.match.status == "open"
        assert send(table, seat, nonce=NONCES[seat].hex()) == ""
    assert table.match.status == "active"
    assert table.kinds() == ["join", "join", "join", "hashes", "start"]
    for seat in (1, 2):
        absence.resign(match_id=table.id, proof=table.proof(seat))
    assert resigned_record(table)["fairness"]["nonces"] == [nonce.hex() for nonce in NONCES]


def test_the_same_request_counts_once_and_another_number_is_refused():
    table = Table(join=False)
    for _ in range(2):
        assert send(table, 0, nonce=NONCES[0].hex()) == ""
    assert send(table, 0, nonce=NONCES[1].hex()) == "nonce_not_awaited"
    assert send(table, 0) == "nonce_not_awaited"
    seating.join(match_id=table.id, sent=Sent(nonce=NONCES[1].hex()))
    assert send(table, 0, nonce=NONCES[0].hex()) == "", "the answer to the first request was lost"
    assert send(table, 0, nonce=NONCES[1].hex()) == "already_started"


def test_who_declines_is_named_in_the_record():
    table = Table(join=False)
    assert send(table, 0) == ""
    seating.join(match_id=table.id, sent=Sent(nonce=NONCES[1].hex()))
    fairness = resigned_record(table)["fairness"]
    assert (fairness["sources"], fairness["nonces"]) == (["declined", "given"], [None, NONCES[1].hex()])


def test_a_program_that_sends_nothing_does_not_hold_the_match_up(monkeypatch):
    table = Table(join=False)
    wait(monkeypatch, seconds=3600)
    assert table.match.status == "open", "a seat is free: people are waited for without end"
    monkeypatch.undo()
    seating.join(match_id=table.id, sent=Sent(nonce=NONCES[1].hex()))
    attend_bots()
    assert table.match.status == "open"
    wait(monkeypatch)
    assert table.match.status == "active"
    assert resigned_record(table)["fairness"]["sources"] == ["late", "given"]


def test_who_fixes_a_number_and_does_not_reveal_it_is_named_too(monkeypatch):
    table = Table(game="halunken", seats=[HUMAN] * 3, join=False, pace="live")
    join(table)
    join(table)
    for seat in (0, 1):
        send(table, seat, nonce_hash=hash_nonce(NONCES[seat]))
    wait(monkeypatch)
    assert awaited(table) == ["nonce", "nonce", None], "the third came too late, the others go on"
    send(table, 0, nonce=NONCES[0].hex())
    wait(monkeypatch, 2 * SECONDS_TO_CONTRIBUTE + 2)
    assert table.match.status == "active"
    for seat in (1, 2):
        absence.resign(match_id=table.id, proof=table.proof(seat))
    fairness = resigned_record(table)["fairness"]
    assert fairness["sources"] == ["given", "withheld", "late"]
    assert fairness["nonces"] == [NONCES[0].hex(), None, None]


def test_who_leaves_before_takes_the_number_along():
    table = Table(join=False)
    send(table, 0, nonce=NONCES[0].hex())
    join(table)
    assert table.match.due is not None
    seating.leave(match_id=table.id, proof=table.proof(0))
    assert (table.match.due, awaited(table)) == (None, [None, "nonce"])
    join(table)
    assert awaited(table) == ["nonce", "nonce"]


def make_open_match_of_version_1() -> tuple[Table, bytes]:
    """As the release before wrote it: the creator's number has come with the wish for a match."""
    table, secret = Table(join=False), secrets.token_bytes(32)
    Match.objects.filter(pk=table.id).update(commitment=make_commitment(secret), fairness_version=1)
    MatchSecret.objects.filter(match_id=table.id).update(secret=secret.hex())
    Seat.objects.filter(match_id=table.id, index=0).update(nonce=NONCES[0].hex())
    return table, secret


@pytest.mark.parametrize("sent", [None, Sent(nonce=NONCES[1].hex())])
def test_a_table_that_was_opened_under_version_1_is_played_and_verified_under_it(sent):
    table, secret = make_open_match_of_version_1()
    assert send(table, 0, nonce=NONCES[1].hex()) == "nonce_not_awaited"
    seated = seating.join(match_id=table.id, sent=sent)
    table.tokens[seated.index] = seated.token
    assert table.match.status == "active"
    table.play(9)
    fairness = resigned_record(table)["fairness"]
    assert set(fairness) == {"commitment", "secret", "nonces"}
    assert (fairness["secret"], fairness["nonces"][0]) == (secret.hex(), NONCES[0].hex())
    assert sent is None or fairness["nonces"][1] == sent.nonce


def test_an_imported_record_reveals_the_same_again():
    table = Table(seats=[HUMAN, BOT], join=False)
    send(table, 0)
    record = resigned_record(table)
    imported = record_import.record(record)
    assert replay.record(imported) == record
    assert record["fairness"]["match"] == table.id != imported.pk


def test_a_packed_match_reveals_the_same_again():
    table = Table(game="halunken", seats=[HUMAN, BOT, HUMAN])
    absence.resign(match_id=table.id, proof=table.proof(2))
    record = resigned_record(table)
    assert packing.pack(table.id)
    assert replay.record(table.match) == record


DAMAGES = [
    ("fairness.commitment", {"match": "another"}),
    ("fairness.match", {"match": "a b"}),
    ("fairness.steps", {"steps": 3}),
    ("fairness.version", {"version": 3}),
    ("fairness.version", {"version": True}),
    ("fairness", {"more": 1}),
    ("fairness.sources", {"sources": ["given"]}),
    ("fairness.sources[0]", {"sources": ["chosen", "bot"]}),
    ("fairness.sources[0]", {"sources": ["withheld", "bot"], "nonces": [None, "00" * 16]}),
    ("fairness.sources[1]", {"sources": ["given", "given"]}),
    ("fairness.nonces[0]", {"sources": ["declined", "bot"]}),
    ("fairness.nonces[1]", {"nonces": [NONCES[0].hex(), "00" * 16]}),
    ("setup", {"nonces": [NONCES[1].hex(), None]}),
]


@pytest.mark.parametrize(("where", "change"), DAMAGES, ids=range(len(DAMAGES)))
def test_a_damaged_block_is_named_with_its_place(where, change):
    table = Table(seats=[HUMAN, BOT], join=False)
    send(table, 0, nonce=NONCES[0].hex())
    record = resigned_record(table)
    if change.get("nonces", [0, 0])[1] is None:
        change = {"nonces": [change["nonces"][0], record["fairness"]["nonces"][1]]}
    record["fairness"] |= change
    with pytest.raises(records.Malformed) as error:
        records.verify_record(records.read_document(record, ENGINES))
    assert error.value.where == where


def test_the_key_is_made_as_the_page_says():
    block = {
        "version": 2, "match": "abc", "steps": 1, "secret": "11" * 32, "sources": ["declined", "bot"],
        "commitment": hashlib.sha256(b"\x11" * 32 + b"abc").hexdigest(),
        "nonces": [None, derive_bot_nonce(b"\x11" * 32, 1).hex()],
    }  # fmt: skip
    stream = make_chance(block, [{"kind": "human"}, {"kind": "bot"}])
    mixed = b"\x11" * 32 + b"abc" + bytes(16) + bytes.fromhex(block["nonces"][1])
    assert stream._key == hashlib.sha256(mixed).digest()
