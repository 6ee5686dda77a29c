"""Who may open what: every address of the administration and of the desk × every role × nobody."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse

from escale.house import roles
from rules_docs.models import RuleDocument
from tests.catalogue.desk.conftest import ROLES

pytestmark = pytest.mark.django_db
EVERYBODY = frozenset(ROLES)
LOOKING = EVERYBODY  # all roles see the library and the rules
KEEPER, CATALOGUER, DESK, TRANSLATOR = (
    frozenset({role}) for role in (roles.HOUSE_KEEPER, roles.CATALOGUER, roles.DESK, roles.TRANSLATOR)
)
CATALOGUING, LENDING, WORDS = CATALOGUER | KEEPER, DESK | KEEPER, TRANSLATOR | KEEPER
NONE = frozenset()
# (view the list, add, change page, delete page): who gets an answer other than a refusal.
ADMIN = {
    "auth_user": (KEEPER, KEEPER, KEEPER, KEEPER),
    "otp_static_staticdevice": (KEEPER, KEEPER, KEEPER, KEEPER),
    "otp_totp_totpdevice": (KEEPER, KEEPER, KEEPER, KEEPER),
    "common_auditentry": (KEEPER, NONE, KEEPER, NONE),
    "escale_house": (WORDS, KEEPER, WORDS, KEEPER),
    "catalogue_gametitle": (LOOKING, CATALOGUING, LOOKING, CATALOGUING),
    "catalogue_copy": (LOOKING, CATALOGUING, LOOKING, CATALOGUING),
    "catalogue_shelf": (LOOKING, CATALOGUING, LOOKING, CATALOGUING),
    "catalogue_tag": (LOOKING, CATALOGUING, LOOKING, CATALOGUING),
    "catalogue_contributor": (LOOKING, CATALOGUING, LOOKING, CATALOGUING),
    "catalogue_loan": (LENDING, NONE, LENDING, NONE),
    "catalogue_reservation": (LENDING, LENDING, LENDING, KEEPER),
    "catalogue_category": (LENDING, KEEPER, LENDING, KEEPER),
    "catalogue_boxkind": (LENDING, KEEPER, LENDING, KEEPER),
    "catalogue_gathering": (LENDING, LENDING, LENDING, LENDING),
    "catalogue_inventorycheck": (LENDING | CATALOGUER, NONE, LENDING | CATALOGUER, NONE),
    "catalogue_importjob": (CATALOGUING, NONE, CATALOGUING, NONE),
    "rules_docs_ruledocument": (LOOKING, WORDS, LOOKING, KEEPER),
    "rules_docs_section": (LOOKING, NONE, LOOKING, NONE),
    "rules_docs_term": (LOOKING, WORDS, LOOKING, KEEPER),
    "rules_docs_ruling": (LOOKING, WORDS, LOOKING, KEEPER),
    "rules_docs_edition": (LOOKING, NONE, LOOKING, NONE),
    "rules_docs_extract": (LOOKING, NONE, LOOKING, KEEPER),
    "rules_docs_report": (WORDS, NONE, WORDS, KEEPER),
    "rules_docs_takedown": (WORDS, NONE, WORDS, KEEPER),
}
DESK_PAGES = {
    "lending": LENDING, "learn": CATALOGUING | DESK, "loans": LENDING, "history": LENDING,
    "close_reservation": LENDING, "renew": LENDING, "members": LENDING, "add_member": LENDING,
    "member": LENDING, "edit_member": LENDING,
    "receipt": LENDING, "member_cards": LENDING, "member_settings": KEEPER, "opening": LENDING,
    "stays": LENDING, "stay": LENDING, "stay_code": LENDING, "revoke_stay": LENDING,
    "reservations_calendar": LENDING, "year": LENDING, "year_file": LENDING,
    "inventory": LENDING | CATALOGUER, "check": LENDING | CATALOGUER,
    "report": LENDING | CATALOGUER, "report_file": LENDING | CATALOGUER,
    "cataloguing": CATALOGUING, "add": CATALOGUING, "queue": CATALOGUING, "many": CATALOGUING, "merge": CATALOGUING,
    "without_box": CATALOGUING,
    "photo": CATALOGUING, "imports": CATALOGUING, "job": CATALOGUING, "refused": CATALOGUING, "noted": CATALOGUING,
    "kept": CATALOGUING, "contents": LENDING | CATALOGUER, "title_contents": CATALOGUING,
    "labels": CATALOGUING | DESK, "boxes": CATALOGUING | DESK, "exports": EVERYBODY, "export": LENDING,
}  # fmt: skip
ARGUMENTS = {
    "history": ["azul"], "close_reservation": [1], "check": [1], "report": [1], "report_file": [1],
    "queue": ["age"],
    "photo": [1], "job": [1], "refused": [1], "noted": [1], "kept": [1],
    "export": ["loans", "csv"],
    "renew": [1], "contents": [1], "title_contents": [1], "member": [1], "edit_member": [1], "receipt": [1],
    "year_file": [2026, "csv"], "stay": [1], "stay_code": [1], "revoke_stay": [1],
}  # fmt: skip
RULE_PAGES = {"freeze": [1], "sheet": [1], "mapping": [1], "language": [1, "fr"], "publish": [1, "fr"]}
RULE_PAGES |= {"edit": [1, "fr", "some-key"], "text_history": [1, "fr", "some-key"]}
VIEWS = ("changelist", "add", "change", "delete")


def addresses():
    """(address, who gets in) of everything that the administration and the desk offer."""
    for model, allowed in ADMIN.items():
        for view, who in zip(VIEWS, allowed, strict=True):
            arguments = [1] if view in ("change", "delete") else []
            yield reverse(f"admin:{model}_{view}", args=arguments), who
    for name, who in DESK_PAGES.items():
        yield reverse(f"desk:{name}", args=ARGUMENTS.get(name, [])), who
    for name, arguments in RULE_PAGES.items():
        yield reverse(f"admin:rules_docs_{name}", args=arguments), LOOKING if name == "language" else WORDS
    yield reverse("admin:index"), EVERYBODY
    table_keepers = frozenset({roles.TABLE_KEEPER, roles.HOUSE_KEEPER})
    for name, arguments in {"list": [], "watch": ["x"], "act": ["x"]}.items():
        yield reverse(f"tables:{name}", args=arguments), table_keepers


def test_no_model_and_no_page_is_forgotten():
    registered = {f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry}
    assert registered == set(ADMIN)
    from catalogue.web.desk.urls import urlpatterns

    assert {pattern.name for pattern in urlpatterns} == set(DESK_PAGES)
    offered = admin.site._registry[RuleDocument].get_urls()
    own = {
        pattern.name.removeprefix("rules_docs_") for pattern in offered if "texts/" in str(pattern.pattern)
    }
    assert own == set(RULE_PAGES)


def opened(client, address) -> bool:
    """Not refused: the thing itself may be missing, or asks for a POST."""
    answer = client.get(address)
    if answer.status_code == 405:
        answer = client.post(address)
    if answer.status_code == 302 and "/admin/login/" in answer["Location"]:
        return False
    assert answer.status_code in (200, 302, 403, 404), (address, answer.status_code)
    return answer.status_code != 403


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_every_role_opens_what_it_may_and_nothing_else(client, clerk_of, role):
    client.force_login(clerk_of(role))
    wrong = [
        (address, sorted(who)) for address, who in addresses() if opened(client, address) != (role in who)
    ]
    assert wrong == []


def test_nobody_opens_nothing(client):
    assert [address for address, _who in addresses() if opened(client, address)] == []


def test_an_account_without_staff_opens_nothing(client, django_user_model):
    user = django_user_model.objects.create_user(username="guest", password="long enough 1")
    user.groups.add(Group.objects.get(name=roles.HOUSE_KEEPER))
    client.force_login(user)
    assert [address for address, _who in addresses() if opened(client, address)] == []


# What a role may look at is not what it may change: every writing address, with an empty form.
WRITING = {
    "lending": LENDING, "inventory": LENDING | CATALOGUER, "add": CATALOGUING, "many": CATALOGUING,
    "merge": CATALOGUING, "imports": CATALOGUING,
}  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_posting_is_refused_like_looking(client, clerk_of, role):
    client.force_login(clerk_of(role))
    for name, who in WRITING.items():
        assert (client.post(reverse(f"desk:{name}")).status_code != 403) == (role in who), name
    for model, (view, _add, _change, delete) in ADMIN.items():
        if role in view:
            answer = client.post(reverse(f"admin:{model}_delete", args=[999]), {"post": "yes"})
            assert (answer.status_code == 403) == (role not in delete), model


def test_a_reader_changes_nothing_in_the_library(client, clerk_of, house):
    client.force_login(clerk_of(roles.READER))
    page = client.get(reverse("admin:catalogue_gametitle_change", args=[house[0].title_id]))
    assert page.status_code == 200 and not re.search(r'name="_save"', page.text)
    assert (
        client.post(reverse("admin:catalogue_gametitle_change", args=[house[0].title_id]), {}).status_code
        == 403
    )


def test_guests_names_are_for_those_who_lend(client, clerk_of, house):
    client.force_login(clerk_of(roles.CATALOGUER))
    page = client.get(reverse("admin:catalogue_copy_change", args=[house[0].pk]))
    assert page.status_code == 200 and "borrower" not in page.text
    assert "overdue" not in client.get(reverse("admin:index"), headers={"Accept-Language": "en"}).text


def test_roles_are_set_up_again_after_they_were_changed():
    group = Group.objects.get(name=roles.READER)
    before = set(group.permissions.all())
    group.permissions.clear()
    Group.objects.get(name=roles.DESK).delete()
    roles.update_groups()
    assert set(group.permissions.all()) == before
    assert Group.objects.filter(name__in=ROLES).count() == len(ROLES)


def test_an_address_without_a_guard_would_be_seen(client):
    assert opened(client, "/healthz")
