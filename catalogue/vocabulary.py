"""The names of mechanisms, themes and families in all languages, from vocabulary.toml."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def load_words(kind: str) -> tuple[dict[str, str], ...]:
    """The names of each mechanism, theme or family, by language. Empty if the kind has no vocabulary."""
    with Path(__file__).with_name("vocabulary.toml").open("rb") as file:
        return tuple(tomllib.load(file).get(kind, ()))
