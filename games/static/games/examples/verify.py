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
nonces = [bytes.fromhex(nonce) if nonce else bytes(16) for nonce in luck["nonces"]]
for seat, source in enumerate(luck["sources"]):
    bot_nonce = hmac.digest(secret, b"bot" + bytes([seat]), "sha256")[:16]
    assert source != "bot" or nonces[seat] == bot_nonce, f"a chosen nonce of bot {seat}"
key = hashlib.sha256(secret + match + b"".join(nonces)).digest()
blocks = (hmac.digest(key, count.to_bytes(8, "big"), "sha256") for count in itertools.count())
stream = (int.from_bytes(block[i : i + 8], "big") for block in blocks for i in (0, 8, 16, 24))
below = lambda n: next(x for x in stream if x < 2**64 - 2**64 % n) % n  # noqa: E731
starter, tricks = below(2), [f"trick-{n}" for n in range(1, 9)]
colours = ["red", "lightblue", "blue", "yellow", "orange", "purple", "green", "grey"]
deck = [f"{c}-{v}" for c in colours for v in ["1", "2", "3a", "3b", "4"]] + tricks
for i in range(47, 0, -1):
    j = below(i + 1)
    deck[i], deck[j] = deck[j], deck[i]
assert record["setup"] == {"starter": starter, "deck": deck}, "another setup than drawn"
for move in record["moves"]:
    if dice := move.get("chance", {}).get("dice"):
        assert dice == [below(6) + 1, below(6) + 1], f"other dice than drawn in move {move['n']}"
print("Nobody chose this luck.")
