"""A server or worker process as in production (`python -m tests.faults.server PORT`, or `… worker`).

The file that FAULTS_CLOCK names says by how many seconds the clock of its machine has been set forward.
"""

import os
import sys
import time
from pathlib import Path

true_time, true_time_ns = time.time, time.time_ns


def _set_forward() -> float:
    return float(Path(os.environ["FAULTS_CLOCK"]).read_text() or 0)


if "FAULTS_CLOCK" in os.environ:
    time.time = lambda: true_time() + _set_forward()
    time.time_ns = lambda: true_time_ns() + int(_set_forward() * 1_000_000_000)

import django  # noqa: E402 (the clock comes first)
import uvicorn  # noqa: E402

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
    django.setup()
    from django.core.management import call_command

    from escale.server.management.commands.serve import Server

    if sys.argv[1] == "worker":
        call_command("play_worker")
    else:
        Server(uvicorn.Config("escale.asgi:application", port=int(sys.argv[1]), log_level="error")).run()
