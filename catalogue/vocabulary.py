"""The words of the shelf by language: mechanisms, themes, families (vocabulary.toml)."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def load_words(kind: str) -> tuple[dict[str, str], ...]:
    """The names of each mechanism, theme or family by language; none of a kind without a vocabulary."""
    with Path(__file__).with_name("vocabulary.toml").open("rb") as file:
        return tuple(tomllib.load(file).get(kind, ()))
