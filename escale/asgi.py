"""The entry point for an ASGI server."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
django.setup(set_prefix=False)

from escale.server.application import application  # noqa: E402 (models are only there now)

__all__ = ["application"]
