"""The pages of staff that are looked at in every language, width and theme, on the demo library after a day's work.

`prepare` makes that work and says the addresses; it runs where the database is: in the test, or beside the server.
"""

import json
import time
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

ACCOUNT = {"username": "grace", "password": "a long enough secret"}
ROWS = "name,year,players_min,inventory_number,remark\r\nNew game,2001,2,Z1,x\r\nWrong,when,2,Z2,x\r\n"
NAMES = [
    "dashboard", "lending", "lending-boxes", "loans", "loans-late", "history", "inventory", "check", "check-shelf",
    "report", "cataloguing", "add", "add-known", "queue", "many", "many-boxes", "merge", "merge-found", "photo",
    "imports", "job-seen", "job-done", "labels", "labels-wrong", "exports", "second-factor", "password",
    "titles", "title", "title-add", "copies", "copy", "loan-list", "shelf-delete", "reservation-add",
    "log", "log-entry", "accounts", "account", "account-password", "house", "matrix", "rule", "language", "edit",
    "text-history", "sheet", "terms", "reports",
]  # fmt: skip


def prepare() -> dict[str, str]:
    """Name of a page → its address."""
    from catalogue.models import Copy, GameTitle, InventoryCheck, Shelf

    who = account()
    check = counted(who)
    seen, done = imported(who)
    title = GameTitle.objects.get(slug="catan")
    boxes = [Copy.objects.filter(status=status).first().pk for status in ("in", "out")]
    desk = {
        "lending": [], "loans": [], "history": ["catan"], "inventory": [], "cataloguing": [], "add": [],
        "queue": ["description"], "many": [], "merge": [], "photo": [title.pk], "imports": [], "labels": [],
        "exports": [], "check": [check.pk], "report": [check.pk],
    }  # fmt: skip
    told = {name: reverse(f"desk:{name}", args=arguments) for name, arguments in desk.items()}
    told |= {
        "dashboard": reverse("admin:index"),
        "password": reverse("admin:password_change"),
        "second-factor": reverse("second_factor"),
        "lending-boxes": f"{told['lending']}?copy={boxes[0]}&copy={boxes[1]}",
        "loans-late": f"{told['loans']}?show=overdue",
        "check-shelf": f"{told['check']}?shelf={Shelf.objects.first().code}",
        "add-known": f"{told['add']}?name=catan",
        "many-boxes": f"{told['many']}?copy={boxes[0]}",
        "merge-found": f"{told['merge']}?q=catan&keep=catan",
        "labels-wrong": f"{told['labels']}?what=shelf&sheet=L7160&start=1",
        "job-seen": reverse("desk:job", args=[seen.pk]),
        "job-done": reverse("desk:job", args=[done.pk]),
    }
    assert InventoryCheck.objects.exists()
    return told | administration(title.pk, boxes[0])


def account():
    users = get_user_model().objects
    if not users.filter(username=ACCOUNT["username"]).exists():
        users.create_superuser(**ACCOUNT)
    return users.get(username=ACCOUNT["username"])


def counted(who):
    """A shelf on which one box stood rightly, one wrongly, and something nobody knows; and a guest who waits."""
    from catalogue.desk import inventory, reserving
    from catalogue.models import Copy, GameTitle, Shelf

    check, shelf, today = inventory.begin_check(shelf=None, who=who), Shelf.objects.get(code="B1"), timezone.localdate()
    for code in ("B1", "B2"):
        box = Copy.objects.filter(shelf__code=code).first()
        inventory.record_scan(check=check, code=box.inventory_number, shelf=shelf, who=who.username)
    inventory.record_scan(check=check, code="4711", shelf=shelf)
    wish = reserving.ReservationRequest("Weber", today, today + timedelta(days=3), note="Room 12")
    title = GameTitle.objects.get(slug="catan")
    if not reserving.find_objection(title, wish, today=today):
        reserving.reserve_title(title=title, request=wish, today=today)
    return check


def imported(who):
    """One file that waits for a decision, one that was taken in."""
    from catalogue.importing import staff_imports, uploads
    from catalogue.models import ImportJob

    seen, done = (uploads.accept(upload=SimpleUploadedFile("ours.csv", ROWS.encode()), who=who) for _n in range(2))
    ImportJob.objects.filter(pk=done.pk).update(state=ImportJob.State.WAITING)
    until = time.monotonic() + 300
    while not ImportJob.objects.filter(pk=done.pk, state=ImportJob.State.DONE).exists():
        assert time.monotonic() < until
        staff_imports.import_next_batch() or time.sleep(0.1)  # perhaps the server's own worker took it
    return seen, done


def administration(title: int, box: int) -> dict[str, str]:
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
        "accounts": ("auth_user_changelist", []), "account": ("auth_user_change", [account().pk]),
        "account-password": ("auth_user_password_change", [account().pk]),
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
