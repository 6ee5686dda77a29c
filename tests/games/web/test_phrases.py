"""Every name an engine can say has its sentence, and the sentence works with what real matches
put into it.
"""

import pytest
from django.utils import translation

from games.core.chance import QuickChance
from games.core.contract import Refusal
from games.core.json_form import encode
from games.core.simulation import Case, begin_case, choose_at_random, list_cases, play_on
from games.models import Seat
from games.presenting.words import Words, list_screen_words, seat_name
from games.registry import ENGINES
from tests.games.core.subjects import SUBJECTS

GAMES = tuple(ENGINES)
LANGUAGES = ("fr", "en", "it", "de")
NAMES = ["Ann", "Bob", "Cléo", "Dov"]


def is_sound(sentence: str) -> bool:
    return bool(sentence.strip()) and "%" not in sentence and "None" not in sentence and "{" not in sentence


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("\u202eAnna\u2066", "Anna"),
        ("An\nna\x9f", "Anna"),
        ("\u200b\u200b", "Player 2"),
        (" \u202e ", "Player 2"),
        ("ליאורה", "ליאורה"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_no_name_turns_a_sentence_round_or_hides(given, shown):
    """Sentences put names between words: one that reverses what follows would reverse what others read."""
    with translation.override("en"):
        assert seat_name(Seat(index=1, name=given)) == shown


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_random_matches_can_be_told(game):
    """Every line of the log, label, reason and description of thirteen matches in each language."""
    cases = list_cases(ENGINES[game])
    wrong = []
    for seed in range(13):
        wrong += [said for said in tell_match(cases[(seed * 5) % len(cases)], seed) if not is_sound(said)]
    assert wrong == []


def tell_match(case: Case, seed: int):
    """All sentences of a random match, played once and told in each language."""
    engine = case.engine
    words = Words(engine.META.slug, NAMES[: case.seats])
    state, record, chance = begin_case(case, seed)
    luck = QuickChance(seed)
    yield from tell_position(engine, state, words, events=[])
    for events in play_on(state, record, chance, choose_at_random(engine), luck):
        yield from tell_position(engine, state, words, events)


def tell_position(engine, state, words, events):
    """What happened, what can be done and why the rest cannot, and the board, in each language."""
    told = [encode(engine.META.events, event) for event in events]
    view = engine.view(state, None)
    kinds = [decision.kind for decision in engine.decisions(state)]
    actions, refusals = list_choices(engine, state)
    for language in LANGUAGES:
        with translation.override(language):
            yield from words.sentences(told)
            yield from map(words.decision, kinds)
            yield from map(words.action, actions)
            yield from map(words.refusal, refusals)
            yield from (line for part in words.board(view) for line in (part["heading"], *part["lines"]))


def list_choices(engine, state):
    """All actions that the table names, as JSON, and the reasons why some of them are refused."""
    actions, refusals = [], []
    for decision in engine.decisions(state):
        actions += engine.legal(state, decision.seat)
        explained = engine.explain(state, decision.seat)
        actions += [entry.action for entry in explained]
        refusals += [entry.refusal for entry in explained]
    return [encode(engine.META.actions, action) for action in actions], refusals


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_can_be_said(game, language):
    words = Words(game, NAMES)
    with translation.override(language):
        said = {code: words.refusal(Refusal(code, "", params)) for code, params in SUBJECTS[game].refused}
    assert set(said) == set(ENGINES[game].META.refusals)
    assert [text for text in said.values() if not is_sound(text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_has_no_words_without_translation(game):
    """Sentences of the scripts keep their places in every language."""
    with translation.override("en"):
        english = dict(_flat(list_screen_words(game)))
    for language in ("fr", "it", "de"):
        with translation.override(language):
            other = dict(_flat(list_screen_words(game)))
        assert {name: _places(text) for name, text in other.items()} == {
            n: _places(t) for n, t in english.items()
        }


def _flat(words, prefix=""):
    for name, word in words.items():
        if isinstance(word, dict):
            yield from _flat(word, f"{prefix}{name}.")
        elif isinstance(word, str):
            yield prefix + name, word


def _places(text: str) -> set[str]:
    return {part.split("}")[0] for part in text.split("{")[1:]}


def test_a_number_is_not_taken_for_a_part_of_the_name_before_it():
    words = Words("halunken", ["Strong bot 1", "Strong bot 2"])
    scored = {"type": "game_scored", "game": 1, "scores": [126, 88]}
    with translation.override("en"):
        assert words.sentences([scored]) == ["Game 1 is over: Strong bot 1 (126), Strong bot 2 (88)."]


def test_a_card_of_the_tavern_begins_with_a_capital_letter():
    """Italian writes nations in small letters, but not at the beginning of a line."""
    engine = ENGINES["shanghaien"]
    state, *_ = begin_case(list_cases(engine)[0], 1)
    with translation.override("it"):
        tavern = Words("shanghaien", NAMES[:2]).board(engine.view(state, None))[1]
    assert tavern["heading"] == "Taverna"
    assert [line for line in tavern["lines"] if line[0].islower()] == []


def test_the_last_scoundrel_of_a_dive_is_told_in_the_singular():
    engine = ENGINES["halunken"]
    case = list_cases(engine)[0]
    words = Words("halunken", NAMES[: case.seats])
    view = engine.view(begin_case(case, 1)[0], None)
    view["ring"] = [{"top": None, "left": left} for left in (1, 2)]
    with translation.override("it"):
        lines = [line for part in words.board(view) for line in part["lines"]]
    assert any("1 coperta" in line for line in lines) and any("2 coperte" in line for line in lines)
