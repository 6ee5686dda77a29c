"""The jobs of the worker for the catalogue."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from catalogue.desk import reserving
from catalogue.evenings import plans, sheets
from catalogue.importing.comparing.staff_comparisons import compare_next_file
from catalogue.importing.staff_imports import import_next_batch
from catalogue.importing.undo.requests import erase_old_steps, undo_next_step
from catalogue.members import accounts, links, reminders
from catalogue.members.personal_data import empty_write_ahead_log, forget_guests, forget_members
from escale.jobs.job import Job

HOUR = 3600.0


def import_files() -> bool:
    """Imports or undoes one batch of a file, or compares a file; returns False if there was nothing to do."""
    return import_next_batch() > 0 or undo_next_step() or compare_next_file()


def forget_old_guests() -> bool:
    """Erases the names of guests some time after their boxes came back, as the privacy page promises."""
    forget_guests(today=timezone.localdate(), days=settings.GUEST_DAYS)
    return False


def forget_old_imports() -> bool:
    """Deletes what is stored for undoing imports, once it is too late to undo them."""
    erase_old_steps(timezone.now())
    return False


def serve_queue() -> bool:
    """Promises boxes that have become free to guests in the queue."""
    reserving.serve_queue(today=timezone.localdate())
    return False


def forget_former_members() -> bool:
    """Erases members some time after their last subscription, and deletes links that are no longer valid."""
    today = timezone.localdate()
    links.delete_old_links(today=today)
    return forget_members(today=today, days=accounts.load_settings().keep_days) > 0


def forget_log() -> bool:
    """Removes what was erased from the log of the database, too."""
    empty_write_ahead_log()
    return False


def forget_players() -> bool:
    """Erases the names in score sheets some time after the play."""
    oldest = timezone.localdate() - timedelta(days=sheets.KEPT_DAYS)
    return sheets.erase_names(oldest=oldest) > 0


def forget_evenings() -> bool:
    """Deletes plans of evenings some time after their day, with the names of the guests."""
    oldest = timezone.localdate() - timedelta(days=settings.GUEST_DAYS)
    return plans.delete_old_evenings(oldest=oldest) > 0


JOBS = (
    # On SQLite, an import that began its next batch at once would keep all other writers waiting.
    Job("imports", import_files, interval=1.0, pause_between_steps=0.1),
    Job("erasing of guests", forget_old_guests, interval=HOUR),
    Job("erasing of old imports", forget_old_imports, interval=HOUR),
    Job("queue of reservations", serve_queue, interval=60.0),
    Job("erasing of evenings", forget_evenings, interval=HOUR),
    Job("erasing of players", forget_players, interval=HOUR),
    Job("erasing of members", forget_former_members, interval=HOUR),
    Job("erasing from the log", forget_log, interval=HOUR, first_after=60.0),
    Job("reminders of loans", reminders.send_due_reminders, interval=600.0),
    Job("links to loans", links.answer_requests, interval=3.0),
)
