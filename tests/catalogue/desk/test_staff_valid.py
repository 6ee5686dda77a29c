"""The pages of staff are well-formed HTML, as those of guests are."""

import io

import pytest
from django.core.management import call_command

from tests.catalogue.desk import staff_pages
from tests.valid import assert_valid

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def worked(django_db_setup, django_db_blocker, tmp_path_factory):
    """The demo library with a day's work, once for all pages of this module."""
    from django.db import transaction
    from django.test import override_settings

    folder = tmp_path_factory.mktemp("imports")
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(IMPORTS_ROOT=folder):
        call_command("load_rules", verbosity=0, stdout=io.StringIO())
        call_command("load_demo", verbosity=0, stdout=io.StringIO())
        yield staff_pages.prepare()
        transaction.set_rollback(True)


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", staff_pages.NAMES)
def test_well_formed(client, worked, name, language):
    client.force_login(staff_pages.get_or_create_account())
    answer = client.get(worked[name], headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert_valid(answer.content.decode())


def test_every_page_of_the_desk_is_in_the_list(worked):
    assert set(worked) == set(staff_pages.NAMES)
