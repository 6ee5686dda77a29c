"""A rule is asked a question: it answers with one of its sections, or says that it does not answer."""

import re

import pytest
from django.conf import settings
from django.utils.html import strip_tags

from escale.common import languages
from rules_docs.editing import revisions
from rules_docs.files.question_bank import read_question_bank, read_synonyms
from rules_docs.files.rule_folder import read_rule_folder
from rules_docs.management.commands.load_rules import SHIPPED_TEXTS
from rules_docs.models import ChangeKind, RuleDocument, Ruling, SectionText
from rules_docs.search import asking
from rules_docs.search.index.analysis import split_words
from rules_docs.search.index.question_index import AskedSection, QuestionIndex
from rules_docs.search.index.question_profiles import QuestionProfiles
from rules_docs.search.index.question_words import Wording, find_pieces, find_tokens, index_synonyms
from rules_docs.search.index.relevance import TextScores

GAMES = sorted(path.parent.name for path in SHIPPED_TEXTS.glob("*/rule.toml"))


@pytest.fixture(scope="module", autouse=True)
def clear_indexes():
    asking.question_indexes.clear()
    yield
    asking.question_indexes.clear()


@pytest.fixture
def document(load):
    """A small rule; each test loads it anew with the same stamp."""
    asking.question_indexes.clear()
    return load().document


@pytest.fixture
def shanghaien(shipped_rules, db):
    return RuleDocument.objects.get(slug="shanghaien")


def ask(document, question, language="fr"):
    return asking.ask_rule(document, question, language=language, published=list(languages.codes()))


# --- the index -------------------------------------------------------------------------------------


def test_a_profile_prefers_the_section_that_asks_about_the_same_and_nothing_else():
    begin = [["who", "begin"], ["who", "place", "first"]]
    everything = [["who", "begin", "win", "lose", "die"], ["when", "end", "score", "count"]]
    profiles = QuestionProfiles([begin, everything, []])
    first, second, none = profiles.score(["who", "begin"])
    assert first > second > none == 0
    assert profiles.score(["sky"]) == [0, 0, 0]


def create_index(*sections, synonyms=()):
    wording = Wording("en", synonyms=index_synonyms(synonyms, "en"))
    return QuestionIndex(sections, wording)


def test_a_section_is_found_by_its_words():
    index = create_index(
        AskedSection("roll", "Rolling", "Pick up two dice and roll them."),
        AskedSection("end", "The end", "The last sailor wins the game."),
    )
    assert index.rank_sections("which dice do I roll?")[0].key == "roll"
    assert index.rank_sections("who wins the game?")[0].key == "end"


def test_a_section_is_found_by_a_question_of_the_bank():
    index = create_index(
        AskedSection("roll", "Rolling", "Pick up two dice."),
        AskedSection("end", "The end", "The last sailor takes it.", questions=["How is a draw broken?"]),
    )
    assert index.rank_sections("is a draw broken somehow?")[0].key == "end"


def test_a_section_is_found_by_a_synonym():
    sections = (
        AskedSection("roll", "Rolling", "Pick up two dice."),
        AskedSection("ship", "Sailing", "The vessel leaves."),
    )
    without, with_synonyms = create_index(*sections), create_index(*sections, synonyms=[["vessel", "boat"]])
    assert without.rank_sections("the boat?")[0].score == 0
    assert with_synonyms.rank_sections("the boat?")[0].key == "ship"


def test_a_summary_gives_way_to_the_section_that_it_repeats():
    text = "Pick up two dice and roll them."
    index = create_index(
        AskedSection("aid", "Rolling", text, is_summary=True), AskedSection("roll", "Rolling", text)
    )
    assert index.rank_sections("roll two dice")[0].key == "roll"


def test_unknown_words_lower_the_score():
    index = create_index(AskedSection("roll", "Rolling", "Pick up two dice and roll them."))
    (known,) = index.rank_sections("roll dice")
    (partly_unknown,) = index.rank_sections("roll dice castle rochade")
    assert partly_unknown.score < known.score


def test_a_rule_without_a_bank_reaches_the_scores_of_one_with_a_bank():
    text = ("roll", "Rolling", "Pick up two dice and roll them.")
    (without_bank,) = create_index(AskedSection(*text)).rank_sections("roll two dice")
    (with_bank,) = create_index(AskedSection(*text, questions=["roll two dice"])).rank_sections(
        "roll two dice"
    )
    assert without_bank.score > 0.7 * with_bank.score


def test_an_index_without_sections_and_a_question_without_words_find_nothing():
    assert create_index().rank_sections("who begins?") == []
    (section,) = create_index(AskedSection("roll", "Rolling", "Two dice.")).rank_sections("?!")
    assert section.score == 0


def test_a_text_that_has_a_rare_word_scores_more_than_one_with_a_frequent_word():
    scores = TextScores([["die", "rare"], ["die", "die"], ["die"]], saturation=1.2, length_share=0.5)
    first, second, _third = scores.score(["die", "rare"])
    assert first > second > 0


def test_stop_words_only_count_when_they_are_wanted():
    wording = Wording("en")
    assert "who" not in find_tokens("who begins", wording)
    assert "who" in find_tokens("who begins", wording, with_stop_words=True)
    assert find_pieces("dice", "en") == ["#_dic", "#dice", "#ice_"]


# --- the bank --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_bank_has_questions_for_known_sections_in_every_language(game):
    keys = {section["key"] for section in read_rule_folder(SHIPPED_TEXTS / game).get_tables("section")}
    bank = read_question_bank(game)
    assert set(bank) <= keys
    for questions_by_language in bank.values():
        counts = {len(questions) for questions in questions_by_language.values()}
        assert set(questions_by_language) == set(languages.codes())
        assert len(counts) == 1


def test_the_bank_of_the_three_games_repeats_no_ruling():
    """The rulings measure the answers, so none of their questions may stand in the bank."""
    for game in ("halunken", "macao", "shanghaien"):
        rule = read_rule_folder(SHIPPED_TEXTS / game)
        bank = read_question_bank(game)
        assert len(bank) >= 20
        for language in languages.codes():
            banked = {
                tuple(split_words(question)) for section in bank.values() for question in section[language]
            }
            rulings = {
                tuple(split_words(ruling[language]["question"])) for ruling in rule.get_tables("ruling")
            }
            assert not banked & rulings


def test_every_language_has_synonyms():
    synonyms = read_synonyms()
    assert set(synonyms) == set(languages.codes())
    assert all(len(group) > 1 for groups in synonyms.values() for group in groups)


# --- a rule ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "question", "key"),
    [
        ("fr", "Qui commence la manche suivante ?", "round-end"),
        ("en", "What if we have the same number of dice?", "distribution-tie"),
        ("it", "Posso usare due tiri mancini nello stesso round?", "tricks"),
        ("de", "Wie viel ist ein Joker wert?", "trick-joker"),
    ],
)
def test_a_question_finds_its_section(shanghaien, language, question, key):
    assert ask(shanghaien, question, language).keys[0] == key


def test_a_question_in_another_language_than_the_page_is_understood(shanghaien):
    answers = ask(shanghaien, "Wer beginnt die nächste Runde?", language="fr")
    assert (answers.keys[0], answers.language) == ("round-end", "de")


@pytest.mark.parametrize(
    "question",
    ["How do I castle with my king?", "Wo kann ich Ersatzwürfel kaufen?", "zzz", "?", "\0"],
)
def test_a_rule_says_what_it_does_not_answer(shanghaien, question):
    assert ask(shanghaien, question).keys == []


def test_a_changed_section_is_asked_as_it_now_stands(document):
    question = "May a lighthouse keeper take the lantern?"
    assert ask(document, question, "en").keys == []
    text = SectionText.objects.select_related("section__document").get(section__key="end", language="en")
    body = "A lighthouse keeper may take the lantern."
    revisions.edit_text(
        section=text.section, language="en", heading="The lighthouse keeper", body=body, kind=ChangeKind.RULE
    )
    document.refresh_from_db()
    assert ask(document, question, "en").keys == ["end"]


def test_the_question_of_a_ruling_finds_its_section_unless_the_ruling_is_left_out(shanghaien):
    ruling = Ruling.objects.filter(document=shanghaien).first()
    question = ruling.texts.get(language="fr").question
    whole = asking.load_index(shanghaien, "fr").rank_sections(question)
    without = asking.load_index(shanghaien, "fr", without_ruling=ruling.key).rank_sections(question)
    assert whole[0].key == ruling.section.key
    assert whole[0].score > without[0].score


def test_only_the_indexes_that_were_asked_last_are_kept(shanghaien, monkeypatch):
    asking.question_indexes.clear()
    monkeypatch.setattr(asking, "_MAX_INDEXES", 2)
    for language in languages.codes():
        asking.question_indexes.get_index(shanghaien, language)
    assert len(asking.question_indexes._indexes) == 2


# --- API and page ----------------------------------------------------------------------------------


def test_the_api_quotes_whole_sections_with_their_addresses(client, shanghaien):
    body = client.get(
        "/api/v1/rules/shanghaien/ask/", {"q": "Who starts the next round?", "lang": "en"}
    ).json()
    best = body["answers"][0]
    assert (body["answered"], body["understood_in"], best["key"]) == (True, "en", "round-end")
    assert best["url"] == f"{settings.BASE_URL}/en/rules/shanghaien/#round-end"
    own_html = SectionText.objects.get(section__key="round-end", language="en").html
    assert strip_tags(best["html"]) == strip_tags(own_html)


def test_the_api_answers_without_boxes_to_tick(client, shanghaien):
    """The setup is a checklist on the page."""
    body = client.get(
        "/api/v1/rules/shanghaien/ask/", {"q": "How do we set up the game?", "lang": "en"}
    ).json()
    boxes = [answer for answer in body["answers"] if answer["key"] == "setup"]
    setup = SectionText.objects.get(section__document=shanghaien, section__key="setup", language="en")
    assert boxes and "checkbox" in setup.html
    for answer in body["answers"]:
        assert not re.search(r"<(button|input|label|details|span|aside|div)\b", answer["html"])
        assert re.findall(r'href="(?!http)[^"]*"', answer["html"]) == []


def test_the_api_answers_in_the_language_of_the_reader(client, shanghaien):
    body = client.get(
        "/api/v1/rules/shanghaien/ask/", {"q": "Who starts the next round?", "lang": "de"}
    ).json()
    assert (body["understood_in"], body["answers"][0]["language"]) == ("en", "de")


def test_the_api_says_that_the_rule_does_not_answer(client, shanghaien):
    body = client.get("/api/v1/rules/shanghaien/ask/", {"q": "How do I castle?", "lang": "en"}).json()
    assert (body["answered"], body["answers"]) == (False, [])


@pytest.mark.parametrize("query", [{}, {"q": ""}, {"q": "  "}, {"q": "a" * 201}])
def test_the_api_refuses_a_question_without_words_or_too_long(client, document, query):
    response = client.get("/api/v1/rules/harbour/ask/", query)
    assert (response.status_code, list(response.json()["errors"])) == (400, ["q"])


def test_an_unknown_rule_cannot_be_asked(client, db):
    assert client.get("/api/v1/rules/nothing/ask/", {"q": "who?"}).status_code == 404
    assert client.get("/fr/regles/nothing/demander/", {"q": "qui ?"}).status_code == 404


def test_a_withheld_rule_is_not_asked(client, document):
    document.withheld = True
    document.save()
    assert client.get("/api/v1/rules/harbour/ask/", {"q": "end"}).status_code == 451
    assert client.get("/fr/regles/harbour/demander/", {"q": "fin"}).status_code == 404


def test_questions_are_limited(client, document, monkeypatch):
    monkeypatch.setattr("rules_docs.web.api.questions.ASK", asking_limit(2))
    monkeypatch.setattr("rules_docs.web.search_page.ASK", asking_limit(2))
    for _time in range(2):
        assert client.get("/api/v1/rules/harbour/ask/", {"q": "end"}).status_code == 200
    response = client.get("/api/v1/rules/harbour/ask/", {"q": "end"})
    assert (response.status_code, response["Retry-After"].isdigit()) == (429, True)
    page = client.get("/en/rules/harbour/ask/", {"q": "end"})
    assert (page.status_code, page["Retry-After"].isdigit()) == (429, True)
    assert "Too many questions" in page.text


def asking_limit(times):
    from escale.common.limits import Limit

    return Limit("test", times, 600)


@pytest.mark.parametrize(
    ("path", "question", "heading"),
    [
        ("/fr/regles/shanghaien/demander/", "Qui commence la manche suivante ?", "La manche suivante"),
        ("/en/rules/shanghaien/ask/", "Who starts the next round?", "On to the next round"),
        ("/it/regole/shanghaien/chiedi/", "Chi comincia il round successivo?", "Il round successivo"),
        ("/de/regeln/shanghaien/fragen/", "Wer beginnt die nächste Runde?", "Die nächste Runde"),
    ],
)
def test_the_page_quotes_the_section(client, shanghaien, path, question, heading):
    page = client.get(path, {"q": question}).text
    assert heading in page
    assert 'class="term"' not in page  # the glossary is on the page of the rule
    assert 'href="#round-end"' in page  # the anchor of the quoted section is on this page


def test_links_of_a_quoted_section_lead_to_the_rule(client, shanghaien):
    page = client.get("/en/rules/shanghaien/ask/", {"q": "What may I do on my turn?"}).text
    assert 'href="/en/rules/shanghaien/#roll"' in page


def test_the_page_says_that_the_rule_does_not_answer(client, shanghaien):
    page = client.get("/en/rules/shanghaien/ask/", {"q": "How do I castle?"}).text
    assert "The rules do not answer this" in page
    assert "/en/rules/search/?q=How%20do%20I%20castle%3F&amp;rule=shanghaien" in page


def test_the_page_of_a_rule_has_the_field(client, shanghaien):
    assert 'action="/it/regole/shanghaien/chiedi/"' in client.get("/it/regole/shanghaien/").text


def test_a_question_takes_the_same_queries_for_one_answer_and_for_three(
    client, shanghaien, django_assert_num_queries
):
    url = "/api/v1/rules/shanghaien/ask/"
    questions = {"Who shuffles?", "How many points are dirty tricks worth?", "How do I castle?"}
    for question in questions:
        client.get(url, {"q": question, "lang": "en"})
    for question in questions:
        with django_assert_num_queries(6):
            client.get(url, {"q": question, "lang": "en"})
