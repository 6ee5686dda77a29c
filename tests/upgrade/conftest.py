"""Empty databases for the tests of this folder."""

from collections.abc import Callable, Iterator

import pytest

from tests import own_databases


@pytest.fixture
def create_database() -> Iterator[Callable[[], str]]:
    """Creates an empty database on the PostgreSQL server of the tests and gives its address."""
    addresses: list[str] = []

    def create() -> str:
        addresses.append(own_databases.create_database("escale_upgrade"))
        return addresses[-1]

    yield create
    for address in addresses:
        own_databases.drop_database(address)
