"""Tools that a test cannot do without: where one is missing the test is left out, but never where CI runs."""

import os

import pytest


def need(there: object, what: str) -> None:
    """`what` is a sentence that says what to install."""
    if not there:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(what)
