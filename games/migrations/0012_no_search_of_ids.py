"""PostgreSQL gives each text key a second index for searches by its beginning, which nobody does."""

from django.db import migrations

LIKE_INDEXES = """
    SELECT indexname FROM pg_indexes
    WHERE schemaname = current_schema() AND indexdef LIKE '%varchar_pattern_ops%'
        AND tablename IN ('games_match', 'games_matchsecret', 'games_packedmatch')
"""


def drop_like_indexes(apps, schema_editor) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(LIKE_INDEXES)
        names = [name for (name,) in cursor.fetchall()]
    for name in names:
        schema_editor.execute(f"DROP INDEX {schema_editor.quote_name(name)}")


class Migration(migrations.Migration):
    dependencies = [("games", "0011_packed_matches")]
    operations = [migrations.RunPython(drop_like_indexes, migrations.RunPython.noop)]
