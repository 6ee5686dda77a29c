"""A reason of an analysis that is read by somebody who watched speaks of the player by name, and never says “you”."""

import re

import pytest
from django.utils import translation

from games.core.chance import QuickChance
from games.core.coaching import Reason
from games.core.simulation import begin_case, choose_at_random, list_cases, play_on
from games.presenting.words import Words
from games.registry import ENGINES, load_game
from tests.games.web.test_phrases import NAMES, is_sound

POSITIONS = 60
#: words for whom one speaks to; “sie” and “Sie” of German and “lei” of Italian are said of others too
SECOND_PERSON = {
    "en": r"you|your|yours",
    "fr": r"vous|votre|vos",
    "it": r"tu|te|ti|tuo|tua|tuoi|tue|puoi|potrai|sei|passi|prendi|incontri|raggiungert\w+",
    "de": r"du|dir|dich|dein\w*",
}
#: Shanghaien gives other reasons to roll and to shout in an analysis, where all is solved.
ONLY_HINTED = {"must_place", "roll_on", "roll_to_win", "shout", "shout_to_win", "shout_forced"}
SOLVED_REASONS = [
    Reason(code, "shanghai", {"mine": 3, "theirs": 2, "rival": 1, "dice": 4})
    for code in ("should_roll", "should_shout", "should_shout_behind", "should_win")
]


def list_reasons(game: str) -> list[tuple[Reason, int]]:
    """The reasons of all actions in positions of random matches, with the seats that decide."""
    engine, find_reason = ENGINES[game], load_game(game).find_reason
    reasons = [(reason, 0) for reason in SOLVED_REASONS] if game == "shanghaien" else []
    for seed, case in enumerate(list_cases(engine)[:3]):
        state, record, chance = begin_case(case, seed)
        luck = QuickChance(seed)
        for number, _events in enumerate(play_on(state, record, chance, choose_at_random(engine), luck)):
            if number == POSITIONS or engine.turn(state) < 0:
                break
            for decision in engine.decisions(state):
                redealt = engine.redeal(state, decision.seat, QuickChance(number))
                menu = engine.legal(redealt, decision.seat)
                reasons += [(find_reason(redealt, decision.seat, action), decision.seat) for action in menu]
    return reasons


@pytest.mark.parametrize("game", ENGINES)
def test_a_reason_for_somebody_who_watches_does_not_say_you(game: str) -> None:
    words = Words(game, NAMES)
    reasons = [found for found in list_reasons(game) if found[0].code not in ONLY_HINTED]
    assert len({reason.code for reason, _seat in reasons}) >= 5
    wrong = set()
    for language, pattern in SECOND_PERSON.items():
        with translation.override(language):
            sentences = {words.reason_about(reason, seat) for reason, seat in reasons}
        wrong |= {said for said in sentences if re.search(rf"\b({pattern})\b", said, re.IGNORECASE)}
        wrong |= {said for said in sentences if not is_sound(said)}
    assert wrong == set()


def test_the_same_reason_speaks_to_the_player_and_of_the_player() -> None:
    words = Words("halunken", NAMES)
    reason = Reason("rob", "scoring", {"card": "grey-13", "points": 13})
    with translation.override("en"):
        assert words.reason(reason) == "The grey 13 brings you 13 points, more than any other."
        assert words.reason_about(reason, 1) == "The grey 13 brings Bob 13 points, more than any other."


def test_a_card_that_costs_points_is_not_said_to_bring_fewer_than_none() -> None:
    words = Words("halunken", NAMES)
    salvage = Reason("salvage", "scoring", {"card": "grey-3", "points": -4})
    loss = Reason("lose", "scoring", {"card": "grey-3", "points": -1})
    with translation.override("en"):
        assert words.reason(salvage).startswith("The grey 3 costs you 4 points for now")
        assert words.reason_about(loss, 1).startswith("Losing the grey 3 brings Bob 1 point, ")
    for language in ("en", "fr", "it", "de"):
        with translation.override(language):
            sentences = [words.reason(reason) + words.reason_about(reason, 1) for reason in (salvage, loss)]
            assert not any("-" in sentence for sentence in sentences)
