"""The loans and findings of a box are walked by an index."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0011_box_ids")]

    operations = [
        migrations.AddIndex(
            model_name="inventoryfinding",
            index=models.Index(fields=["copy", "-seen_at"], name="finding_of_copy"),
        ),
        migrations.AddIndex(
            model_name="loan",
            index=models.Index(fields=["copy", "-out", "-id"], name="loan_of_copy"),
        ),
    ]
