"""What a PDF says of a worked example to whoever does not see its drawing."""

import pytest
from django.utils.translation import override

from rules_docs.ports import ChoiceShown, PositionShown
from rules_docs.printing.examples import write_example

POSITION = PositionShown(
    id="halunken-order",
    is_example=True,
    question="?",
    choices=[ChoiceShown("7", is_right=True)],
    because="",
    words=[{"heading": "Le quai", "lines": ["Anna", "Bernd"]}],
    svg="<svg/>",
    picture="",
    width=1,
    height=1,
    script="",
)


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "Le quai\u202f: Anna\u202f; Bernd."), ("de", "Le quai: Anna; Bernd.")]
)
def test_the_words_for_a_drawing_have_the_spacing_of_their_language(language: str, words: str) -> None:
    with override(language):
        assert f'"{words}"' in write_example(POSITION, language)
