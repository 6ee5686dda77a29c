"""What the worker does for the catalogue."""

from django.conf import settings
from django.utils import timezone

from catalogue.desk.lending import forget_guests
from catalogue.importing.staff_imports import import_next_batch
from escale.jobs.job import Job

HOUR = 3600.0


def import_files() -> bool:
    """Import one batch of a file that staff sent in; True if there was one."""
    return import_next_batch() > 0


def forget_old_guests() -> bool:
    """Erase the names of guests some time after their boxes came back, as the privacy page promises."""
    forget_guests(today=timezone.localdate(), days=settings.GUEST_DAYS)
    return False


JOBS = (
    # On SQLite an import would keep everybody else from writing if it began its next batch at once.
    Job("imports", import_files, interval=1.0, pause_between_steps=0.1),
    Job("erasing of guests", forget_old_guests, interval=HOUR),
)
