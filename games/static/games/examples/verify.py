"""Checks the luck of a record of Shanghaien: python verify.py record.json. Needs Python alone."""

import hashlib
import hmac
import itertools
import json
import pathlib
import sys

record = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
assert record["game"] == "shanghaien", "a record of another game, which draws other things"
luck = record["fairness"]
secret, match = bytes.fromhex(luck["secret"]), luck["match"].encode()
assert hashlib.sha256(secret + match).hexdigest() == luck["commitment"], "another secret than promised"
bots = [hmac.digest(secret, b"bot" + bytes([seat]), "sha256")[:16] for seat in (0, 1)]
nonces = [bytes.fromhex(nonce or "00" * 16) for nonce in luck["nonces"]]
assert all(luck["sources"][n] != "bot" or nonces[n] == bots[n] for n in (0, 1)), "a chosen nonce of a bot"
key = hashlib.sha256(secret + match + b"".join(nonces)).digest()
blocks = (hmac.digest(key, count.to_bytes(8, "big"), "sha256") for count in itertools.count())
stream = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in (0, 8, 16, 24))
below = lambda n: next(x for x in stream if x < 2**64 - 2**64 % n) % n  # noqa: E731
first, kinds = below(2), ["red", "lightblue", "blue", "yellow", "orange", "purple", "green", "grey", "trick"]
deck = [f"{k}-{n}" for k in kinds for n in ("12345678" if k == "trick" else ["1", "2", "3a", "3b", "4"])]
for i in range(47, 0, -1):
    deck[i], deck[j] = deck[j := below(i + 1)], deck[i]
assert record["setup"] == {"starter": first, "deck": deck}, "another setup than drawn"
dice = [move["chance"]["dice"] for move in record["moves"] if move.get("chance")]
assert dice == [[below(6) + 1, below(6) + 1] for _ in dice], "other dice than drawn"
print("Nobody chose this luck.")
