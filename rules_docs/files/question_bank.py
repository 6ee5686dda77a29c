"""Reads two files that help to answer questions about rules: questions by section, and synonyms.

They are read from files and not from the database, because they are never shown, so they need neither
revisions nor checked translations. A rule without such files can still be asked; its text answers.
"""

import tomllib
from functools import cache
from pathlib import Path

TEXTS_FOLDER = Path(__file__).resolve().parents[1] / "texts"
QUESTIONS_FILE = "questions.toml"
SYNONYMS_FILE = "synonyms.toml"

# key of the section -> language -> questions
QuestionBank = dict[str, dict[str, list[str]]]


@cache
def read_question_bank(slug: str) -> QuestionBank:
    """The questions that each section of a shipped rule answers; none for a rule that is not shipped."""
    path = TEXTS_FOLDER / slug / QUESTIONS_FILE
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def read_synonyms() -> dict[str, list[list[str]]]:
    """Groups of words with the same meaning, by language."""
    return tomllib.loads((TEXTS_FOLDER / SYNONYMS_FILE).read_text(encoding="utf-8"))
