"""Worked examples in print: drawn positions of the game with their questions and answers."""

from collections.abc import Iterable

from django.utils.translation import gettext, override

from escale.common.text.typography import apply_spacing
from rules_docs import ports
from rules_docs.ports import PositionShown
from rules_docs.text.markup.typst_renderer import quote_string

#: section key and language -> positions
ExamplesByPlace = dict[tuple[str, str], list[PositionShown]]


def load_examples(document: str, languages: Iterable[str]) -> ExamplesByPlace:
    examples: ExamplesByPlace = {}
    for language in languages:
        with override(language):
            positions_by_key = ports.positions(document)
        for key, positions in positions_by_key.items():
            examples[key, language] = [position for position in positions if position.is_example]
    return examples


def list_files(examples: ExamplesByPlace) -> dict[str, str]:
    """The drawings, by the names that the Typst source uses."""
    return {
        _name_file(position, language): position.svg
        for (_key, language), positions in examples.items()
        for position in positions
    }


def _name_file(position: PositionShown, language: str) -> str:
    return f"{position.id}-{language}.svg"


def write_example(position: PositionShown, language: str) -> str:
    """A call of the layout's function; the words of the position are the alternative text of the drawing."""
    answer = next(choice.label for choice in position.choices if choice.is_right)
    answer_line = gettext("Answer: %(answer)s.") % {"answer": answer}
    words = " ".join(f"{part['heading']}: {'; '.join(part['lines'])}." for part in position.words)
    arguments = [
        _name_file(position, language),
        apply_spacing(words, language),
        gettext("The example from the text, on the board"),
        position.question,
        f"{answer_line} {position.because}".strip(),
    ]
    return f"#position({', '.join(map(quote_string, arguments))});"
