"""Tests roll the database back, versions included: the index of the process must not outlive them."""

import pytest

from catalogue.index import live


@pytest.fixture(autouse=True)
def forgotten_index():
    live.forget()
    yield
    live.forget()
