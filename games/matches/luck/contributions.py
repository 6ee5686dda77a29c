"""Collects a random number (a nonce) from each seat, and then begins the match.

The server has committed to its secret before. In a match of one step, each seat sends its nonce. In a match
of two steps, each seat first sends the hash of its nonce, and reveals the nonce when all hashes have arrived,
so that nobody can choose a nonce that suits those of the others. In matches of version 1 each person sent a
nonce when taking the seat, and nothing is collected.

docs/game-record.md describes the requests, and docs/adr/0324-fair-dice-version-2.md gives the reasons.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import NamedTuple

from escale.common.clock import now_ms
from games.core import fairness
from games.core.chance import FairChance
from games.core.contributions import (
    AWAITED,
    DECLINED,
    GIVEN,
    HASHED,
    WITHHELD,
    Contributor,
    are_hashes_complete,
    can_begin,
    end_waiting,
    find_awaited,
    is_full,
)
from games.core.seat_masks import mask_of
from games.matches.errors import MatchError
from games.matches.storage.match_rows import lock_match
from games.matches.storage.rows import MatchRow, NewEvent, SeatProof
from games.matches.storage.transactions import write_transaction
from games.matches.writes import append_event, lock_own_seat, with_next_decision
from games.models import Match, MatchSecret, Seat, Status
from games.registry import ENGINES

#: How long seats may take to send their nonces or hashes after all seats are taken, and again to reveal their
#: nonces after all hashes have arrived. Then the match begins without them: nobody can delay it.
SECONDS_TO_CONTRIBUTE = 30


class Sent(NamedTuple):
    """What a seat sends: a nonce, the hash of one, or neither if it declines. In hexadecimal."""

    nonce: str | None = None
    nonce_hash: str | None = None


def contribute(*, match_id: str, proof: SeatProof, sent: Sent) -> None:
    """Adds the nonce of a seat to the key of the random stream, and begins the match if it was the last one.

    A repeated request changes nothing.
    """
    with write_transaction():
        row, own_seat = lock_own_seat(match_id, proof)
        if _is_repeated(Seat.objects.get(match_id=match_id, index=own_seat.index), sent):
            return
        if row.status != Status.OPEN:
            raise MatchError("already_started")
        take_contribution(row, own_seat.index, sent)


def _is_repeated(seat: Seat, sent: Sent) -> bool:
    if sent.nonce is not None:
        return seat.contribution == GIVEN and hmac.compare_digest(seat.nonce, sent.nonce)
    if sent.nonce_hash is not None:
        return hmac.compare_digest(seat.nonce_hash, sent.nonce_hash)
    return seat.contribution == DECLINED


def take_contribution(row: MatchRow, index: int, sent: Sent) -> None:
    """Stores what the seat has sent, in a match that is locked and open."""
    match = Match.objects.get(pk=row.id)
    seats = list_contributors(row.id)
    awaited = find_awaited(seats, match.nonce_steps, index)  # "nonce", "hash" or None
    current = seats[index].contribution
    if match.fairness_version == 1 or current not in (AWAITED, HASHED):
        raise MatchError("nonce_not_awaited", awaited=None)
    if sent.nonce is not None:
        _require_awaited("nonce", awaited)
        _require_fitting_hash(row.id, index, sent.nonce)
        values = {"contribution": GIVEN, "nonce": sent.nonce}
    elif sent.nonce_hash is not None:
        _require_awaited("hash", awaited)
        values = {"contribution": HASHED, "nonce_hash": sent.nonce_hash}
    else:
        # A seat that has sent its hash cannot decline any more: it withholds its nonce.
        values = {"contribution": DECLINED if current == AWAITED else WITHHELD}
    Seat.objects.filter(match_id=row.id, index=index).update(**values)
    if values["contribution"] not in (GIVEN, HASHED):
        row = _append(row, NewEvent("no_nonce", index, {}))
    continue_opening(row, had_all_hashes=are_hashes_complete(seats))


def _require_awaited(sent: str, awaited: str | None) -> None:
    if sent != awaited:
        raise MatchError("nonce_not_awaited", awaited=awaited)


def _require_fitting_hash(match_id: str, index: int, nonce: str) -> None:
    stored_hash = Seat.objects.values_list("nonce_hash", flat=True).get(match_id=match_id, index=index)
    if stored_hash and not hmac.compare_digest(stored_hash, fairness.hash_nonce(bytes.fromhex(nonce))):
        raise MatchError("wrong_nonce")


def list_contributors(match_id: str) -> list[Contributor]:
    seats = Seat.objects.filter(match_id=match_id).order_by("index")
    return [to_contributor(seat) for seat in seats]


def to_contributor(seat: Seat) -> Contributor:
    return Contributor(seat.taken, seat.contribution)


def can_leave(match_id: str) -> bool:
    """False once nonces are revealed: whoever took the free seat could choose a nonce that suits those."""
    steps = Match.objects.values_list("nonce_steps", flat=True).get(pk=match_id)
    return steps == 1 or not are_hashes_complete(list_contributors(match_id))


def continue_opening(row: MatchRow, *, had_all_hashes: bool = False) -> None:
    """Begins a locked, open match if nothing more is awaited; otherwise sets the time limit.

    `had_all_hashes` says that the seats are already revealing their nonces, so the time limit is set.
    """
    seats = list(Seat.objects.filter(match_id=row.id).order_by("index"))
    contributors = [to_contributor(seat) for seat in seats]
    if not is_full(contributors):
        return
    version, steps = Match.objects.values_list("fairness_version", "nonce_steps").get(pk=row.id)
    if version == 1 or can_begin(contributors):
        _begin(row, seats, version)
        return
    must_reveal = steps == 2 and are_hashes_complete(contributors)
    if must_reveal and not had_all_hashes:
        _set_due(row.id)
        _append(row, NewEvent("hashes", None, {}))
    elif row.due is None:
        _set_due(row.id)


def _set_due(match_id: str) -> None:
    Match.objects.filter(pk=match_id).update(due=now_ms() + SECONDS_TO_CONTRIBUTE * 1000)


def _append(row: MatchRow, new_event: NewEvent) -> MatchRow:
    """Appends the event, and returns the match after it.

    `append_event` writes the columns of the row, so the row must have the `due` that `_set_due` has written.
    """
    due = Match.objects.values_list("due", flat=True).get(pk=row.id)
    row = row._replace(due=due)
    return row._replace(number=append_event(row, new_event))


def _begin(row: MatchRow, seats: Sequence[Seat], version: int) -> None:
    """Makes the random stream from the secret and the nonces of the seats, and deals the first state."""
    engine = ENGINES[row.game]
    secret = bytes.fromhex(MatchSecret.objects.values_list("secret", flat=True).get(match_id=row.id))
    key_parts = _list_key_parts(row.id, secret, seats, version)
    chance = FairChance(secret, key_parts)
    setup = engine.draw(row.seat_count, row.options, chance)
    state = engine.deal(row.seat_count, row.options, setup)
    MatchSecret.objects.filter(match_id=row.id).update(nonces=[part.hex() for part in key_parts], setup=setup)
    bot_seats = mask_of(seat.index for seat in seats if seat.kind == "bot")
    row = row._replace(status=Status.ACTIVE, bot_seats=bot_seats, chance_position=chance.position)
    append_event(with_next_decision(row, state), NewEvent("start", None, {}), state)


def _list_key_parts(match_id: str, secret: bytes, seats: Sequence[Seat], version: int) -> list[bytes]:
    """The parts of the key of the random stream that are hashed after the secret."""
    if version == 1:
        return [bytes.fromhex(seat.nonce) for seat in seats]
    nonces: list[bytes | None] = []
    for seat in seats:
        if seat.kind == "bot":
            nonces.append(fairness.derive_bot_nonce(secret, seat.index))
        else:
            nonces.append(bytes.fromhex(seat.nonce) if seat.contribution == GIVEN else None)
    return fairness.list_key_parts(match_id, nonces)


def close_late(*, match_id: str) -> bool:
    """Begins or continues without nonces that are overdue; False if none are."""
    with write_transaction():
        row = lock_match(match_id)
        if row is None or row.status != Status.OPEN or row.due is None or row.due > now_ms():
            return False
        seats = list_contributors(match_id)
        had_all_hashes = are_hashes_complete(seats)
        for index, seat in enumerate(seats):
            if seat.contribution == AWAITED or (seat.contribution == HASHED and had_all_hashes):
                ending = end_waiting(seat.contribution)
                Seat.objects.filter(match_id=match_id, index=index).update(contribution=ending)
                row = _append(row, NewEvent("no_nonce", index, {}))
        continue_opening(row, had_all_hashes=had_all_hashes)
    return True
