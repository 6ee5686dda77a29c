"""The columns whose texts migration 0006 gathered go away."""

from django.db import migrations, models

LANGUAGES = ("fr", "en", "it", "de")


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0006_texts_by_language")]

    operations = [
        migrations.AlterModelOptions(
            name="tag",
            options={"ordering": ["kind", "slug"], "verbose_name": "tag", "verbose_name_plural": "tags"},
        ),
        # A default, so that the way back can add the column to rows that exist.
        migrations.AlterField(
            model_name="tag",
            name="name_en",
            field=models.CharField(default="", max_length=120, verbose_name="name in English"),
        ),
        *(migrations.RemoveField(model_name="tag", name=f"name_{code}") for code in LANGUAGES),
        *(migrations.RemoveField(model_name="gametitle", name=f"description_{code}") for code in LANGUAGES),
    ]
