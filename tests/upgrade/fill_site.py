"""Writes users, the house, a rule and a small library; runs inside a checkout of revision 8606401 only.

`make_fixture.py` runs it in Django's shell of that checkout, on an empty migrated database. It imports
modules as they were called then, so nothing here imports it. It prints what the tests must know: the password
and the texts.
"""

import csv
import io
import json
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from PIL import Image

from catalogue.desk import cataloguing, inventory, lending, photos, reserving
from catalogue.evenings import plans, scoring, sheets, stays
from catalogue.importing import staff_imports, uploads
from catalogue.importing.importer import import_file
from catalogue.members import accounts
from catalogue.models import (
    Category,
    Contributor,
    Copy,
    GameTitle,
    ImportJob,
    InventoryCheck,
    Loan,
    Member,
    MemberSettings,
    Shelf,
    Tag,
)
from escale.common import audit
from escale.house import roles
from escale.house.models import House
from rules_docs.editing import editions, publishing, revisions
from rules_docs.models import ChangeKind, Extract, Report, RuleDocument, Section, SectionText, Takedown
from rules_docs.search import index_writer

PASSWORD = "long enough 1"
TAGLINES = {
    "fr": "Trois cents mètres carrés, « neuf mille » boîtes et une théière.",
    "en": "Three hundred square metres, “nine thousand” boxes and a teapot.",
    "it": "Trecento metri quadrati, «novemila» scatole e una teiera.",
    "de": "Dreihundert Quadratmeter, „neuntausend“ Schachteln und eine Teekanne.",
}


def main() -> None:
    users = add_users()
    edit_house(users["house keeper"])
    add_rules(users["translator"])
    add_library(users["cataloguer"])
    lend_copies(users["desk"])
    check_inventory(users["desk"])
    import_files(users["cataloguer"])
    invite_guests(users["desk"])
    add_member(users["desk"])
    print(json.dumps({"password": PASSWORD, "taglines": TAGLINES}))


# --- people and the house
# --------------------------------------------------------------------------------------------


def add_users() -> dict[str, User]:
    users = {}
    for role in (roles.READER, roles.DESK, roles.CATALOGUER, roles.TRANSLATOR, roles.HOUSE_KEEPER):
        users[role] = User.objects.create_user(
            username=role.replace(" ", "-"), password=PASSWORD, is_staff=True
        )
        users[role].groups.add(Group.objects.get(name=role))
    User.objects.create_user(username="player", password=PASSWORD)
    TOTPDevice.objects.create(user=users[roles.TRANSLATOR], name="telephone", confirmed=True)
    codes = StaticDevice.objects.create(user=users[roles.TRANSLATOR], name="paper")
    codes.token_set.create(token="abcdefgh")
    return users


def edit_house(who: User) -> None:
    """The staff replaced what the migration said of the house, in four languages."""
    house = House.objects.today()
    audit.change_fields(who=who, thing=house, games=9_123, surface=321, street="Le Bourg")
    for text in house.texts.all():
        audit.change_fields(who=who, thing=text, tagline=TAGLINES[text.language])


# --- rules
# -----------------------------------------------------------------------------------------------------------


def add_rules(who: User) -> None:
    """One shipped rule with its rulings; then the staff corrects a section and freezes a second edition."""
    call_command("load_rules", str(Path(settings.BASE_DIR) / "rules_docs" / "texts" / "halunken"))
    document = RuleDocument.objects.get(slug="halunken")
    first, second, third = list(Section.objects.filter(document=document).order_by("position")[:3])
    edit_section(first, "fr", ChangeKind.CORRECT, "Une phrase corrigée par l’équipe.", who)
    edit_section(first, "en", ChangeKind.CLARIFY, "A sentence that the staff added.", who)
    revisions.mark_checked(text=SectionText.objects.get(section=first, language="de"), who=who)
    editions.freeze_edition(document=document, note="The second edition.")
    edit_section(
        second, "fr", ChangeKind.RULE, "Une règle nouvelle, que les traductions ignorent encore.", who
    )
    text = edit_section(third, "it", ChangeKind.EDITORIAL, "Una frase di troppo.", who)
    revisions.restore_revision(revision=text.revisions.get(number=1), kind=ChangeKind.EDITORIAL, author=who)
    publishing.hide_translation(translation=document.translations.get(language="it"), who=who)
    add_rule_letters(document, text)
    index_writer.index_document(document)


def edit_section(section: Section, language: str, kind: str, sentence: str, who: User) -> SectionText:
    text = SectionText.objects.get(section=section, language=language)
    return revisions.edit_text(
        section=section,
        language=language,
        heading=text.heading,
        body=f"{text.body}\n\n{sentence}",
        kind=kind,
        author=who,
        note="staff edit",
    )


def add_rule_letters(document: RuleDocument, text: SectionText) -> None:
    """A report, a notice that was rejected, and a sheet that was read."""
    Report.objects.create(
        document=document,
        revision=text.revisions.first(),
        key=text.section.key,
        language="it",
        quote="Una frase di troppo.",
        message="C’è una frase di troppo.",
        mail="reader@example.org",
    )
    notice = Takedown.objects.create(
        document=document,
        name="Publisher",
        mail="rights@example.org",
        work="The rule sheet",
        statement="This is ours.",
        state=Takedown.State.REJECTED,
        decision="Written by the house.",
    )
    publishing.apply_takedown_state(notice)
    Extract.objects.create(
        document=document,
        language="de",
        name="sheet.pdf",
        pages=2,
        text="Aufbau\nJeder nimmt fünf Karten.",
        headings=[{"text": "Aufbau", "line": 0, "key": text.section.key}],
    )


# --- library
# ---------------------------------------------------------------------------------------------------------


def add_library(who: User) -> None:
    """The first titles of the demonstration library; one is merged, one added by hand, one has a cover."""
    demo = Path(settings.BASE_DIR) / "catalogue" / "demo"
    with (demo / "shelves.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            Shelf.objects.create(
                code=row["code"], room=row["room"], position=int(row["position"]), label=row["label"]
            )
    small = Path(settings.DATA_DIR) / "small.csv"
    small.write_text(
        "".join((demo / "games.csv").read_text(encoding="utf-8").splitlines(True)[:24]), encoding="utf-8"
    )
    import_file(small)
    small.unlink()
    add_title_by_hand(who)
    copy = Copy.objects.get(inventory_number="E0003")
    cataloguing.change_many(
        things=Copy.objects.filter(pk=copy.pk),
        values={
            "status": Copy.Status.REPAIR,
            "missing": "one cube",
            "barcode": "4005556269104",
            "note": "glue",
        },
        who=who,
    )
    picture = io.BytesIO()
    Image.new("RGB", (240, 320), (160, 40, 40)).save(picture, "PNG")
    upload = SimpleUploadedFile("cover.png", picture.getvalue(), "image/png")
    photos.set_photo(title=GameTitle.objects.get(slug="carcassonne"), upload=upload, who=who)


def add_title_by_hand(who: User) -> None:
    title = cataloguing.add_title_and_box(
        name="Tichu “漢字”",
        language="de",
        facts={"year": 1991, "players_min": 3, "players_max": 6, "components": "56 cards\n1 rule"},
        box={"inventory_number": "E0900", "shelf": Shelf.objects.get(code="B1"), "languages": "de,fr"},
        who=who,
    )
    title.names.create(name="Tichou", language="fr", kind="translation")
    title.credits.create(contributor=Contributor.objects.order_by("pk").first(), role="artist")
    title.tags.add(Tag.objects.order_by("pk").first())
    double = cataloguing.add_title(name="Tai-Pan", language="en", facts={"age": 10}, who=who)
    cataloguing.merge_titles(keep=title, gone=double, who=who)


def lend_copies(who: User) -> None:
    """Two loans are open, one of them overdue, one has ended; one reservation waits, one was settled."""
    today = timezone.localdate()
    numbers = dict(Copy.objects.exclude(inventory_number=None).values_list("inventory_number", "pk"))
    for number, borrower, kind, note in (
        ("E0001", "Zoë “漢字”", "person", ""),
        ("E0008", "Chambre verte", "room", "to the 3rd floor"),
        ("E0012", "Nuit du jeu", "event", ""),
    ):
        lending.lend_copies(
            copies=[numbers[number]],
            borrower=borrower,
            borrower_kind=kind,
            out=today,
            due=today + timedelta(days=3),
            note=note,
            who=who,
        )
    lending.return_copies(
        returned=[lending.ReturnedBox(numbers["E0012"], "one tile", "worn")], on=today, who=who
    )
    Loan.objects.filter(borrower_kind="room").update(out=date(2026, 1, 2), due=date(2026, 1, 9))
    for slug, name in (("shanghaien", "Zoë"), ("carcassonne", "Émile")):
        request = reserving.ReservationRequest(
            name, today, today + timedelta(days=5), f"{slug}@example.org", "it", "second floor"
        )
        made = reserving.reserve_title(title=GameTitle.objects.get(slug=slug), request=request, today=today)
    reserving.mark_done(reservation=made, who=who)


def check_inventory(who: User) -> None:
    """One check of a shelf is closed and settled, one of the whole house is still open."""
    shelf, other = Shelf.objects.get(code="S7"), Shelf.objects.get(code="S8")
    closed = inventory.begin_check(shelf=shelf, note="spring", who=who)
    for code, where in (("E0002", shelf), ("E0006", other), ("X-77", shelf)):
        inventory.record_scan(check=closed, code=code, shelf=where, who=who.username)
    moved = Copy.objects.get(inventory_number="E0006").pk
    lost = Copy.objects.get(inventory_number="E0007").pk
    inventory.correct_boxes(check=closed, move=[moved], lost=[lost], who=who)
    inventory.close_check(check=closed, who=who)
    running = inventory.begin_check(shelf=None, note="whole house", who=who)
    inventory.record_scan(check=running, code="E0013", shelf=Shelf.objects.get(code="S3"), who=who.username)
    assert InventoryCheck.objects.count() == 2


def import_files(who: User) -> None:
    """One import is done with a refused row, one waits for its confirmation."""
    content = (
        "bgg_id,name,year,inventory_number,shelf\n2651,Power Grid,2004,E0950,B6\nx,Broken,nought,E0951,B6\n"
    )
    done = uploads.accept(upload=SimpleUploadedFile("gift.csv", content.encode()), who=who)
    uploads.start(job=done, who=who)
    while staff_imports.import_next_batch():
        pass
    second = "bgg_id,name,year\n478,Citadels,2000\n"
    uploads.accept(upload=SimpleUploadedFile("later.csv", second.encode()), who=who)
    assert list(ImportJob.objects.order_by("pk").values_list("state", flat=True)) == ["done", "looked-at"]


def invite_guests(who: User) -> None:
    """A stay, an evening with a guest, and a score sheet."""
    today = timezone.localdate()
    stays.make_stay(
        name="Zoë “漢字”", stay_from=today, stay_to=today + timedelta(days=7), today=today, who=who
    )
    evening = plans.plan_evening(name="Soirée", day=today, begins=time(20, 30), minutes=180, today=today)
    plans.join(evening=evening, name="Émile", people=2, age=10, arrives=time(21), mood="", votes=[])
    content = scoring.make_content(2, ["Karten", "Bonus"])
    content["scores"] = [[12, 7], [3, None]]
    sheets.keep_sheet(
        title=GameTitle.objects.get(slug="carcassonne"),
        content=content,
        played_on=today,
        minutes=45,
        is_counted=True,
        today=today,
    )


def add_member(who: User) -> None:
    """A family with a subscription."""
    today = timezone.localdate()
    accounts.save_settings(MemberSettings(is_on=True), who=who)
    member = Member(
        card=accounts.next_card(),
        name="Familie Weiß",
        category=Category.objects.get(),
        mail="weiss@example.org",
    )
    persons = [accounts.PersonEntry("Zoë", 1984), accounts.PersonEntry("Jörg")]
    accounts.save_member(member, persons, who=who)
    payment = accounts.Payment(
        first=today,
        last=accounts.add_year(today),
        fee=Decimal("25.50"),
        deposit=Decimal(40),
        paid_by="cash",
        note="",
    )
    accounts.subscribe(member, payment, who=who)


if __name__ == "__main__":
    main()
