"""The periodic jobs of the worker for the games."""

from escale.common.api.idempotency import forget_old_answers
from escale.jobs.job import Job
from games.analysing.analyses import erase_old_analyses
from games.analysing.computing import analyse_next_quick_match, analyse_next_slow_match
from games.automation import worker
from games.lobby.expiry import remove_expired_tables
from games.lobby.origins import erase_old_origins
from games.matches.archiving.ending import end_abandoned_matches
from games.matches.archiving.packing import pack_due_matches
from games.notifying import deliveries, notify
from games.notifying.contacts import erase_old_contacts


def notify_absent_players() -> bool:
    """Sends due notifications, questions to new email addresses, and waiting webhooks; True if there were
    any.
    """
    return notify.ask_new_receivers() + notify.notify_due_seats() + deliveries.send_waiting() > 0


#: A release restarts the servers within this time. Packing waits for it, because an older release, to which
#: somebody may go back, cannot read packed matches.
SECONDS_OF_A_RELEASE = 3600.0
_bots_and_clocks = worker.BotsAndClocks()
_slow_bots = worker.SlowBots()
JOBS = (
    Job("bots and clocks", _bots_and_clocks.step, interval=0.15),
    Job("slow bots", _slow_bots.step, interval=0.15, close=_slow_bots.close),
    Job("notifications", notify_absent_players, interval=1.0),
    Job("contacts of finished matches", erase_old_contacts, interval=600.0),
    Job("abandoned matches", end_abandoned_matches, interval=600.0, pause_between_steps=1.0),
    Job(
        "packing",
        pack_due_matches,
        interval=60.0,
        pause_between_steps=0.1,
        first_after=SECONDS_OF_A_RELEASE,
    ),
    Job("analyses", analyse_next_quick_match, interval=0.5, pause_between_steps=0.1),
    Job("slow analyses", analyse_next_slow_match, interval=0.5, pause_between_steps=0.1),
    Job("old analyses", erase_old_analyses, interval=3600.0),
    Job("open tables", remove_expired_tables, interval=60.0),
    Job("origins of tables", erase_old_origins, interval=600.0),
    Job("answers that may be given again", forget_old_answers, interval=600.0),
)
