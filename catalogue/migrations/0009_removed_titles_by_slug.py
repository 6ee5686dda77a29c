"""An index for the slugs of removed titles: the API looks for them whenever it finds no title."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0008_any_language_code")]

    operations = [
        migrations.AlterField(
            model_name="removedtitle",
            name="slug",
            field=models.CharField(db_index=True, max_length=120, verbose_name="slug"),
        ),
    ]
