"""The administration: quick lists, search in the index, every change in the log with before and after."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from catalogue import services
from catalogue.admin import common as catalogue_admin
from catalogue.models import Copy, GameTitle, Loan, SlugRedirect, Tag
from catalogue.presenting.title_html import render_titles
from catalogue.search.live_index import catalogue_index
from escale.common.models import AuditEntry
from escale.house import roles
from tests.catalogue.desk.conftest import questions
from tests.catalogue.making import make_copy, make_title

pytestmark = pytest.mark.django_db
LISTS = [
    "gametitle",
    "copy",
    "shelf",
    "tag",
    "contributor",
    "loan",
    "reservation",
    "inventorycheck",
    "importjob",
]
INLINES = ("names", "copies", "credits", "title_tags")


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_lists_ask_twelve_questions_at_most_however_long(keeper, house, name):
    address = reverse(f"admin:catalogue_{name}_changelist")
    questions(keeper, address)
    few = questions(keeper, address)
    for n in range(20):
        make_copy(make_title(f"Title {n}"), shelf=f"S{n}", inventory_number=f"T{n}")
    assert questions(keeper, address) == few <= 12


@pytest.mark.parametrize("name", ["gametitle", "copy"])
def test_the_search_of_a_list_forgives_typing(keeper, house, name):
    page = keeper.get(reverse(f"admin:catalogue_{name}_changelist"), {"q": "azull"}).text
    assert "Azul" in page and "Hive" not in page


def test_a_list_of_titles_says_players_and_time_in_one_word_each(keeper, house):
    GameTitle.objects.filter(pk=house[0].title_id).update(minutes_min=30, minutes_max=45)
    page = keeper.get(reverse("admin:catalogue_gametitle_changelist"), {"q": "azul"}).text
    assert re.findall(r'class="field-(?:players|minutes)">([^<]*)<', page) == ["2–4", "30–45\u00a0min"]


def test_a_loan_is_found_by_its_box_and_by_part_of_a_name(keeper, house):
    for box, borrower in zip(house, ("Anna Weber", "Salon", "Bar"), strict=True):
        Loan.objects.create(copy=box, borrower=borrower, out=date(2026, 1, 1), due=date(2026, 1, 3))
    address = reverse("admin:catalogue_loan_changelist")
    for asked, found in [("e0002", ["Salon"]), ("web", ["Anna Weber"]), ("", ["Anna Weber", "Salon", "Bar"])]:
        page = keeper.get(address, {"q": asked}).text
        assert [name for name in ("Anna Weber", "Salon", "Bar") if f">{name}<" in page] == found


@pytest.mark.parametrize("lacks", ["description", "number"])
def test_what_lacks_something_is_found_once(keeper, house, lacks):
    for _n in range(2):
        make_copy(house[0].title, inventory_number=None)
    page = keeper.get(reverse("admin:catalogue_gametitle_changelist"), {"lacks": lacks}).text
    assert page.count(">Azul<") == 1
    assert (">Hive<" in page) == (lacks == "description")


def test_long_choices_are_searched_not_listed(keeper, house):
    page = keeper.get(reverse("admin:catalogue_copy_change", args=[house[0].pk])).text
    assert "admin-autocomplete" in page and "Hive" not in page
    found = keeper.get(
        reverse("admin:autocomplete"),
        {"app_label": "catalogue", "model_name": "copy", "field_name": "title", "term": "hiv"},
    )
    assert [entry["text"] for entry in found.json()["results"]] == ["Hive"]


def title_form(title: GameTitle, **changes) -> dict:
    """The form of a title as the browser would send it."""
    form = {"slug": title.slug, "kind": title.kind, "popularity": 0}
    for inline in INLINES:
        form |= {f"{inline}-TOTAL_FORMS": 0, f"{inline}-INITIAL_FORMS": 0}
    name = title.names.get()
    form |= {
        "names-TOTAL_FORMS": 1,
        "names-INITIAL_FORMS": 1,
        "names-0-id": name.pk,
        "names-0-title": title.pk,
    }
    return form | {"names-0-kind": "main", "names-0-name": name.name} | changes


def test_a_change_is_in_the_log_with_before_and_after(keeper, house):
    title = house[0].title
    version = services.current_version()
    form = title_form(title, year=2017, **{"names-0-name": "Azul!"})
    assert keeper.post(reverse("admin:catalogue_gametitle_change", args=[title.pk]), form).status_code == 302
    entries = {entry.kind: entry for entry in AuditEntry.objects.all()}
    assert entries["catalogue.gametitle"].before["year"] is None
    assert entries["catalogue.gametitle"].after["year"] == 2017
    assert (entries["catalogue.titlename"].before, entries["catalogue.titlename"].after) == (
        {"name": "Azul"}, {"name": "Azul!"}
    )  # fmt: skip
    assert {entry.who for entry in entries.values()} == {"house keeper"}
    assert services.current_version() > version  # every process shows the change
    title.refresh_from_db()
    assert title.sort_key == "azul"


def test_the_form_of_a_title_has_a_description_in_each_language(keeper, house):
    title = house[0].title
    GameTitle.objects.filter(pk=title.pk).update(descriptions={"de": "Fliesen.", "la": "Tesserae."})
    address = reverse("admin:catalogue_gametitle_change", args=[title.pk])
    page = keeper.get(address).text
    assert "(Deutsch)" in page and ">\nFliesen.</textarea>" in page
    form = title_form(title, description_fr="Des carreaux.", description_de="")
    assert keeper.post(address, form).status_code == 302
    title.refresh_from_db()
    assert title.descriptions == {"fr": "Des carreaux.", "la": "Tesserae."}


def test_tags_are_listed_sorted_found_and_changed_in_every_language(keeper):
    tag = Tag.objects.create(kind="theme", slug="sea", names={"en": "Sea", "fr": "Mer"})
    Tag.objects.create(kind="theme", slug="air", names={"en": "Air", "fr": "Ciel"})
    list_address = reverse("admin:catalogue_tag_changelist")
    page = keeper.get(list_address, {"o": "-2"}).text  # the column after the English one
    assert page.index("Mer") < page.index("Ciel")
    found = keeper.get(list_address, {"q": "mer"}).text
    assert "Mer" in found and "Ciel" not in found
    address = reverse("admin:catalogue_tag_change", args=[tag.pk])
    names = {"name_en": "Ocean", "name_fr": "Mer", "name_it": "Mare", "name_de": ""}
    assert keeper.post(address, {"kind": "theme", "slug": "sea", **names}).status_code == 302
    tag.refresh_from_db()
    assert tag.names == {"en": "Ocean", "fr": "Mer", "it": "Mare"}
    refused = keeper.post(address, {"kind": "theme", "slug": "sea", **names, "name_en": ""})
    assert "errorlist" in refused.text


def test_a_new_address_keeps_the_old_one(keeper, house, client):
    title = house[0].title
    form = title_form(title, slug="azul-new")
    keeper.post(reverse("admin:catalogue_gametitle_change", args=[title.pk]), form)
    assert SlugRedirect.objects.get(slug="azul").title_id == title.pk


def test_deleting_is_in_the_log_and_leaves_a_tombstone(keeper):
    title = make_title("Gone", year=1999)
    keeper.post(reverse("admin:catalogue_gametitle_delete", args=[title.pk]), {"post": "yes"})
    assert not GameTitle.objects.exists()
    entry = AuditEntry.objects.get(action="delete")
    assert entry.before["year"] == 1999 and entry.label == "Gone"


def test_a_title_with_boxes_is_not_deleted(keeper, house):
    keeper.post(reverse("admin:catalogue_gametitle_delete", args=[house[0].title_id]), {"post": "yes"})
    assert GameTitle.objects.count() == 3


def test_several_deleted_at_once_are_each_in_the_log(keeper):
    titles = [make_title(f"Gone {n}") for n in range(3)]
    form = {"action": "delete_selected", "_selected_action": [title.pk for title in titles], "post": "yes"}
    keeper.post(reverse("admin:catalogue_gametitle_changelist"), form)
    assert AuditEntry.objects.filter(action="delete", kind="catalogue.gametitle").count() == 3


def test_what_is_ticked_goes_to_the_desk_unless_no_address_could_hold_it(keeper, house, monkeypatch):
    address = reverse("admin:catalogue_copy_changelist")
    form = {"action": "change_several", "_selected_action": [box.pk for box in house]}
    assert keeper.post(address, form)["Location"].startswith(reverse("desk:many") + "?copy=")
    monkeypatch.setattr(catalogue_admin, "MAX_SELECTED", 2)
    page = keeper.post(address, form, follow=True, headers={"Accept-Language": "en"})
    assert page.request["PATH_INFO"] == address and "Tick at most 2 at once." in page.text


def test_roles_given_to_an_account_are_in_the_log(keeper, django_user_model):
    user = django_user_model.objects.create_user("new", password="long enough 1")
    group = Group.objects.get(name=roles.DESK)
    form = {
        "username": "new",
        "is_active": "on",
        "is_staff": "on",
        "groups": [group.pk],
        "date_joined_0": "2026-01-01",
    }
    form |= {"date_joined_1": "00:00:00"}
    keeper.post(reverse("admin:auth_user_change", args=[user.pk]), form)
    entry = AuditEntry.objects.get(kind="auth.user")
    assert entry.after["groups"] == [roles.DESK] and "password" not in entry.after


def test_the_log_is_searched_and_cannot_be_written(keeper, house):
    title = house[0].title
    keeper.post(reverse("admin:catalogue_gametitle_change", args=[title.pk]), title_form(title, year=1871))
    address = reverse("admin:common_auditentry_changelist")
    assert "1871" in keeper.get(address, {"q": "1871"}).text
    assert "1871" not in keeper.get(address, {"q": "nonsense"}).content.decode().replace("q=", "")
    entry = AuditEntry.objects.first()
    assert (
        keeper.post(reverse("admin:common_auditentry_change", args=[entry.pk]), {"who": "x"}).status_code
        == 403
    )
    assert (
        keeper.post(reverse("admin:common_auditentry_delete", args=[entry.pk]), {"post": "yes"}).status_code
        == 403
    )


def test_another_code_on_a_shelf_is_shown_by_its_titles(keeper, house):
    assert "B1" in render_titles([house[0].title_id])[0]
    form = {"code": "Z9", "room": "", "label": "", "position": 0}
    keeper.post(reverse("admin:catalogue_shelf_change", args=[house[0].shelf_id]), form)
    assert "Z9" in render_titles([house[0].title_id])[0]
    assert catalogue_index.search(facets=["shelf"]).facets["shelf"] == {"Z9": 2, "C2": 1}
    keeper.post(reverse("admin:catalogue_shelf_delete", args=[house[0].shelf_id]), {"post": "yes"})
    assert "Z9" not in render_titles([house[0].title_id])[0]


def test_a_box_that_goes_over_to_another_title_leaves_the_first(keeper, house):
    azul, hive = house[0].title, house[1].title
    assert azul.pk in catalogue_index.search(filters={"available": ["in"]}).ids
    form = {"title": hive.pk, "inventory_number": "E0001", "status": "in", "condition": "good"}
    form |= {"loans-TOTAL_FORMS": 0, "loans-INITIAL_FORMS": 0}
    keeper.post(reverse("admin:catalogue_copy_change", args=[house[0].pk]), form)
    assert azul.pk not in catalogue_index.search(filters={"available": ["in"]}).ids


def test_the_languages_of_a_box_are_ticked(keeper, house):
    """Languages that are not offered stay; loans are listed without a choice of members."""
    box, title = house[0], house[0].title
    Copy.objects.filter(pk=box.pk).update(languages="de,cy")
    services.lend_copy(box, borrower="Anna", out=date(2026, 3, 2), due=date(2026, 3, 6))
    address = reverse("admin:catalogue_copy_change", args=[box.pk])
    page = keeper.get(address).content.decode()
    ticked = re.findall(r'name="languages" value="(\w+)"[^>]* checked', page)
    assert ticked == ["de", "cy"] and 'name="loans-0-member"' not in page
    form = {
        "title": title.pk, "condition": "good", "languages": ["cy", "fr"], "loans-TOTAL_FORMS": 0,
        "loans-INITIAL_FORMS": 0,
    }  # fmt: skip
    assert keeper.post(address, form).status_code == 302
    assert Copy.objects.get(pk=box.pk).languages == "cy,fr"
    assert (
        'name="copies-0-languages" value="cy"'
        in keeper.get(reverse("admin:catalogue_gametitle_change", args=[title.pk])).text
    )


def test_a_box_that_is_out_keeps_its_status(keeper, house):
    """Status and loan stay together: the form offers neither “out”, nor another status for a box
    that is out.
    """
    page = keeper.get(reverse("admin:catalogue_copy_change", args=[house[0].pk])).text
    assert 'value="lost"' in page and 'value="out"' not in page
    Copy.objects.filter(pk=house[0].pk).update(status="out")
    page = keeper.get(reverse("admin:catalogue_copy_change", args=[house[0].pk])).text
    assert 'value="lost"' not in page


@pytest.mark.parametrize(
    "role", [roles.READER, roles.DESK, roles.CATALOGUER, roles.TRANSLATOR, roles.HOUSE_KEEPER]
)
def test_the_dashboard_shows_each_role_its_work(client, clerk_of, house, role):
    Loan.objects.create(copy=house[0], borrower="Anna", out=date(2026, 1, 1), due=date(2026, 1, 3))
    client.force_login(clerk_of(role))
    page = client.get(reverse("admin:index"), headers={"Accept-Language": "en"}).text
    assert ("overdue" in page) == (role in (roles.DESK, roles.HOUSE_KEEPER))
    assert ("reports from readers" in page) == (role in (roles.TRANSLATOR, roles.HOUSE_KEEPER))
    assert page.count('class="chart"') == 2


def test_the_dashboard_leads_to_opening_days_and_rules_and_names_each_check_once(keeper):
    keeper.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = keeper.get(reverse("admin:index")).text
    assert reverse("desk:opening") in page and reverse("desk:member_settings") in page
    assert page.count("Background worker") == 1 and "Bot moves" in page


def test_the_dashboard_asks_a_fixed_number_of_questions(keeper, house):
    questions(keeper, reverse("admin:index"))
    few = questions(keeper, reverse("admin:index"))
    for n in range(10):
        make_copy(make_title(f"Title {n}"), inventory_number=f"T{n}", missing="a die")
    assert questions(keeper, reverse("admin:index")) == few <= 30
