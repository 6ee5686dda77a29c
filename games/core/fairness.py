"""The fairness block of a record: what a finished match reveals, so that anyone can check its luck.

docs/game-record.md describes its two versions. The luck follows from a secret of the server and a number (a
nonce) of each seat. Before the match the server shows a commitment: the SHA-256 of the secret and, since
version 2, of the id of the match. `sources` says for each seat where its nonce came from. With two `steps`,
all people sent the hash of their nonces before anybody revealed one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.core.chance import FairChance, make_commitment
from games.core.contract import Json, Malformed
from games.core.contributions import BOT, SOURCES, SOURCES_WITH_NONCE, WITHHELD
from games.core.record_parts import require_hex, require_list, require_object

VERSION = 2
SECRET_BYTES = 32
COMMITMENT_BYTES = 32
NONCE_BYTES = 16
#: the part of the key for a seat that has no nonce
NO_NONCE = bytes(NONCE_BYTES)
_FIELDS_BY_VERSION = {
    1: {"commitment", "secret", "nonces"},
    2: {"version", "match", "steps", "commitment", "secret", "nonces", "sources"},
}
_MAX_MATCH_ID = 32
_MATCH_ID_SIGNS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class SeatNonce(NamedTuple):
    """The nonce of a seat, and where it came from."""

    #: one of `contributions.SOURCES`
    source: str
    nonce: bytes | None


def derive_bot_nonce(secret: bytes, seat: int) -> bytes:
    """The nonce of a bot. It follows from the secret, so the commitment covers it."""
    return hmac.digest(secret, b"bot" + bytes([seat]), "sha256")[:NONCE_BYTES]


def hash_nonce(nonce: bytes) -> str:
    """What a seat sends first when nonces are revealed in two steps."""
    return hashlib.sha256(nonce).hexdigest()


def list_key_parts(match_id: str, nonces: Sequence[bytes | None]) -> list[bytes]:
    """The parts of the key of the random stream that are hashed after the secret (version 2)."""
    return [match_id.encode(), *(nonce or NO_NONCE for nonce in nonces)]


def reveal(secret: bytes, match_id: str, steps: int, seats: Sequence[SeatNonce]) -> Json:
    """The fairness block of a record, version 2."""
    return {
        "version": VERSION,
        "match": match_id,
        "steps": steps,
        "commitment": make_commitment(secret, match_id),
        "secret": secret.hex(),
        "nonces": [seat.nonce.hex() if seat.nonce else None for seat in seats],
        "sources": [seat.source for seat in seats],
    }


def reveal_version_1(secret: bytes, nonces: Sequence[bytes]) -> Json:
    """The fairness block, version 1: of a match that began before version 2, or of a simulation."""
    return {
        "commitment": make_commitment(secret),
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
    }


def version_of(revealed: Json) -> int:
    """The version of a fairness block. A block without a field `version` has version 1."""
    version: int = revealed.get("version", 1)
    return version


def read(data: object, seats: int) -> Json:
    """The fairness block of a record. Only its form is checked here; `make_chance` checks its content."""
    revealed = require_object(data, "fairness")
    version = version_of(revealed)
    names_version_1 = revealed.get("version") == 1  # Version 1 has no field `version`.
    if type(version) is not int or version not in _FIELDS_BY_VERSION or names_version_1:
        raise Malformed("only the versions 1 (unnamed) and 2 are known", "fairness.version")
    if set(revealed) != _FIELDS_BY_VERSION[version]:
        expected = ", ".join(sorted(_FIELDS_BY_VERSION[version]))
        raise Malformed(f"exactly these are expected: {expected}", "fairness")
    nonces = require_list(revealed["nonces"], "fairness.nonces")
    if len(nonces) != seats:
        raise Malformed("a nonce for each seat is expected", "fairness.nonces")
    require_hex(revealed["commitment"], COMMITMENT_BYTES, "fairness.commitment")
    require_hex(revealed["secret"], SECRET_BYTES, "fairness.secret")
    if version == VERSION:
        _require_match_and_steps(revealed)
        _require_sources(revealed, seats)
    for index, nonce in enumerate(nonces):
        if version == 1 or revealed["sources"][index] in SOURCES_WITH_NONCE:
            require_hex(nonce, NONCE_BYTES, f"fairness.nonces[{index}]")
        elif nonce is not None:
            raise Malformed("null is expected, because this seat added none", f"fairness.nonces[{index}]")
    return revealed


def _require_match_and_steps(revealed: Json) -> None:
    match_id, steps = revealed["match"], revealed["steps"]
    is_text = isinstance(match_id, str) and 0 < len(match_id) <= _MAX_MATCH_ID
    if not is_text or set(match_id) - _MATCH_ID_SIGNS:
        raise Malformed(f"1 to {_MAX_MATCH_ID} letters, digits, - or _ are expected", "fairness.match")
    if type(steps) is not int or steps not in (1, 2):
        raise Malformed("1 or 2 is expected", "fairness.steps")


def _require_sources(revealed: Json, seats: int) -> None:
    sources = require_list(revealed["sources"], "fairness.sources")
    if len(sources) != seats:
        raise Malformed("a source for each seat is expected", "fairness.sources")
    for index, source in enumerate(sources):
        if not isinstance(source, str) or source not in SOURCES:
            raise Malformed(f"one of {', '.join(SOURCES)} is expected", f"fairness.sources[{index}]")
        # A seat can withhold a nonce only after its hash, and with one step no hashes are sent.
        if source == WITHHELD and revealed["steps"] == 1:
            raise Malformed("only two steps know a hash without its nonce", f"fairness.sources[{index}]")


def make_chance(revealed: Json, seats: Sequence[Json]) -> FairChance:
    """The random stream of a match; Malformed if the block contradicts itself or the seats."""
    secret = bytes.fromhex(revealed["secret"])
    nonces = [bytes.fromhex(nonce) if nonce else None for nonce in revealed["nonces"]]
    match_id = revealed.get("match", "")  # Version 1 has none.
    if make_commitment(secret, match_id) != revealed["commitment"]:
        what = "secret and the match" if match_id else "secret"
        raise Malformed(f"not the SHA-256 of the {what}", "fairness.commitment")
    if version_of(revealed) == 1:  # Then every seat has a nonce.
        return FairChance(secret, [nonce for nonce in nonces if nonce])
    for index, seat in enumerate(seats):
        _require_right_source(index, seat, revealed["sources"][index])
        if seat["kind"] == "bot":
            _require_bot_nonce(secret, index, nonces[index] or b"")
    return FairChance(secret, list_key_parts(match_id, nonces))


def _require_right_source(index: int, seat: Json, source: Any) -> None:
    is_bot = seat["kind"] == "bot"
    if is_bot != (source == BOT):
        raise Malformed("this is not how the seat was taken", f"fairness.sources[{index}]")


def _require_bot_nonce(secret: bytes, index: int, nonce: bytes) -> None:
    if not hmac.compare_digest(nonce, derive_bot_nonce(secret, index)):
        raise Malformed("a bot's nonce follows from the secret", f"fairness.nonces[{index}]")
