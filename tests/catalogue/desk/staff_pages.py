"""The pages of staff that tests open in every language, width and theme.

`prepare` adds a day's work to the demo library and returns the addresses. It runs in the process that has the
database: in a test, or as a command beside the server.
"""

import json
import time
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

ACCOUNT = {"username": "grace", "password": "a long enough secret"}
ROWS = "name,year,players_min,inventory_number,remark\r\nNew game,2001,2,Z1,x\r\n"
ROWS += "Wrong,2001,2,Z1,x\r\nDoubtful,when,2,Z2,x\r\n"
NAMES = [
    "boxes", "boxes-found", "without_box", "contents", "title-contents", "lending-found",
    "dashboard", "lending", "lending-boxes", "loans", "loans-late", "history", "inventory", "check", "check-shelf",
    "report", "cataloguing", "add", "add-known", "add-barcode", "learn",
    "queue", "many", "many-boxes", "merge", "merge-found", "photo",
    "members", "member", "add_member", "member_settings", "opening", "receipt", "year", "lending-member",
    "imports", "job-seen", "job-done", "labels", "labels-wrong", "exports", "second-factor", "factor-reset", "password",
    "stays", "stay",
    "tables", "tables-found", "tables-none", "table", "table-over",
    "titles", "title", "title-add", "copies", "copy", "loan-list", "shelf-delete", "reservation-add",
    "log", "log-entry", "accounts", "account", "account-password", "house", "matrix", "rule", "language", "edit",
    "text-history", "sheet", "terms", "reports",
]  # fmt: skip


def prepare() -> dict[str, str]:
    """Name of a page → its address."""
    from catalogue.models import Copy, GameTitle

    user = get_or_create_account()
    check = count_shelf(user)
    unread_job, done_job = import_files(user)
    member = enrol_family(user)
    title = GameTitle.objects.get(slug="catan")
    GameTitle.objects.filter(copies__status__in=["in", "out"]).update(
        components="12 dice *\n60 cards, 1 board\nrules"
    )
    box_in, box_out = (Copy.objects.filter(status=status).first().pk for status in ("in", "out"))
    return {
        "dashboard": reverse("admin:index"),
        "password": reverse("admin:password_change"),
        "second-factor": reverse("second_factor"),
        "factor-reset": reverse("second_factor_reset", args=[create_colleague().pk]),
        "contents": reverse("desk:contents", args=[box_in]),
        "title-contents": reverse("desk:title_contents", args=[title.pk]),
        "photo": reverse("desk:photo", args=[title.pk]),
        "check": reverse("desk:check", args=[check.pk]),
        "report": reverse("desk:report", args=[check.pk]),
        "job-seen": reverse("desk:job", args=[unread_job.pk]),
        "job-done": reverse("desk:job", args=[done_job.pk]),
        "member": reverse("desk:member", args=[member.pk]),
        "receipt": reverse("desk:receipt", args=[member.pk]),
        "stay": reverse("desk:stay", args=[write_stay_down(user).pk]),
        **list_desk_pages(),
        **list_questions_at_desk(check.pk, member.pk, box_in, box_out),
        **list_admin_pages(title.pk, box_in),
        **list_table_pages(),
    }


def write_stay_down(user):
    from catalogue.evenings import stays

    today = timezone.localdate()
    days = {"stay_from": today, "stay_to": today + timedelta(days=6)}
    return stays.make_stay(name="Family Rossi", today=today, who=user, **days)


def list_desk_pages() -> dict[str, str]:
    """The pages that are about nothing in particular."""
    names = [
        "lending", "loans", "inventory", "boxes", "without_box", "cataloguing", "add", "many", "merge", "imports",
        "labels", "exports", "members", "add_member", "member_settings", "opening", "year", "stays",
    ]  # fmt: skip
    addresses = {name: reverse(f"desk:{name}") for name in names}
    addresses["history"] = reverse("desk:history", args=["catan"])
    addresses["queue"] = reverse("desk:queue", args=["description"])
    return addresses


def list_questions_at_desk(check: int, member: int, box_in: int, box_out: int) -> dict[str, str]:
    """The same pages with a question, or with boxes that were scanned."""
    from catalogue.models import Shelf

    lending = reverse("desk:lending")
    return {
        "lending-boxes": f"{lending}?copy={box_in}&copy={box_out}",
        "lending-found": f"{lending}?code=weber",
        "lending-member": f"{lending}?member={member}&copy={box_in}",
        "loans-late": f"{reverse('desk:loans')}?show=overdue",
        "boxes-found": f"{reverse('desk:boxes')}?q=catan&numbered=E0001",
        "check-shelf": f"{reverse('desk:check', args=[check])}?shelf={Shelf.objects.first().code}",
        "add-known": f"{reverse('desk:add')}?name=catan",
        "add-barcode": f"{reverse('desk:add')}?q=catan&barcode=3558380000013",
        "learn": f"{reverse('desk:learn')}?q=catan&barcode=3558380000013",
        "many-boxes": f"{reverse('desk:many')}?copy={box_in}",
        "merge-found": f"{reverse('desk:merge')}?q=catan&keep=catan",
        "labels-wrong": f"{reverse('desk:labels')}?what=shelf&sheet=L7160&start=1",
    }


def list_table_pages() -> dict[str, str]:
    """The staff pages about tables: at one a player has sent a message, at the other a player has resigned."""
    from games.matches import absence, messages
    from games.matches.storage.rows import proof_by_index

    running, finished = create_table(), create_table()
    messages.send_message(match_id=running, proof=proof_by_index(0), text="Is anybody there?")
    absence.resign(match_id=finished, proof=proof_by_index(0))
    tables = reverse("tables:list")
    return {
        "tables": tables,
        "tables-found": f"{tables}?q=Weber",
        "tables-none": f"{tables}?q=nobody&status=open",
        "table": reverse("tables:watch", args=[running]),
        "table-over": reverse("tables:watch", args=[finished]),
    }


def create_table() -> str:
    from games.matches import seating
    from games.matches.luck.contributions import Sent, contribute
    from games.matches.storage.rows import proof_by_index

    seats = [{"kind": "human"}, {"kind": "bot", "level": "easy"}]
    created = seating.create(game="shanghaien", options={}, seats=seats, name="Weber", origin="f" * 16)
    contribute(match_id=created.match, proof=proof_by_index(0), sent=Sent())
    return created.match


def enrol_family(user):
    """A member whose card is blocked, and who has a box that is late."""
    from catalogue.desk import lending
    from catalogue.members import accounts
    from catalogue.models import Category, Copy, Member, MemberSettings

    today = timezone.localdate()
    accounts.save_settings(MemberSettings(is_on=True), who=user)
    facts = {"category": Category.objects.first(), "commune": "Thonon-les-Bains", "language": "fr"}
    persons = [accounts.PersonEntry("Anna Weber", 2016), accounts.PersonEntry("Ole Weber")]
    member = Member(name="Familie Weber", card="M00001", mail="weber@example.org", **facts)
    accounts.save_member(member, persons, who=user)
    first, last = accounts.propose_days(member, today)
    payment = accounts.Payment(first=first, last=last, fee=25, deposit=50, paid_by="")
    accounts.subscribe(member, payment, who=user)
    boxes_in = Copy.objects.filter(status="in")
    box = boxes_in.filter(title__slug="azul").first() or boxes_in.last()
    days = {"out": today - timedelta(days=30), "due": today - timedelta(days=2)}
    lending.lend_copies(
        copies=[box.pk], member=member, who=user, confirmed_objections=["subscription"], **days
    )
    accounts.block_member(member, "Azul: 1 tile", who=user)
    return member


def create_colleague():
    """A second user, who has lost the second factor."""
    from django_otp.plugins.otp_totp.models import TOTPDevice

    user = get_user_model().objects.create_superuser("ada-of-the-desk", password=ACCOUNT["password"])
    TOTPDevice.objects.create(user=user, name="phone", confirmed=True)
    return user


def get_or_create_account():
    users = get_user_model().objects
    if not users.filter(username=ACCOUNT["username"]).exists():
        users.create_superuser(**ACCOUNT)
    return users.get(username=ACCOUNT["username"])


def count_shelf(user):
    """An inventory with a box in its place, a box in a wrong place and an unknown code; a guest waits for
    Catan.
    """
    from catalogue.desk import inventory, reserving
    from catalogue.models import Copy, GameTitle, Shelf

    check = inventory.begin_check(shelf=None, who=user)
    shelf = Shelf.objects.get(code="B1")
    for code in ("B1", "B2"):
        box = Copy.objects.filter(shelf__code=code).first()
        inventory.record_scan(check=check, code=box.inventory_number, shelf=shelf, who=user.username)
    inventory.record_scan(check=check, code="4711", shelf=shelf)
    today = timezone.localdate()
    request = reserving.ReservationRequest("Weber", today, today + timedelta(days=3), note="Room 12")
    title = GameTitle.objects.get(slug="catan")
    if not reserving.find_objection(title, request, today=today):
        reserving.reserve_title(title=title, request=request, today=today)
    return check


def import_files(user):
    """Two imports: one waits for staff to look at it, the other is done."""
    from catalogue.importing import staff_imports, uploads
    from catalogue.models import ImportJob

    unread_job, done_job = (
        uploads.accept(upload=SimpleUploadedFile("ours.csv", ROWS.encode()), who=user) for _number in range(2)
    )
    ImportJob.objects.filter(pk=done_job.pk).update(state=ImportJob.State.WAITING)
    deadline = time.monotonic() + 300
    while not ImportJob.objects.filter(pk=done_job.pk, state=ImportJob.State.DONE).exists():
        assert time.monotonic() < deadline
        if not staff_imports.import_next_batch():
            time.sleep(0.1)  # Perhaps the worker of the server has taken the job.
    return unread_job, done_job


def list_admin_pages(title: int, box: int) -> dict[str, str]:
    from catalogue.models import Shelf
    from escale.common.models import AuditEntry
    from escale.house.models import House
    from rules_docs.models import RuleDocument

    document = RuleDocument.objects.get(slug="halunken").pk
    addresses = {
        "titles": ("catalogue_gametitle_changelist", []), "title": ("catalogue_gametitle_change", [title]),
        "title-add": ("catalogue_gametitle_add", []), "copies": ("catalogue_copy_changelist", []),
        "copy": ("catalogue_copy_change", [box]), "loan-list": ("catalogue_loan_changelist", []),
        "shelf-delete": ("catalogue_shelf_delete", [Shelf.objects.last().pk]),
        "reservation-add": ("catalogue_reservation_add", []), "log": ("common_auditentry_changelist", []),
        "log-entry": ("common_auditentry_change", [AuditEntry.objects.first().pk]),
        "accounts": ("auth_user_changelist", []), "account": ("auth_user_change", [get_or_create_account().pk]),
        "account-password": ("auth_user_password_change", [get_or_create_account().pk]),
        "house": ("escale_house_change", [House.objects.first().pk]),
        "matrix": ("rules_docs_ruledocument_changelist", []), "rule": ("rules_docs_ruledocument_change", [document]),
        "language": ("rules_docs_language", [document, "de"]), "sheet": ("rules_docs_sheet", [document]),
        "edit": ("rules_docs_edit", [document, "de", "overview"]),
        "text-history": ("rules_docs_text_history", [document, "de", "overview"]),
        "terms": ("rules_docs_term_changelist", []), "reports": ("rules_docs_report_changelist", []),
    }  # fmt: skip
    return {name: reverse(f"admin:{view}", args=arguments) for name, (view, arguments) in addresses.items()}


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(prepare()))
