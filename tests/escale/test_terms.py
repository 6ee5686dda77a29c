"""All texts use the names in the lists of terms, and a forbidden word is found wherever it stands."""

from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from escale.translations import compilation
from escale.translations.term_faults import find_term_faults
from escale.translations.term_lists import compile_phrase, normalise

LANGUAGES = ("fr", "en", "it", "de")
NAMES = {"fr": "recruter", "en": "recruit", "it": "reclutare", "de": "anwerben"}
FORBIDDEN = {"fr": "enrôl*", "en": "enlist*", "it": "ingaggi*", "de": "rekrutier*"}
PLANTED = {
    "fr": "Enrôlez un membre.",
    "en": "You enlisted a member.",
    "it": "Ingaggiate un membro.",
    "de": "Hier wird rekrutiert.",
}


def make_site(base: Path, *, messages=None, body=None, answer=None, label=None) -> Path:
    """A site with one game, “tiny”, whose rule and messages use the only term of its list in every language.

    Each argument adds texts by language: to the messages, the rule, a ruling, or the words of a diagram.
    """
    (base / "escale").mkdir()
    (base / "escale/terms.toml").write_text("")
    folder = base / "rules_docs/texts/tiny"
    folder.mkdir(parents=True)
    lines = ["[[term]]", 'key = "recruit"']
    for language in LANGUAGES:
        lines += [f'{language} = "{NAMES[language]}"', f'forbidden.{language} = ["{FORBIDDEN[language]}"]']
    lines += ["[[ruling]]", 'key = "why"']
    lines += [f'{language}.answer = "{(answer or {}).get(language, "")}"' for language in LANGUAGES]
    for language in LANGUAGES:
        lines += [f"[diagram.picture.{language}]", f'alt = "{(label or {}).get(language, "")}"']
        text = f"## 1 {{#one}}\n\n{NAMES[language]}\n{(body or {}).get(language, '')}\n"
        (folder / f"{language}.md").write_text(text)
    (folder / "rule.toml").write_text("\n".join(lines))
    for language in ("fr", "it", "de"):
        po = polib.POFile()
        for number, source in enumerate(("Nothing else", (messages or {}).get("en", "Nothing at all"))):
            target = (messages or {}).get(language, "…") if number else "…"
            po.append(polib.POEntry(msgid=source, msgstr=target))
        path = base / f"games/tiny/locale/{language}/LC_MESSAGES/django.po"
        path.parent.mkdir(parents=True)
        po.save(str(path))
    return base


def test_the_texts_of_the_site_use_its_terms():
    assert find_term_faults(settings.BASE_DIR, compilation.find_parts(settings.BASE_DIR)) == []


def test_a_site_that_uses_its_terms_has_no_faults(tmp_path):
    assert find_term_faults(make_site(tmp_path), ["games/tiny"]) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ["messages", "body", "answer", "label"])
def test_a_planted_word_is_found(tmp_path, place, language):
    base = make_site(tmp_path, **{place: {language: PLANTED[language]}})
    faults = find_term_faults(base, ["games/tiny"])
    assert len(faults) == 1
    where = {
        "messages": f"games/tiny {language}",
        "body": f"rules_docs/texts/tiny/{language}.md:4",
        "answer": "rules_docs/texts/tiny/rule.toml, ruling why",
        "label": "rules_docs/texts/tiny/rule.toml, diagram picture",
    }[place]
    assert faults[0].startswith(f"{where}: “")
    assert f"write “{NAMES[language]}”" in faults[0] and PLANTED[language] in faults[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_that_no_text_uses_is_found(tmp_path, language):
    base = make_site(tmp_path)
    (base / f"rules_docs/texts/tiny/{language}.md").write_text("## 1 {#one}\n")
    faults = find_term_faults(base, ["games/tiny"])
    assert faults == [f"rules_docs/texts/tiny/rule.toml: no {language} text uses “{NAMES[language]}”"]


def test_a_link_to_a_term_uses_it_in_any_inflection(tmp_path):
    base = make_site(tmp_path)
    (base / "rules_docs/texts/tiny/de.md").write_text("## 1 {#one}\n\nDu [[recruit|wirbst an]].\n")
    assert find_term_faults(base, ["games/tiny"]) == []


def test_a_term_that_is_translated_otherwise_is_found(tmp_path):
    base = make_site(
        tmp_path, messages={"en": "Recruit", "fr": "Recruter", "it": "Assoldare", "de": "Anwerben"}
    )
    assert find_term_faults(base, ["games/tiny"]) == [
        "games/tiny it: 'Recruit' is “Assoldare”, the list of terms says “reclutare”"
    ]


def test_the_terms_of_a_game_do_not_bind_the_rest_of_the_site(tmp_path):
    base = make_site(tmp_path, messages={"de": PLANTED["de"]})
    (base / "games/tiny").rename(base / "games/other")
    assert find_term_faults(base, ["games/other"]) == []


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("rekrutier*", "Wen rekrutierst du?", True),
        ("Mail", "Schick uns eine Mail.", True),
        ("Mail", "Schick uns eine E-Mail.", False),
        ("Post", "POST /api/", False),
        ("bar", "Barbara", False),
        ("veuve* morte*", "les veuves mortes", True),
        ("l’hôte", normalise("chez l’hôte"), True),
        ("syndikat", normalise("Syn\u00addikat"), True),
    ],
)
def test_phrases_match_whole_words(phrase, text, found):
    assert bool(compile_phrase(phrase).search(text)) is found


def test_the_command_fails_with_the_number_of_faults(tmp_path, settings, capsys):
    settings.BASE_DIR = make_site(tmp_path, body=PLANTED)
    with pytest.raises(CommandError, match="4 words"):
        call_command("check_terms")
    assert capsys.readouterr().out.count("is not our word") == 4
