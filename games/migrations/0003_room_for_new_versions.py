"""Every move writes its match anew: with room beside it PostgreSQL leaves the indexes of the table as they are."""

from django.db import migrations


def _set(schema_editor, how: str) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE games_match {how}")


def leave_room(apps, schema_editor) -> None:
    _set(schema_editor, "SET (fillfactor = 50)")


def fill_up(apps, schema_editor) -> None:
    _set(schema_editor, "RESET (fillfactor)")


class Migration(migrations.Migration):
    dependencies = [("games", "0002_one_index_less")]
    operations = [migrations.RunPython(leave_room, fill_up)]
