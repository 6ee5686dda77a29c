"""Another house keeper removes a second factor that is lost; nobody removes their own, and all is logged."""

import pytest
from django.urls import reverse
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from escale.common.models import AuditEntry
from escale.house import roles
from tests.valid import assert_valid

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(django_user_model):
    """Somebody of staff whose phone is lost."""
    user = django_user_model.objects.create_superuser("ada", password="long enough 1")
    TOTPDevice.objects.create(user=user, name="app", confirmed=True)
    TOTPDevice.objects.create(user=user, name="app", confirmed=False)
    device = StaticDevice.objects.create(user=user, name="recovery")
    StaticToken.objects.create(device=device, token="abcdefgh")
    return user


def address(user) -> str:
    return reverse("second_factor_reset", args=[user.pk])


def count_devices(user) -> int:
    return TOTPDevice.objects.filter(user=user).count() + StaticDevice.objects.filter(user=user).count()


def test_another_house_keeper_removes_it_after_a_question(keeper, owner):
    account = keeper.get(reverse("admin:auth_user_change", args=[owner.pk])).content.decode()
    assert address(owner) in account
    assert_valid(keeper.get(address(owner)).content.decode())
    assert count_devices(owner) == 3
    assert keeper.post(address(owner)).status_code == 302
    assert (count_devices(owner), StaticToken.objects.count()) == (0, 0)
    entries = AuditEntry.objects.filter(action="delete", who=roles.HOUSE_KEEPER)
    assert sorted(entry.kind for entry in entries) == [
        "otp_static.staticdevice",
        "otp_totp.totpdevice",
        "otp_totp.totpdevice",
    ]


def test_no_key_of_a_phone_stands_in_the_log(keeper, owner):
    keys = [device.key for device in TOTPDevice.objects.filter(user=owner)]
    keeper.post(address(owner))
    logged = str(list(AuditEntry.objects.values_list("before", "after", "words")))
    assert not any(key in logged for key in keys)


def test_nobody_removes_their_own(client, owner):
    client.force_login(owner)
    assert client.post(address(owner)).status_code == 403
    assert count_devices(owner) == 3


@pytest.mark.parametrize("role", [roles.READER, roles.DESK, roles.TABLE_KEEPER])
def test_other_roles_may_not(client, clerk_of, owner, role):
    client.force_login(clerk_of(role))
    assert client.get(address(owner)).status_code == client.post(address(owner)).status_code == 403
    assert count_devices(owner) == 3


def test_who_has_not_proved_a_second_factor_may_not(client, clerk_of, owner, settings):
    settings.SECOND_FACTOR = True
    client.force_login(clerk_of(roles.HOUSE_KEEPER))
    answer = client.post(address(owner))
    assert (answer.status_code, "/admin/login/" in answer["Location"]) == (302, True)
    assert count_devices(owner) == 3
