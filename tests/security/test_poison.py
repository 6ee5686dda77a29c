"""A library whose every word is an attack: nothing of it runs, whatever page, drawing or file shows it.

Each text column of each model is poisoned, save those that only our own code writes; a new one is poisoned by
itself.
"""

import io
import json
from datetime import timedelta
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import models, transaction
from django.db.models import Value
from django.db.models.functions import Cast, Concat
from django.urls import reverse
from django.utils import timezone

from catalogue.models import Copy, GameTitle, ImportJob, InventoryCheck, Loan, Reservation
from catalogue.search.live_index import catalogue_index
from escale.common import languages
from games.matches import absence, messages
from rules_docs.models import Extract, Report, RuleDocument, Takedown
from rules_docs.text.faults import MarkupError
from rules_docs.text.markup.context import MarkupContext
from rules_docs.text.markup.html_renderer import render_html
from tests.games.table import Table
from tests.pages import PAGES, Page

pytestmark = pytest.mark.slow

LONG = "\"'><xss onxss=1></title></textarea></script><script>xss()</script>"
SHORT = "\"'><xss onxss=1>"
OURS = ("catalogue", "rules_docs", "games", "escale", "common")
# Only our own code writes these: names in addresses, keys, codes, digests, states, and HTML that `render`
# made.
HARMLESS = {
    "slug",
    "sort_key",
    "photo",
    "stored",
    "html",
    "template",
    "svg",
    "digest",
    "place",
    "tokens",
    "game",
}
HARMLESS |= {"state", "secret", "nonce", "token_hash", "commitment", "webhook_secret", "rematch_of"}
HARMLESS |= {"relief_level", "level"}
HARMLESS |= {
    "worker",
    "id",
    "key",
    "kind",
    "thing",
    "language",
    "source_id",
    "inventory_number",
    "code",
    "telephones",
}


def text_fields(model) -> list[models.Field]:
    return [
        field
        for field in model._meta.concrete_fields
        if type(field) in (models.CharField, models.TextField)
        if not field.choices and field.name not in HARMLESS and (field.max_length or 999) >= len(SHORT) + 8
    ]


#: what a JSON field holds in each language is written by people too
TEXTS_BY_LANGUAGE = {"GameTitle": ("descriptions",), "Tag": ("names",)}


def attack(field: models.Field) -> str:
    return LONG if (field.max_length or 999) >= len(LONG) + 8 else SHORT


def poison() -> list[str]:
    """Every text of every row, by one statement a model; returns the columns."""
    poisoned = []
    for model in apps.get_models():
        fields = (
            text_fields(model) if model._meta.app_label in OURS and model.__name__ != "AuditEntry" else []
        )
        if fields:
            number = Cast("pk", models.CharField())  # some of them are unique
            values = {field.name: Concat(Value(attack(field)), number) for field in fields}
            model._base_manager.update(**values)
            poisoned += [f"{model.__name__}.{name}" for name in values]
    return poisoned + poison_texts_by_language()


def poison_texts_by_language() -> list[str]:
    poisoned = []
    for model_name, field_names in TEXTS_BY_LANGUAGE.items():
        model = apps.get_model("catalogue", model_name)
        for name in field_names:
            rows = list(model._base_manager.all())
            for row in rows:
                setattr(row, name, {code: f"{LONG}{row.pk}" for code in languages.codes()})
            model._base_manager.bulk_update(rows, [name])
            poisoned += [f"{model_name}.{name}.{code}" for code in languages.codes()]
    return poisoned


@pytest.fixture(scope="module")
def library(django_db_setup, django_db_blocker):
    """The demo library with guests, letters, reports, an import and matches, all of them hostile."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("load_rules", verbosity=0, stdout=io.StringIO())
        call_command("load_demo", verbosity=0, stdout=io.StringIO())
        title, day = GameTitle.objects.get(slug="catan"), timezone.localdate()
        box, document = Copy.objects.filter(title=title).first(), RuleDocument.objects.get(slug="shanghaien")
        Loan.objects.create(copy=box, borrower="x", out=day, due=day)
        Copy.objects.filter(pk=box.pk).update(status="out")
        Reservation.objects.create(
            title=title, name="x", stay_from=day, stay_to=day + timedelta(days=1), note="x"
        )
        InventoryCheck.objects.create(begun_at=timezone.now(), note="x")
        Report.objects.create(document=document, key="x", language="fr", quote="x", message="x")
        Takedown.objects.create(document=document, name="x", mail="x@example.org", work="x", statement="x")
        Extract.objects.create(document=document, language="fr", name="x", text="x", headings=[])
        ImportJob.objects.create(name="x", stored="x", by="x", state="failed", problem="x")
        running, over = Table(game="macao"), Table()
        messages.send_message(match_id=running.id, proof=running.proof(0), text=LONG)
        absence.resign(match_id=over.id, proof=over.proof(0))
        poison()
        catalogue_index.clear()
        yield {"running": running.id, "over": over.id}
        transaction.set_rollback(True)


@pytest.fixture
def keeper(client, library, django_user_model):
    client.force_login(django_user_model.objects.create_superuser("ada"))
    return client


class Attacks(HTMLParser):
    """What would run: elements, handlers and addresses that came out of a text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        given = dict(attrs)
        if tag == "xss" or (
            tag == "script" and "src" not in given and not given.get("type", "").endswith("json")
        ):
            self.found.append(f"<{tag}>")
        self.found += [f"{tag} {name}" for name in given if name.startswith("on")]
        self.found += [
            f"{tag} {value}" for value in given.values() if (value or "").lower().startswith("javascript:")
        ]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p><xss>", ["<xss>"]),
        ("<script>xss()</script>", ["<script>"]),
        ('<p onxss="1">', ["p onxss"]),
        ('<a href="JavaScript:1">', ["a JavaScript:1"]),
        ('<script src="/x.js"></script><p>&lt;xss&gt;</p>', []),
    ],
)
def test_an_attack_would_be_seen(html, found):
    assert Attacks(html).found == found


def poisonless(client, address: str, *, shows: bool = False) -> str:
    """The address shows its texts (or has none) and nothing of them would run."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200, (address, answer.status_code)
    if answer["Content-Type"].startswith("text/html"):
        html = answer.content.decode()
        assert Attacks(html).found == [], address
        assert "&lt;xss" in html or not shows, f"{address} does not show what was to be shown"
        return html
    return ""


def test_every_model_of_ours_with_a_text_is_poisoned(library):
    with transaction.atomic():
        columns = poison()
        transaction.set_rollback(True)
    assert {"TitleName.name", "Loan.borrower", "Seat.name", "Report.message", "SectionText.body"} <= set(
        columns
    )
    assert len(columns) > 60


# Pages without a word of the library on them.
WORDLESS = {"search", "privacy", "developers", "offline", "games:guide", "catalogue:wishes", "games:mine"}
WORDLESS |= {"catalogue:shelf", "catalogue:list", "catalogue:print", "rules_docs:search"}


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_pages(client, library, page):
    poisonless(client, page.path("fr"), shows=page.name not in WORDLESS)
    poisonless(client, page.path("en"))


@pytest.mark.django_db
def test_tables_and_frames(client, library):
    for match in library.values():
        poisonless(client, Page("games:table", (match,)).path("fr"))
        poisonless(client, f"/embed/{match}/")
    poisonless(client, Page("games:replay", (library["over"],)).path("fr"))


DESK = ["lending", "loans", "inventory", "cataloguing", "many", "merge", "imports", "labels", "exports"]


@pytest.mark.parametrize("name", DESK)
def test_the_desk(keeper, name):
    poisonless(keeper, reverse(f"desk:{name}"), shows=name in ("loans", "imports"))


def test_what_somebody_asks_for_at_the_desk(keeper):
    for name in ("lending", "inventory", "cataloguing", "many", "merge"):
        poisonless(
            keeper,
            reverse(f"desk:{name}") + "?" + "&".join(f"{key}={SHORT}" for key in ("q", "code", "undo")),
        )


def admin_models() -> list[str]:
    from django.contrib import admin

    return sorted(f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry)


@pytest.mark.parametrize("model", admin_models())
def test_the_administration(keeper, model):
    """List, search, first entry, its deletion and its history."""
    app, name = (
        model.split("_")[0] if not model.startswith("rules") else "rules_docs",
        model.rsplit("_", 1)[1],
    )
    if model.startswith("otp"):
        app = model.rsplit("_", 1)[0]
    poisonless(keeper, reverse(f"admin:{model}_changelist"))
    poisonless(keeper, reverse(f"admin:{model}_changelist") + f"?q={SHORT}")
    entry = apps.get_model(app, name)._base_manager.first()
    views = ("change", "history") if model == "common_auditentry" else ("change", "delete", "history")
    for view in views if entry else ():
        answer = keeper.get(reverse(f"admin:{model}_{view}", args=[entry.pk]))
        assert answer.status_code in (200, 403)
        assert Attacks(answer.content.decode()).found == [], (model, view)


API = [
    "titles/",
    "titles/catan/",
    "titles/catan/copies/",
    "titles/suggest/?q=xss",
    "rules/",
    "rules/shanghaien/",
]
API += ["matches/", "games/", "suggest/?q=xss", "rules/search/?q=xss"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", API)
def test_data_is_never_taken_for_a_page(client, library, path):
    answer = client.get(f"/api/v1/{path}", headers={"Accept": "text/html"})
    assert answer["Content-Type"].split(";")[0] in ("application/json", "application/problem+json")
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/covers/fr/catan.svg", "/t/catan/qr.svg", "/opensearch.xml", "/sitemap.xml"]
)
def test_drawings_and_files_stay_themselves(client, library, path):
    answer = client.get(path)
    names = [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(answer.content).iter()]
    assert not {"xss", "script", "foreignObject"} & set(names)
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")


def test_facts_for_search_engines_stay_in_their_element(library):
    from escale.common.templatetags.kit import json_ld

    assert Attacks(json_ld({"name": LONG}) + "<p>").found == []
    assert "</script>" not in json_ld({"name": LONG}).removesuffix("</script>")


MARKDOWN = [
    "[a](javascript:xss)", "[a](JaVaScRiPt:xss)", '![a](x" onerror=xss)', LONG, "<b onclick=xss>x</b>",
    "[a](data:text/html,<script>)", "[[x|<xss>]]", '<https://a.example/"onxss=1>',
]  # fmt: skip


@pytest.mark.parametrize("text", MARKDOWN)
def test_rule_texts(text):
    """Either the author is told what is wrong, or what comes out is harmless."""
    try:
        html = render_html(text, MarkupContext()).html
    except MarkupError as error:
        assert error.faults
    else:
        assert Attacks(html).found == []


@pytest.mark.django_db
def test_imports(keeper, settings, tmp_path):
    """The name of a file, its header and its cells are shown before anything is taken in."""
    settings.IMPORTS_ROOT = tmp_path
    cells = LONG.replace('"', '""')
    content = f'name,year,"{cells}"\r\n"{cells}",2001,"{cells}"\r\n"{cells}",when,x\r\n'.encode()
    page = keeper.post(
        reverse("desk:imports"), {"file": SimpleUploadedFile(f"{SHORT}.csv", content)}, follow=True
    )
    assert Attacks(page.text).found == []
    assert page.text.count("&lt;xss") >= 4


@pytest.mark.django_db
def test_errors_say_nothing_of_what_was_asked(client):
    for path in (f"/fr/{SHORT}/", f"/fr/catalogue/?q={SHORT}&page={SHORT}", f"/api/v1/titles/?page={SHORT}"):
        answer = client.get(path)
        assert answer["Content-Type"].startswith("text/html") or "json" in answer["Content-Type"]
        if "html" in answer["Content-Type"]:
            assert Attacks(answer.text).found == []


@pytest.mark.django_db
def test_a_message_is_told_as_data(client, library):
    said = client.get(f"/api/v1/matches/{library['running']}/events/").json()
    assert LONG in json.dumps(said, ensure_ascii=False).replace('\\"', '"')
