"""Staff of every role, and a small house."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escale.house import roles
from tests.catalogue.desk.houses import empty as empty
from tests.catalogue.making import make_copy, make_title

ROLES = [roles.READER, roles.DESK, roles.CATALOGUER, roles.TRANSLATOR]
ROLES += [roles.TABLE_KEEPER, roles.HOUSE_KEEPER]


@pytest.fixture
def clerk_of(django_user_model):
    """Makes a member of staff with this role."""
    roles.update_groups()  # tests that empty the database take the groups with them

    def make(role: str):
        user = django_user_model.objects.create_user(username=role, password="long enough 1", is_staff=True)
        user.groups.add(Group.objects.get(name=role))
        return user

    return make


@pytest.fixture
def house(db):
    """Three boxes on two shelves, one of them out of nowhere."""
    return [
        make_copy(make_title("Azul", players_min=2, players_max=4), shelf="B1", inventory_number="E0001"),
        make_copy(make_title("Hive"), shelf="B1", inventory_number="E0002"),
        make_copy(make_title("Uno"), shelf="C2", inventory_number="E0003"),
    ]


@pytest.fixture
def keeper(client, clerk_of):
    """A browser in which the house keeper is signed in."""
    client.force_login(clerk_of(roles.HOUSE_KEEPER))
    return client


def questions(client, address: str) -> int:
    """How often a page asks the database."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)
