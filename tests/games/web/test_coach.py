"""The coach of a first match, and the reasons of hints: short, in four languages, with sections that exist."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

from games.bots import levels
from games.bots.base import ask_bot
from games.core.chance import QuickChance
from games.core.coaching import CoachedTurn
from games.core.contract import apply
from games.core.json_form import encode
from games.core.simulation import Case, begin_case, list_cases
from games.presenting.words import Words
from games.registry import ENGINES, load_game, load_levels
from tests.games.table import Table, attend_bots

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "fr", "it", "de")
NAMES = ["Anna", "Bernd", "Chloé", "Dario"]
#: what fits into four lines on a phone
MAX_LETTERS = 164
TEXTS = Path(__file__).parents[3] / "rules_docs" / "texts"


@cache
def sections(game: str) -> set[str]:
    rule = tomllib.loads((TEXTS / game / "rule.toml").read_text(encoding="utf-8"))
    return {section["key"] for section in rule["section"]}


def turns_of_steady_bots(case: Case, seed: int):
    """Every decision of a match: the position, the seat, its turn, and what a steady bot chooses."""
    engine = case.engine
    chance = QuickChance(seed)
    state, *_ = begin_case(case, seed)
    bot = levels.make_bot(load_levels(engine.META.slug), "steady")
    while decisions := engine.decisions(state):
        decision = decisions[0]
        seat = decision.seat
        menu = [encode(engine.META.actions, action) for action in engine.legal(state, seat)]
        turn = CoachedTurn(engine.view(state, seat), seat, decision.kind, menu, NAMES[: case.seats])
        action = ask_bot(bot, engine, state, seat, chance)
        yield state, turn, action
        state, _ = apply(engine, state, seat, action, chance)


@pytest.mark.parametrize("game", ENGINES)
def test_the_coach_has_a_sentence_for_every_kind_of_decision(game):
    """Two matches of each number of seats and each option, in a language by turns."""
    spoken: dict[str, set[str]] = {}
    for number, case in enumerate(list_cases(ENGINES[game])):
        with translation.override(LANGUAGES[number % len(LANGUAGES)]):
            for _state, turn, _action in turns_of_steady_bots(case, number):
                remarks = list(load_game(game).words.coach(turn))
                names = [remark.name for remark in remarks]
                assert len(names) == len(set(names))
                spoken.setdefault(turn.kind, set()).update(names)
                for remark in remarks:
                    assert "%(" not in remark.text
                    assert len(remark.text) <= MAX_LETTERS, remark.text
                    assert remark.rule in sections(game)
    for kind, names in spoken.items():
        assert names, f"the coach is silent where a seat must decide: {kind}"
    assert sum(len(names) for names in spoken.values()) >= 8


@pytest.mark.parametrize("game", ENGINES)
def test_a_hint_has_a_reason_in_every_language(game):
    words = Words(game, NAMES)
    for number, case in enumerate(list_cases(ENGINES[game])):
        for state, turn, action in turns_of_steady_bots(case, 100 + number):
            known_state = case.engine.redeal(state, turn.seat, QuickChance(number))
            reason = load_game(game).find_reason(known_state, turn.seat, action)
            assert reason.rule in sections(game)
            with translation.override("en"):
                english = words.reason(reason)
            assert english.strip() and "%(" not in english and "None" not in english
            with translation.override(LANGUAGES[1 + number % 3]):
                assert words.reason(reason) != english


@pytest.mark.parametrize("game", ENGINES)
def test_the_reason_rests_on_nothing_that_the_seat_cannot_know(game):
    """Whatever is dealt again, the sentence stays the same."""
    words = Words(game, NAMES)
    case = list_cases(ENGINES[game])[0]
    for state, turn, action in turns_of_steady_bots(case, 7):
        sentences = set()
        for seed in range(3):
            known_state = case.engine.redeal(state, turn.seat, QuickChance(seed))
            sentences.add(words.reason(load_game(game).find_reason(known_state, turn.seat, action)))
        assert len(sentences) == 1


def test_the_coach_answers_the_seat_that_must_decide_and_nobody_else(client):
    table = Table(seats=({"kind": "human"}, {"kind": "human"}))
    path = f"/api/v1/matches/{table.match.pk}/coach/"
    own = table.decision().seat
    said = [
        client.get(path, headers={"Authorization": f"Seat {token}", "Accept-Language": "de"})
        for token in (table.tokens[0], table.tokens[1])
    ]
    assert [answer.status_code for answer in said] == [200, 200]
    assert said[1 - own].json() == {"remarks": []}
    first = said[own].json()["remarks"][0]
    assert first["text"].startswith("Sechs Karten liegen in der Reihe.")
    assert (first["name"], first["rule"]["key"], first["things"]) == ("aim", "distribution", ["roll"])
    assert "private" in said[own]["Cache-Control"]
    assert client.get(path).status_code == 401


def test_a_hint_says_why(client):
    table = Table(seats=({"kind": "human"}, {"kind": "bot", "level": "easy"}))
    while not table.decision() or table.decision().seat != 0:
        attend_bots()
    path = f"/api/v1/matches/{table.match.pk}/hint/"
    answer = client.post(
        path, headers={"Authorization": f"Seat {table.tokens[0]}", "Accept-Language": "en"}
    ).json()
    assert answer["action"] == {"type": "roll"}
    assert answer["reason"] == "You cannot shout until two of your dice are on cards."
    assert answer["rule"]["key"] == "shanghai"
