"""One server process as in production (`python -m tests.faults.server PORT`): ASGI, no worker inside."""

import os
import sys

import django
import uvicorn

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
    django.setup()
    from escale.management.commands.serve import Server

    Server(uvicorn.Config("escale.asgi:application", port=int(sys.argv[1]), log_level="error")).run()
