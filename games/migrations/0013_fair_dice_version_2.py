"""Version 2 of the fair dice: seats add their random numbers after the house has committed.

The matches that exist stay what they are, version 1.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_no_search_of_ids")]

    operations = [
        migrations.AddField(
            "match", "fairness_version", models.PositiveSmallIntegerField(db_default=1, default=1)
        ),
        migrations.AddField(
            "match", "nonce_steps", models.PositiveSmallIntegerField(db_default=1, default=1)
        ),
        migrations.AddField(
            "seat", "contribution", models.CharField(blank=True, db_default="", default="", max_length=8)
        ),
        migrations.AddField(
            "seat", "nonce_hash", models.CharField(blank=True, db_default="", default="", max_length=64)
        ),
    ]
