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
from games.presenting.words import Words, screen, seat_name
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
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_random_matches_can_betell_match(game, language):
    """Every line of the log, label, reason and description of thirteen matches in this language."""
    with translation.override(language):
        played = list_cases(ENGINES[game])
        told = [(played[(seed * 5) % len(played)], seed) for seed in range(13)]
        wrong = [said for case, seed in told for said in tell_match(case, seed) if not is_sound(said)]
    assert wrong == []


def tell_match(case: Case, seed: int):
    engine = case.engine
    words = Words(engine.META.slug, NAMES[: case.seats])
    state, record, chance = begin_case(case, seed)
    luck = QuickChance(seed)
    yield from _choices(engine, state, words)
    for events in play_on(state, record, chance, choose_at_random(engine), luck):
        yield from words.sentences([encode(engine.META.events, event) for event in events])
        yield from _choices(engine, state, words)
        view = engine.view(state, None)
        yield from (line for part in words.board(view) for line in (part["heading"], *part["lines"]))


def _choices(engine, state, words):
    for decision in engine.decisions(state):
        yield words.decision(decision.kind)
        for action in engine.legal(state, decision.seat):
            yield words.action(encode(engine.META.actions, action))
        for entry in engine.explain(state, decision.seat):
            yield words.action(encode(engine.META.actions, entry.action))
            yield words.refusal(entry.refusal)


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
        english = dict(_flat(screen(game)))
    for language in ("fr", "it", "de"):
        with translation.override(language):
            other = dict(_flat(screen(game)))
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
