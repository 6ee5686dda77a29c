"""Every piece of code in docs/api.md is run by a test."""

from tests.escale.snippets import RUN_BY, find_snippets


def test_every_snippet_of_the_document_is_run():
    snippets = find_snippets("docs/api.md")
    unclaimed = [text for text in snippets if not any(text.startswith(first) for first in RUN_BY)]
    assert unclaimed == [] and len(snippets) == len(RUN_BY)
