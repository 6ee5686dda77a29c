"""The worked examples of the rules, played by the engine: it finds what the texts tell."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.core.chance import ScriptedChance
from games.core.contract import Action, Event
from games.core.positions.position import replay_position, try_action
from games.core.positions.probes import Moment
from games.registry import ENGINES, read_examples
from tests.games.core.sections import TEXTS
from tests.games.worked_examples import RICH_CREW

#: examples whose figures no card of ours has: the costs and coins of Macao are reconstructed
WITHOUT_POSITION = {("macao", "croupier"), ("macao", "scoring")}


def play(game: str, section: str) -> Moment:
    """What the engine makes of the action that the question of an example is about."""
    (example,) = [example for example in read_examples(game) if example.section == section]
    return try_action(
        ENGINES[game], example.seats, replay_position(ENGINES[game], example), example.asked_move
    )


def go_on(moment: Moment, state: Any, action: Action) -> list[Event]:
    """Plays another action of whoever must decide, in place."""
    seat = moment.engine.decisions(state)[0].seat
    assert moment.engine.check(state, seat, action) is None
    return list(moment.engine.advance(state, seat, action, ScriptedChance({})))


def list_crews(moment: Moment, state: Any) -> list[list[str]]:
    return [crew["cards"] for crew in moment.engine.view(state, 0)["crews"]]


@pytest.mark.parametrize("game", ENGINES)
def test_every_example_of_a_text_is_a_position(game: str) -> None:
    text = (TEXTS / game / "en.md").read_text(encoding="utf-8")
    key_or_body = re.split(r"^#{2,3} .*\{#([\w-]+)\}$", text, flags=re.MULTILINE)[1:]
    told = {
        key for key, body in zip(key_or_body[::2], key_or_body[1::2], strict=True) if "::: example" in body
    }
    shown = [example.section for example in read_examples(game)]
    assert len(shown) == len(set(shown)), "the id of an example names its section"
    assert told == set(shown) | {section for slug, section in WITHOUT_POSITION if slug == game}


def test_shanghaien_the_fifth_card_is_counted_from_the_end_that_anna_chose() -> None:
    moment = play("shanghaien", "place")
    row = [card["card"] for card in moment.engine.view(moment.before, 0)["tavern"]]
    assert moment.events[0] == ("placed", 1, 5, row[4])
    assert moment.engine.view(moment.before, 0)["tavern"][1]["dice"] == [1, 0]


def test_shanghaien_the_six_cards_are_given_out() -> None:
    given = [event for event in play("shanghaien", "distribution-tie").events if event[0] == "given"]
    assert [event[3] for event in given] == [None, 0, None, 1, 1, 1]
    assert [event[5] for event in given] == [None, None, (4, 4), None, None, (0, 5)]


def test_shanghaien_bernd_wins_by_a_point() -> None:
    moment = play("shanghaien", "scoring")
    outcome = moment.engine.outcome(moment.after)
    assert outcome is not None and (outcome.scores, outcome.winners) == ([7, 8], [1])


def test_halunken_a_seven_does_not_beat_a_seven() -> None:
    moment = play("halunken", "auction")
    assert moment.refusal is not None
    assert (moment.refusal.code, moment.refusal.params) == (
        "bid_too_low",
        {"card": "yellow-7", "value": 7, "best": 7},
    )
    assert "yellow-5" in list_crews(moment, moment.before)[0]


def test_halunken_two_rums_stay_and_take_before_the_third_walks() -> None:
    events = play("halunken", "order").events
    acts = [event[:2] for event in events if event[0] in ("cancelled", "took", "moved")]
    assert acts == [("cancelled", 0), ("took", 0), ("cancelled", 1), ("took", 1), ("moved", 2), ("took", 2)]
    assert ("moved", 2, 6, 10) in events


def test_halunken_three_is_not_more_than_three() -> None:
    moment = play("halunken", "brawl")
    assert [len(crew) for crew in list_crews(moment, moment.before)[:2]] == [2, 3]
    assert [len(crew) for crew in list_crews(moment, moment.after)[:2]] == [3, 3]
    events = go_on(moment, moment.after, ("rob", 1, "grey-13"))
    assert [event[:2] for event in events[:2]] == [("robbed", 0), ("pushed", 1)]
    # Bernd had two then; he has walked since, and taken a scoundrel where he came to.
    assert [event[0] for event in events if event[:2] == ("took", 1)] == ["took"]
    assert [len(crew) for crew in list_crews(moment, moment.after)[:2]] == [4, 2 + 1]


def test_halunken_black_jack_passes_three_captains_and_the_last_is_spared() -> None:
    """The dives of the text are those of the page: 2, 5, 6 and 7 are the spaces 1, 4, 5 and 6."""
    moment = play("halunken", "black-jack")
    assert moment.events[-1] == ("jack_moved", 13, 6)
    assert moment.engine.view(moment.after, 0)["captains"][1:] == [1, 4, 5]
    victims, told = [], []
    while moment.engine.decisions(moment.after)[0].kind == "rob":
        action = moment.engine.legal(moment.after, 0)[0]
        victims.append(action[1])
        told += go_on(moment, moment.after, action)
    assert victims == [1, 2] and ("spared", 0, 3, 3, 2) in told


def test_halunken_the_better_of_two_level_colours_counts_twice() -> None:
    moment = play("halunken", "scoring")
    crew = moment.engine.view(moment.before, 0)["crews"][0]
    assert sorted(crew["cards"]) == sorted(RICH_CREW)
    assert (crew["total"], crew["doubled"]) == (68, "yellow")


def test_macao_a_fourth_blue_card_ends_the_turn() -> None:
    moment = play("macao", "turn")
    blue = [moment.engine.view(state, 0)["seats"][0]["blue"] for state in (moment.before, moment.after)]
    assert [len(cards) for cards in blue] == [3, 4]
    assert moment.engine.decisions(moment.after)[0].seat == 1


def test_macao_a_sailor_a_trader_and_a_dancer_pay_for_a_policeman() -> None:
    moment = play("macao", "pay")
    seat = moment.engine.view(moment.after, 0)["seats"][0]
    assert set(seat["red"]) == {"trader-opium", "sailor-weapons", "policeman-alcohol"}
    assert ("discarded", 0, ("dancer-jade",), 0) in moment.events


def test_macao_the_last_tile_leaves_carla_one_turn() -> None:
    moment = play("macao", "game-end")
    assert (moment.seats, moment.seat, moment.before.first) == (3, 1, 0)
    assert moment.engine.outcome(moment.after) is None
    assert moment.engine.decisions(moment.after)[0].seat == 2
    go_on(moment, moment.after, next(a for a in moment.engine.legal(moment.after, 2) if a[0] == "contact"))
    while moment.engine.outcome(moment.after) is None:
        assert moment.engine.decisions(moment.after)[0].seat == 2, "the others have had as many turns"
        go_on(moment, moment.after, moment.engine.legal(moment.after, 2)[0])
    outcome = moment.engine.outcome(moment.after)
    assert outcome is not None and outcome.reason == "tiles"
