"""What a loader cannot know of the shipped rules: that the four languages say the same, drawn and typeset
with care.
"""

import json
import re
from functools import cache

import pytest
from django.utils import translation

from escale.common import languages
from games.registry import ENGINES, HOME
from games.web.pages import describe_game
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS
from rules_docs.text import drawings
from rules_docs.text.rule_files import RuleFiles

LANGUAGES = languages.codes()
GAMES = sorted(path.parent.name for path in SHIPPED_TEXTS.glob("*/rule.toml"))
NARROW = "\u202f"
EVERYWHERE = [(game, language) for game in GAMES for language in LANGUAGES]


@cache
def read_rule(game: str) -> RuleFiles:
    return read_rule_folder(SHIPPED_TEXTS / game)


@cache
def bodies(game: str, language: str) -> dict[str, str]:
    return {section.key: section.body for section in read_rule(game).texts[language].sections}


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_the_lobby_names_a_game_as_its_rule_does(game, language):
    with translation.override(language):
        assert describe_game(game)["name"] == read_rule(game).texts[language].front_matter["title"]
    assert describe_game(game)["age"] == read_rule(game).skeleton["facts"]["age"]


def sentences(game: str, language: str) -> list[str]:
    """Every sentence that is shown in this language, wherever it is kept."""
    rule = read_rule(game)
    front = [f"{name}\n{text}" for name, text in bodies(game, language).items()]
    titles = [section.heading for section in rule.texts[language].sections]
    rulings = [text for entry in rule.get_tables("ruling") for text in entry[language].values()]
    words = [
        text for name in rule.diagram_templates for text in rule.get_diagram_words(name, language).values()
    ]
    names = [entry[language] for entry in rule.get_tables("term")]
    meanings = [entry["meaning"][language] for entry in rule.get_tables("term")]
    return [*front, *titles, *rulings, *words, *names, *meanings]


def links(text: str) -> list[str]:
    return re.findall(r"\]\(#([\w-]+)\)", text)


def shape(text: str) -> dict[str, object]:
    """Everything of a section that a translation keeps: what it holds, what it refers to, which figures it
    gives.
    """
    prose = re.sub(r"\]\([^)]*\)|\[\[[\w-]+\|?|players=", " ", text)
    return {
        "blocks": re.findall(r"^:::[ \t]*(\w.*)$", text, re.MULTILINE),
        "things to do": text.count("- [ ]"),
        "table rows": len(re.findall(r"^\|", text, re.MULTILINE)),
        "diagrams": re.findall(r"diagram:([\w-]+)", text),
        "terms": sorted(re.findall(r"\[\[([\w-]+)", text)),
        "links": sorted(links(text)),
        "figures": sorted(re.findall(r"\d+", prose), key=int),
    }


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_term_has_a_meaning_of_one_line(game, language):
    for entry in read_rule(game).get_tables("term"):
        meaning = entry["meaning"][language]
        assert 10 < len(meaning) <= 160 and meaning[0].isupper() and meaning.endswith("."), entry["key"]


def test_every_game_that_is_played_here_has_a_rule():
    assert set(ENGINES) <= set(GAMES)


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_a_translation_holds_what_the_french_section_holds(game, language):
    for key, french in bodies(game, "fr").items():
        assert shape(bodies(game, language)[key]) == shape(french), (game, language, key)


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_rulings_agree_with_the_french_ones_in_links_and_figures(game, language):
    for entry in read_rule(game).get_tables("ruling"):
        mine, french = entry[language], entry["fr"]
        assert mine.keys() == french.keys() == {"question", "answer"}, entry["key"]
        assert sorted(links(mine["answer"])) == sorted(links(french["answer"])), entry["key"]
        assert sorted(re.findall(r"\d+", mine["answer"])) == sorted(re.findall(r"\d+", french["answer"])), (
            entry["key"]
        )


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_the_engine_cites_is_a_section(game):
    assert ENGINES[game].META.rule_keys <= bodies(game, "fr").keys()


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_set_up_has_one_whole_checklist_for_each_number_of_players(game, language):
    fewest, most = read_rule(game).skeleton["facts"]["players"]
    checklists = re.findall(
        r"^::: checklist players=(\d+)\n(.*?)^:::$", bodies(game, language)["setup"], re.M | re.S
    )
    assert [int(number) for number, _ in checklists] == list(range(fewest, most + 1))
    assert all(body.count("- [ ]") >= 4 for _, body in checklists)


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_diagram_is_drawn_with_all_its_words(game, language):
    rule = read_rule(game)
    diagram_names = [
        name for body in bodies(game, language).values() for name in re.findall(r"diagram:([\w-]+)", body)
    ]
    assert sorted(diagram_names) == sorted(rule.diagram_templates)
    for name, template in rule.diagram_templates.items():
        words = rule.get_diagram_words(name, language)
        assert drawings.find_labels(template) | {"alt"} == words.keys(), name
        assert "{" not in drawings.draw(template, words).svg, name
        assert len(words["alt"]) > 40, name


@pytest.mark.parametrize("game", GAMES)
def test_drawings_bring_their_own_paper(game):
    for name, template in read_rule(game).diagram_templates.items():
        assert 'fill="#faf6ee"' in template.split("\n")[1], name


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_apostrophes_and_quotation_marks_are_real(game, language):
    for text in sentences(game, language):
        assert not re.search(r"['\"]|\.\.\.", text), text


@pytest.mark.parametrize("game", GAMES)
def test_french_spaces_are_narrow_and_do_not_break(game):
    for text in sentences(game, "fr"):
        prose = re.sub(r"^:::.*$|diagram:|\{#[\w-]+\}", "", text, flags=re.MULTILINE)
        assert not re.search(
            rf"[^{NARROW}\s*][;:!?»]|(?<!{NARROW})\*\*?[;:!?»]|[ \u00a0][;:!?»]|«[^{NARROW}]", prose
        ), text


@pytest.mark.parametrize("language", ["en", "it", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_other_languages_have_no_french_spaces(game, language):
    for text in sentences(game, language):
        assert not re.search(r"[ \u00a0\u202f][;:!?»](?!:)", text), text


def test_both_worked_examples_of_shanghaien_add_up():
    """The figures of the sheets: 7 to 8, and six judged cards of which two leave."""
    for language in LANGUAGES:
        scored = bodies("shanghaien", language)["scoring"]
        assert "6 + 1 + 1 = **8**" in scored and "= 7" in scored
        judged = bodies("shanghaien", language)["distribution-tie"]
        assert "2, 2, 3, 6, 6" in judged and "3, 4, 5, 6, 6" in judged and "2 + 2 = 4" in judged


def test_the_cards_of_the_sum_in_macao_exist():
    """The example of scoring adds coins of three members and a tile, and takes those of a widow away."""
    deck = json.loads((HOME / "macao" / "rules" / "macao.json").read_text(encoding="utf-8"))
    member_coins = {card["coins"] for card in deck["characters"]}
    tile_coins = {tile["coins"] for tile in deck["tiles"]}
    for language in LANGUAGES:
        sum_shown = re.search(
            r"(\d) \+ (\d) \+ (\d) \+ (\d) − (\d) = \*\*(\d+)\*\*", bodies("macao", language)["scoring"]
        )
        assert sum_shown, language
        *members, tile, widow, total = map(int, sum_shown.groups())
        assert set(members) <= member_coins and tile in tile_coins and -widow == deck["widow"]["coins"]
        assert sum(members) + tile - widow == total


def test_a_reader_of_macao_is_told_what_is_reconstructed():
    for language in LANGUAGES:
        for key in ("components", "recruit", "establishments"):
            assert "::: note" in bodies("macao", language)[key]
            assert re.search(r"re(c|k)onstr|ricostru|reconstit", bodies("macao", language)[key])


def test_differences_between_the_printed_versions_stand_under_their_sections():
    divergences = {
        entry["key"]: entry["section"]
        for entry in read_rule("shanghaien").get_tables("ruling")
        if entry["kind"] == "divergence"
    }
    assert divergences == {
        "starter-next-round": "round-end",
        "french-example": "distribution-tie",
        "one-die-wording": "distribution",
    }


WORDS = [
    ("shanghaien", "dés", "die"),
    ("shanghaien", "équipage", "crew"),
    ("shanghaien", "tiro mancino", "trick"),
    ("shanghaien", "Kapitän", "captain"),
    ("shanghaien", "Wuerfel", "die"),
    ("shanghaien", "roll again", "roll-again"),
    ("halunken", "Black Jack", "black-jack"),
    ("halunken", "Kapitän", "captain"),
    ("halunken", "équipage", "crew"),
    ("macao", "jolly", "joker"),
]


@pytest.mark.parametrize(("game", "word", "term"), WORDS)
def test_a_word_of_any_language_is_a_name_of_its_term(game, word, term):
    entry = next(entry for entry in read_rule(game).get_tables("term") if entry["key"] == term)
    names = [entry[language] for language in LANGUAGES]
    aliases = [alias for language in LANGUAGES for alias in entry.get("aliases", {}).get(language, [])]
    assert word in names + aliases
