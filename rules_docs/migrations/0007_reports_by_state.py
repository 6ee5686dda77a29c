"""The first page of staff counts the reports that are open."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rules_docs", "0006_short_rules")]
    operations = [
        migrations.AddIndex("report", models.Index(fields=["state"], name="report_by_state")),
    ]
