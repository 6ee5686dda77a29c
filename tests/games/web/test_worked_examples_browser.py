"""The worked examples of the sheets, tapped into the page for a real table: owners, points and winners are theirs."""

from __future__ import annotations

import pytest

from games.core.contract import Json
from tests.games.tapping import Tapper
from tests.games.worked_examples import RICH_CREW, read_record

pytestmark = pytest.mark.browser


@pytest.fixture
def enter(visitor):
    """Taps the example of a section to its last entry; returns the view of the page then."""

    def enter_example(game: str, section: str) -> Json:
        tapper = Tapper(visitor(width=375, locale="en-GB"), read_record(game, section))
        tapper.play(lambda view: not tapper.left and not view["luck"]["awaits"])
        return tapper.read()["view"]

    return enter_example


def test_the_distribution_of_shanghaien(enter):
    """Card 1 leaves, the first seat takes 2, 3 is a tie and leaves, the other one takes 4, 5 and 6."""
    seats = enter("shanghaien", "distribution-tie")["state"]["seats"]
    assert list_values(seats[0]) == {"red": ["red-2"]}
    assert list_values(seats[1]) == {"red": ["red-3", "red-4"], "lightblue": ["lightblue-1"]}


def list_values(seat: Json) -> dict[str, list[str]]:
    """The crew of a seat; of two cards that look the same either may have been entered."""
    return {nation: [card.rstrip("ab") for card in cards] for nation, cards in seat["crew"].items()}


@pytest.mark.slow
def test_the_scoring_of_shanghaien(enter):
    outcome = enter("shanghaien", "scoring")["outcome"]
    assert (outcome["scores"], outcome["winners"]) == ([7, 8], [1])


def test_the_doubling_of_halunken(enter):
    """Yellow and red have two cards each: yellow counts twice."""
    crew = enter("halunken", "scoring")["state"]["crews"][0]
    assert sorted(crew["cards"]) == sorted(RICH_CREW)
    assert (crew["total"], crew["doubled"]) == (68, "yellow")


def test_two_captains_with_rum_take_where_they_stand_and_the_third_moves(enter):
    state = enter("halunken", "order")["state"]
    assert state["captains"] == [0, 3, 10]
    kinds = [event["type"] for event in state["recap"]]
    after_reveal = kinds[kinds.index("revealed") + 1 :]
    assert after_reveal == ["cancelled", "took", "cancelled", "took", "moved", "took"]
