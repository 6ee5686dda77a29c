"""The page alone is enough to write a second implementation: it draws what we draw, in every game."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from games.core import fairness, records
from games.core.chance import FairChance, QuickChance
from games.core.contributions import BOT, GIVEN, LATE
from games.core.fairness import SeatNonce, derive_bot_nonce, list_key_parts
from games.core.simulation import Case, begin_case, choose_at_random, play_on
from games.registry import ENGINES
from tests.games.core.conformance import case_parameters
from tests.games.core.second_luck import GAMES, find_wrong_draw

RECORDS = [
    path for game in GAMES for path in sorted(Path(__file__).parents[1].glob(f"{game}/records/*.json"))
]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_recorded_match_is_drawn_again(path: Path) -> None:
    """Version 1, with decks of that time."""
    record = json.loads(path.read_text(encoding="utf-8"))
    if record["game"] == "macao":
        record["setup"].setdefault(
            "deck", json.loads(json.dumps(ENGINES["macao"].draw(2, {}, QuickChance(1))["deck"]))
        )
    record.setdefault("options", {})
    if "fairness" in record:
        assert find_wrong_draw(record) == ""


def play_version_2(case: Case, seed: int) -> dict:
    """A record of version 2, in which people, a bot and a late seat add their numbers."""
    state, record, _ = begin_case(case, seed)
    secret = bytes([seed]) * 32
    seats = [SeatNonce(GIVEN, bytes([7]) * 16), SeatNonce(BOT, derive_bot_nonce(secret, 1))]
    seats += [SeatNonce(LATE, None), SeatNonce(GIVEN, bytes([8]) * 16)][: case.seats - 2]
    record.fairness = fairness.reveal(secret, "0123456789abcdef", 1, seats)
    chance = FairChance(secret, list_key_parts("0123456789abcdef", [seat.nonce for seat in seats]))
    for index, seat in enumerate(seats):
        record.seats[index] = {"name": str(index), "kind": "bot" if seat.source == BOT else "human"}
    record.setup = case.engine.draw(case.seats, record.options | case.carried, chance)
    chance.take_draws()
    state = case.engine.deal(case.seats, record.options, record.setup)
    for _ in play_on(state, record, chance, choose_at_random(case.engine), QuickChance(seed)):
        pass
    return json.loads(json.dumps(records.write_document(record)))


@pytest.mark.parametrize(
    "case", [case for case in case_parameters() if case.values[0].engine.META.slug in GAMES]
)
def test_a_match_of_version_2_is_drawn_again_in_every_variant(case: Case) -> None:
    record = play_version_2(case, 3)
    records.verify_record(records.read_document(record, ENGINES))
    assert find_wrong_draw(record) == ""
    forged = copy.deepcopy(record)
    forged["fairness"]["nonces"][0] = "00" * 16
    assert find_wrong_draw(forged) == "setup"


def test_the_page_covers_the_games_that_ship() -> None:
    assert set(GAMES) <= set(ENGINES) and len(GAMES) == 3
