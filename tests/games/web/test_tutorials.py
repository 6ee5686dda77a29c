"""First games: legal from beginning to end, with words for every move of the reader, in four languages."""

import pytest
from django.utils import translation

from games.presenting import lessons
from games.registry import ENGINES

GAMES = tuple(ENGINES)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_by_the_rules(game):
    engine = ENGINES[game]
    for state, step in lessons.positions(game):
        engine.invariant(state)
        if step:
            assert engine.check(state, step.seat, step.action) is None


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_the_reader_is_explained_with_a_section_of_the_rule(game):
    steps = [step for _state, step in lessons.positions(game) if step and step.seat == lessons.READER]
    assert 5 <= len(steps) <= 20
    for step in steps:
        assert str(step.say)
        assert step.rule in ENGINES[game].META.rule_keys | {"setup", "turn", "scoring", "round-end", "game-end"}


@pytest.mark.parametrize("language", ["fr", "it", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_speaks_every_language(game, language):
    with translation.override("en"):
        english = [scene["say"] for scene in lessons.scenes(game, ["A", "B", "C", "D"])]
    with translation.override(language):
        other = [scene["say"] for scene in lessons.scenes(game, ["A", "B", "C", "D"])]
    assert all(one != two for one, two in zip(english, other, strict=True) if one)


@pytest.mark.parametrize("game", GAMES)
def test_the_expected_move_is_in_the_menu(game):
    for scene in lessons.scenes(game, ["A", "B", "C", "D"]):
        if scene["move"] and scene["move"]["seat"] == lessons.READER:
            assert scene["move"]["action"] in scene["menu"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_is_a_page_and_data(client, game):
    assert client.get(f"/api/v1/games/{game}/tutorial/", headers={"Accept-Language": "de"}).status_code == 200
    page = client.get(f"/en/play/{game}/first-game/").content.decode()
    assert "<escale-tutorial" in page
    assert lessons.scenes(game, ["A", "B", "C", "D"])[0]["say"][:20] in page, "readable without scripts"
