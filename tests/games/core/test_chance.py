"""The sources of luck."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.chance import FairChance, QuickChance, ScriptedChance, make_commitment
from games.core.contract import Malformed
from tests.needs import need

SECRET = bytes(range(32))
NONCES = [bytes(range(16)), bytes(range(16, 32))]
NODE = shutil.which("node")


def test_the_fair_stream_never_changes() -> None:
    """Numbers written down once: an old record must stay verifiable for ever."""
    chance = FairChance(SECRET, NONCES)
    assert [chance.below(1000) for _ in range(6)] == [934, 687, 557, 715, 562, 617]
    assert make_commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("seed", range(3))
def test_an_independent_implementation_draws_the_same(seed: int) -> None:
    need(NODE, "Install Node.js: apt install nodejs.")
    luck = QuickChance(seed)
    secret = bytes(luck.below(256) for _ in range(32))
    nonces = [bytes(luck.below(256) for _ in range(16)) for _ in range(seed + 2)]
    # every second word is skipped for a limit of 2^63 + 1
    limits = [6, 2**63 + 1, 1, 48, 2**64 - 1, 2, 2**63 + 1, 1000] * 10
    asked = {
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "below": list(map(str, limits)),
    }
    script = Path(__file__).with_name("fair_stream.mjs")
    done = subprocess.run(
        [str(NODE), script],
        input=json.dumps(asked | {"shuffle": 48}),
        capture_output=True,
        text=True,
        check=True,
    )
    chance, deck = FairChance(secret, nonces), list(range(48))
    numbers = [str(chance.below(n)) for n in limits]
    chance.shuffle(deck)
    assert json.loads(done.stdout) == {
        "commitment": make_commitment(secret),
        "numbers": numbers,
        "list": deck,
    }


def test_numbers_above_the_last_whole_multiple_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^64 mod 6 is 4: the four highest numbers would favour 0 to 3."""
    chance = FairChance(SECRET, NONCES)
    words = [2**64 - 1, 2**64 - 4, 2**64 - 5, 0]
    monkeypatch.setattr(chance, "_next_word", lambda: words.pop(0))
    assert [chance.below(6), chance.below(6)] == [5, 0]


def test_every_nonce_changes_the_stream() -> None:
    streams = []
    for nonces in (NONCES, NONCES[::-1], NONCES[:1], [NONCES[0], bytes(16)]):
        chance = FairChance(SECRET, nonces)
        streams.append(tuple(chance.below(1000) for _ in range(5)))
    assert len(set(streams)) == 4


@given(st.integers(0, 50))
def test_a_stored_match_goes_on_from_its_position(words: int) -> None:
    one = FairChance(SECRET, NONCES)
    for _ in range(words):
        one.below(7)
    later = FairChance(SECRET, NONCES, one.position)
    assert [one.below(97) for _ in range(9)] == [later.below(97) for _ in range(9)]


def test_fair_dice_are_even() -> None:
    chance = FairChance(SECRET, NONCES)
    thrown = Counter(chance.dice("dice", 1)[0] for _ in range(12_000))
    assert sorted(thrown) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 2000) ** 2 / 2000 for count in thrown.values()) < 20.5, "chi square, 5 degrees, 0.1 %"


def test_labelled_draws_are_remembered_until_they_are_collected() -> None:
    chance = FairChance(SECRET, NONCES)
    dice = chance.dice("dice", 2)
    picked = chance.pick("card", ["a", "b", "c"])
    chance.note("jack", 9)
    assert chance.take_draws() == {"dice": list(dice), "card": picked, "jack": 9}
    assert chance.take_draws() == {}


def test_a_script_answers_what_was_recorded() -> None:
    script = ScriptedChance({"dice": [2, 4], "card": "b", "jack": 9}, numbers=[5])
    assert script.dice("dice", 2) == (2, 4)
    assert script.pick("card", ["a", "b"]) == "b"
    script.note("jack", 9)
    assert script.below(6) == 5
    script.finish()


@pytest.mark.parametrize(
    ("script", "where"),
    [
        ({}, "chance.dice"),
        ({"dice": [2]}, "chance.dice"),
        ({"dice": [2, 7]}, "chance.dice"),
        ({"dice": [True, 2]}, "chance.dice"),
        ({"dice": "24"}, "chance.dice"),
        ({"dice": [1, 2], "more": 1}, "chance.more"),
    ],
)
def test_a_script_refuses_dice_that_could_not_have_been_thrown(script: dict[str, object], where: str) -> None:
    chance = ScriptedChance(script)
    with pytest.raises(Malformed) as error:
        chance.dice("dice", 2)
        chance.finish()
    assert error.value.where == where


def test_a_script_refuses_other_draws_that_are_not_possible() -> None:
    with pytest.raises(Malformed, match="could not have been drawn"):
        ScriptedChance({"card": True}).pick("card", [1, 2])
    with pytest.raises(Malformed, match="9 expected"):
        ScriptedChance({"jack": 8}).note("jack", 9)
    with pytest.raises(Malformed, match="does not hold"):
        ScriptedChance().below(2)
    with pytest.raises(Malformed, match="not drawn"):
        ScriptedChance(numbers=[1]).finish()
    with pytest.raises(Malformed, match="not below"):
        ScriptedChance(numbers=[2]).below(2)


def test_quick_luck_is_repeatable_even_and_different_for_each_seed() -> None:
    def first(seed: int) -> list[int]:
        chance = QuickChance(seed)
        return [chance.below(1000) for _ in range(8)]

    assert first(5) == first(5)
    assert len({tuple(first(seed)) for seed in range(50)}) == 50
    chance = QuickChance(3)
    counts = Counter(chance.below(6) for _ in range(12_000))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 20.5
    assert {tuple(chance.dice("dice", 2)) for _ in range(2000)} == {
        (a, b) for a in range(1, 7) for b in range(1, 7)
    }
    assert len(chance.dice("dice", 5)) == 5 and chance.take_draws() == {}
