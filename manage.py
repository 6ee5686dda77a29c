#!/usr/bin/env python
"""Entry to every command of the site."""

import os
import sys

from django.core.management import execute_from_command_line, load_command_class

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "escale.settings")
    if sys.argv[1:2] == ["backup"]:
        # Without the apps, unless it needs them.
        load_command_class("escale.backup", "backup").run_from_argv(sys.argv)
    else:
        execute_from_command_line(sys.argv)
