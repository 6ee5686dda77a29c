"""First games: legal from beginning to end, with words for every move of the reader, in four languages."""

import pytest
from django.utils import translation

from games.presenting.teaching import lessons
from games.registry import ENGINES
from tests.games.web.test_coach import sections

GAMES = tuple(ENGINES)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_by_the_rules(game):
    engine = ENGINES[game]
    for state, step, *_ in lessons.list_positions(game):
        engine.invariant(state)
        if step:
            assert engine.check(state, step.seat, step.action) is None


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_the_reader_is_explained_with_a_section_of_the_rule(game):
    own = [step for _state, step, *_ in lessons.list_positions(game) if step and step.seat == lessons.READER]
    steps = [step for step in own if str(step.say)]
    assert 5 <= len(steps) <= 20
    for step in steps:
        assert step.rule in ENGINES[game].META.rule_keys | {
            "setup",
            "turn",
            "scoring",
            "round-end",
            "game-end",
        }


@pytest.mark.parametrize("language", ["fr", "it", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_speaks_every_language(game, language):
    with translation.override("en"):
        english = [scene["say"] for scene in lessons.list_scenes(game, ["A", "B", "C", "D"])]
    with translation.override(language):
        other = [scene["say"] for scene in lessons.list_scenes(game, ["A", "B", "C", "D"])]
    assert all(one != two for one, two in zip(english, other, strict=True) if one)


@pytest.mark.parametrize("game", GAMES)
def test_the_expected_move_is_in_the_menu(game):
    for scene in lessons.list_scenes(game, ["A", "B", "C", "D"]):
        if scene["move"] and scene["move"]["action"]:
            assert scene["move"]["action"] in scene["menu"]


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_asks_and_answers_every_wrong_choice(game):
    """Each lesson has at least three questions; a wrong answer is possible, and cites a section that exists."""
    engine, questions = ENGINES[game], 0
    for position in lessons.list_positions(game):
        step = position.step
        if step and step.wrong:
            questions += 1
            menu = engine.legal(position.state, lessons.READER)
            for wrong in step.wrong:
                assert any(wrong.fits(action) for action in menu), f"{wrong.action} is not possible here"
                assert not wrong.fits(step.action), f"{wrong.action} is the right answer too"
                assert str(wrong.say) and wrong.rule in sections(game)
    assert questions >= 3
    for scene in lessons.list_scenes(game, ["A", "B", "C", "D"]):
        for place in scene["choices"]:
            is_right = scene["menu"][place] == scene["move"]["action"]
            assert is_right or scene["answers"][place]["rule"]["key"] in sections(game)


@pytest.mark.parametrize("language", ["fr", "it", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_the_answers_speak_every_language(game, language):
    def list_answers() -> list[str]:
        scenes = lessons.list_scenes(game, ["A", "B", "C", "D"])
        return [answer["say"] for scene in scenes for answer in scene["answers"] if answer]

    with translation.override("en"):
        english = list_answers()
    with translation.override(language):
        other = list_answers()
    assert english and all(one != two for one, two in zip(english, other, strict=True))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_is_a_page_and_data(client, game):
    assert client.get(f"/api/v1/games/{game}/tutorial/", headers={"Accept-Language": "de"}).status_code == 200
    page = client.get(f"/en/play/{game}/first-game/").content.decode()
    assert "<escale-tutorial" in page
    assert lessons.list_scenes(game, ["A", "B", "C", "D"])[0]["say"][:20] in page, "readable without scripts"
