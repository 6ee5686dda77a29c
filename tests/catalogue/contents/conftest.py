"""Staff who read English."""

import pytest

from escale.house import roles
from tests.catalogue.desk.conftest import clerk_of as clerk_of


@pytest.fixture
def keeper(client, clerk_of):
    """A browser in which the house keeper is signed in."""
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    client.force_login(clerk_of(roles.HOUSE_KEEPER))
    return client
