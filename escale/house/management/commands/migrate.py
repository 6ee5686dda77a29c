"""Runs Django's migrate, and then updates the roles, because permissions exist only when their tables do."""

from django.core.management.commands import migrate
from django.db import connections

from escale.house import roles


class Command(migrate.Command):
    def handle(self, *args, **options) -> str | None:
        result = super().handle(*args, **options)
        if "auth_permission" in connections[options["database"]].introspection.table_names():
            roles.update_groups()
        return result
