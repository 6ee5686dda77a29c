"""The tables of an account are walked by an index. An index of unfinished matches replaces one of all matches.

A match keeps less room beside it (see 0003): most matches are finished, and nobody writes them any more.
"""

from django.conf import settings
from django.db import migrations, models


def _set_fillfactor(schema_editor, percent: int) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"ALTER TABLE games_match SET (fillfactor = {percent})")


def leave_less_room(apps, schema_editor) -> None:
    _set_fillfactor(schema_editor, 60)


def leave_more_room(apps, schema_editor) -> None:
    _set_fillfactor(schema_editor, 50)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_fair_dice_version_2"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(model_name="seat", name="seat_account"),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                fields=["user", "-id"], name="seat_of_account", condition=models.Q(user__isnull=False)
            ),
        ),
        migrations.RunPython(leave_less_room, leave_more_room),
        migrations.RemoveIndex(model_name="match", name="match_lobby_page"),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["status", "game", "visibility", "-created_at", "-id"],
                name="match_unfinished_of_game",
                condition=models.Q(status__in=["open", "active"]),
            ),
        ),
    ]
