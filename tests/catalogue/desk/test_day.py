"""A day at the desk in a browser, in French and in English, as in production: roles, second factor, worker,
letters.

Every step is one of a member of staff or of a guest; what they see is what the test believes, in their own
words.
"""

import base64
import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from django_otp.oath import totp
from playwright.sync_api import Page, expect

from tests.conftest import complaint
from tests.serving import Site, running
from tests.signing_in import in_browser

pytestmark = pytest.mark.browser
PASSWORD = "a long enough secret"
ROWS = 4000
ACCOUNTS = """
from django.contrib.auth.models import Group, User
for role in ("desk", "cataloguer", "translator"):
    for language in ("fr", "en"):
        user = User.objects.create_user(f"{role}-{language}", password="%s", is_staff=True)
        user.groups.add(Group.objects.get(name=role))
"""


@dataclass(frozen=True)
class Day:
    """Which boxes are used, and what is written on what one clicks and reads."""

    language: str
    lent: list[str]
    wanted: str
    shelf: str
    stands: list[str]
    foreign: str
    words: dict[str, str]


# What is written on what one clicks and reads: in French, in English.
WORDS = {
    "title page": ("/fr/jeu/hanabi/", "/en/title/saboteur/"),
    "aside": ("Mettre de côté pour mon séjour", "Put aside for my stay"),
    "your name": ("Votre nom", "Your name"),
    "from": ("Du", "From"),
    "until": ("Jusqu’au", "Until"),
    "mail": ("Courriel, si vous voulez", "Email, if you like"),
    "put": ("Mettre de côté", "Put it aside"),
    "will wait": ("C’est réservé", "It will be waiting for you"),
    "name": ("Nom", "Name"),
    "all the same": ("Prêter quand même", "Lend anyway"),
    "lend": ("Prêter 5 boîtes", "Lend 5 boxes"),
    "lent": ("5 boîtes ont été prêtées à Salon bleu", "5 boxes lent to Salon bleu"),
    "missing": ("Pièces manquantes", "Missing pieces"),
    "back": ("Reprendre 3 boîtes", "Take 3 boxes back"),
    "returned": ("3 boîtes sont rentrées", "3 boxes are back"),
    "tell": (
        "Mettez « Hanabi » de côté pour Anna (un courriel est parti).",
        "Put “Saboteur” aside for Anna (an email was sent).",
    ),
    "letter": ("Bonjour,", "Hello,"),
    "undo": ("Annuler la dernière opération", "Undo the last step"),
    "begin": ("Commencer un inventaire", "Begin an inventory"),
    "what": ("À compter", "What to count"),
    "report": ("Rapport", "Report"),
    "misplaced": ("mal rangée", "misplaced"),
    "gone": ("manquante", "missing"),
    "settle": ("Remettre en ordre ce qui est coché", "Correct what is ticked"),
    "settled": ("2 boîtes ont été remises", "2 boxes were corrected"),
    "close": ("Clore cet inventaire", "Close this inventory"),
    "look": ("Examiner", "Check the file"),
    "take in": ("Importer", "Import"),
    "in": ("Import terminé", "Import finished"),
    "refused": ("Tout en CSV", "All of them as CSV"),
    "reason": ("raison", "reason"),
    "what label": ("des boîtes par leurs numéros", "boxes by their numbers"),
    "numbers": ("Numéros", "Numbers"),
    "pdf": ("Créer le PDF", "Make the PDF"),
    "body": ("Texte", "Text"),
    "typo": ("coquille ou style", "typo or style"),
    "save": ("Enregistrer", "Save"),
    "saved": ("Enregistré", "Saved"),
    "news": ("Ce qui est nouveau", "What is new"),
    "freeze": ("Figer une édition", "Freeze an edition"),
    "frozen": ("a été figée", "has been frozen"),
    "code": ("Code", "Code"),
    "confirm": ("Confirmer", "Confirm"),
    "go on": ("Je les ai", "I have saved them"),
    "history page": ("/fr/regles/macao/historique/", "/en/rules/macao/history/"),
    "rule page": ("/fr/regles/macao/", "/en/rules/macao/"),
}
FRENCH = Day(
    "fr",
    ["E0072", "E0077", "E0080", "E0081", "E0112"],
    "Hanabi",
    "B3",
    ["E0070", "E0101", "E0102", "E0104", "E0199"],
    "E0327",
    {name: both[0] for name, both in WORDS.items()},
)
ENGLISH = Day(
    "en",
    ["E0062", "E0105", "E0169", "E0203", "E0269"],
    "Saboteur",
    "G3",
    ["E0240", "E0245", "E0246", "E0250"],
    "E0331",
    {name: both[1] for name, both in WORDS.items()},
)


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Iterator[tuple[Site, Path]]:
    """The site with everything that production asks of staff; its letters are printed into its log."""
    folder = tmp_path_factory.mktemp("house")
    with running(folder, SECOND_FACTOR="1", EMAIL_URL="console://") as site:
        site.manage("shell", "-v", "0", "-c", ACCOUNTS % PASSWORD)
        yield site, folder / "server.log"


@pytest.fixture(params=[FRENCH, ENGLISH], ids=["fr", "en"])
def day(request) -> Day:
    return request.param


@pytest.fixture(scope="module")
def arrive(browser, house) -> Iterator[Callable[[str], Page]]:
    """Opens a browser of its own for each who comes; a complaint of any of their pages fails the day."""
    opened, trouble = [], []

    def arrive(language: str) -> Page:
        context = browser.new_context(base_url=house[0].url, locale={"fr": "fr-FR", "en": "en-GB"}[language])
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        page.on("console", lambda line: complaint(line, page, trouble))
        return page

    yield arrive
    for context in opened:
        context.close()
    assert not trouble


@pytest.fixture(scope="module")
def crew() -> dict[str, Page]:
    """Who is signed in already."""
    return {}


@pytest.fixture
def staff(arrive, crew, day):
    def opened(role: str, address: str) -> Page:
        name = f"{role}-{day.language}"
        if name not in crew:
            crew[name] = first_day(arrive(day.language), name, day.words)
        crew[name].goto(address)
        return crew[name]

    return opened


def first_day(page: Page, name: str, words: dict[str, str]) -> Page:
    """Signs in with the password, then sets the phone up: the desk opens only then."""
    in_browser(page, name, PASSWORD, "/admin/", lands="/staff/second-factor/")
    key = page.locator("details code").text_content()
    page.get_by_label(words["code"], exact=True).fill(f"{totp(base64.b32decode(key)):06}")
    page.get_by_role("button", name=words["confirm"]).click()
    page.locator(".codes li").nth(9).wait_for()
    page.get_by_role("link", name=words["go on"]).click()
    page.wait_for_url("**/admin/")
    return page


def scan(page, codes: list[str]) -> None:
    """As a scanner does: letters, then the key that sends."""
    for code in codes:
        page.locator("#code").fill(code)
        with page.expect_navigation():
            page.keyboard.press("Enter")


def said(page, words: str) -> None:
    page.locator(".note, .messagelist li", has_text=words).first.wait_for()


def test_lending_and_the_guest_who_waits(day, staff, arrive, house):
    words = day.words
    guest = arrive(day.language)
    guest.goto(words["title page"])
    guest.get_by_role("link", name=words["aside"]).click()
    guest.get_by_label(words["your name"]).fill("Anna")
    guest.get_by_label(words["from"], exact=True).fill(str(timezone.localdate()))
    guest.get_by_label(words["until"], exact=True).fill(str(timezone.localdate() + timedelta(days=3)))
    guest.get_by_label(words["mail"]).fill("anna@example.org")
    guest.get_by_role("button", name=words["put"]).click()
    said(guest, words["will wait"])

    desk = staff("desk", "/staff/desk/")
    expect(desk.locator("#waiting tr").filter(has_text="Anna").filter(has_text=day.wanted)).to_have_count(1)
    scan(desk, day.lent)
    desk.get_by_label(words["name"], exact=True).fill("Salon bleu")
    desk.get_by_role("button", name=words["lend"]).click()
    # One of them was promised to Anna: the desk says so and asks.
    expect(desk.locator("[role=alert]")).to_contain_text("Anna")
    desk.get_by_role("button", name=words["all the same"]).click()
    said(desk, words["lent"])
    # Three come back, the wanted one among them, and another without one of its pieces.
    scan(desk, day.lent[2:])
    desk.get_by_label(words["missing"]).first.fill("1 ♣")
    desk.get_by_role("button", name=words["back"]).click()
    said(desk, words["returned"])
    said(desk, words["tell"])
    assert words["letter"] in house[1].read_text(encoding="utf-8")
    desk.get_by_role("button", name=words["undo"]).wait_for()
    scan(desk, day.lent[2:3])
    expect(desk.locator(".boxes .badge.bad").filter(has_text="1 ♣")).to_have_count(1)
    expect(desk.locator(".boxes > li.good")).to_have_count(1)


def test_counting_a_shelf(day, staff):
    words = day.words
    page = staff("desk", "/staff/inventory/")
    shelf = page.locator("option", has_text=f"{day.shelf} ·").get_attribute("value")
    page.get_by_label(words["what"]).select_option(value=shelf)
    page.get_by_role("button", name=words["begin"]).click()
    scan(page, [*day.stands, day.foreign])
    page.get_by_role("link", name=words["report"]).click()
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(2)
    for state in ("misplaced", "gone"):
        rows.filter(has=page.locator(".badge", has_text=words[state])).get_by_role("checkbox").check()
    page.get_by_role("button", name=words["settle"]).click()
    said(page, words["settled"])
    with page.expect_navigation():
        page.get_by_role("button", name=words["close"]).click()
    expect(rows).to_have_count(0)


def collection(day: Day) -> bytes:
    """Good rows in their thousands, and two that nobody could take in."""
    rows = [f"{day.language} game {n},2000,2,4\r\n" for n in range(ROWS)]
    rows[10], rows[20] = ",2000,2,4\r\n", '"=HYPERLINK(""http://x"")",2000,2,4\r\n'
    return ("name,year,players_min,players_max\r\n" + "".join(rows)).encode()


def test_importing_a_file_with_bad_rows(day, staff):
    words = day.words
    page = staff("cataloguer", "/staff/imports/")
    page.locator("#file").set_input_files(
        {"name": "ours.csv", "mimeType": "text/csv", "buffer": collection(day)}
    )
    page.get_by_role("button", name=words["look"]).click()
    expect(page.locator("tr.refused strong")).to_have_count(1)  # the other one lies beyond the first rows
    page.get_by_role("button", name=words["take in"]).click()
    page.locator("progress").wait_for()
    address = page.url
    page.goto("/staff/imports/")
    page.goto(address)  # left, and found again; it looks by itself how far the worker is
    page.locator(".note.good").wait_for(timeout=120_000)
    said(page, words["in"])
    with page.expect_download() as download:
        page.get_by_role("link", name=words["refused"]).click()
    refused = list(csv.reader(io.StringIO(download.value.path().read_text(encoding="utf-8-sig"))))
    assert [row[0] for row in refused[1:]] == ["12", "22"]
    assert refused[0][1] == words["reason"] and all(row[1] for row in refused)
    assert refused[2][2].startswith("'=")


def test_printing_labels(day, staff):
    page = staff("desk", "/staff/labels/")
    page.get_by_label(day.words["what label"]).check()
    page.get_by_label(day.words["numbers"], exact=True).fill(" ".join(day.lent))
    with page.expect_response("**/staff/labels/?*") as printed:
        page.get_by_role("button", name=day.words["pdf"]).click()
    answer = page.request.get(printed.value.url)  # the browser keeps the first one for its own viewer
    assert answer.headers["content-type"] == "application/pdf" and answer.body().startswith(b"%PDF-")


def test_correcting_a_rule_and_publishing_an_edition(day, staff, arrive):
    words = day.words
    page = staff("translator", "/admin/rules_docs/ruledocument/")
    row = page.locator("tbody tr").filter(has=page.get_by_role("link", name="macao", exact=True))
    row.locator(f"a[href$='/{day.language}/']").click()
    page.get_by_role("link", name="overview", exact=True).click()
    text = page.get_by_label(words["body"], exact=True)
    text.fill(text.input_value() + f"\n\nCorrigenda {day.language}.")
    page.get_by_label(words["typo"]).check()
    page.get_by_role("button", name=words["save"], exact=True).click()
    said(page, words["saved"])
    page.goto("/admin/rules_docs/ruledocument/")
    row.get_by_label(words["news"]).fill(f"Corrigenda {day.language}")
    row.get_by_role("button", name=words["freeze"]).click()
    said(page, words["frozen"])
    reader = arrive(day.language)
    reader.goto(words["rule page"])
    expect(reader.locator("main")).to_contain_text(f"Corrigenda {day.language}.")
    reader.goto(words["history page"])
    expect(reader.locator("main")).to_contain_text(f"Corrigenda {day.language}")
