"""Descriptions of titles and names of tags by language, in one column each instead of one column a language."""

from django.db import migrations, models

LANGUAGES = ("fr", "en", "it", "de")
BATCH = 500
# model, the columns that were there ("{}" is the language), the column with all of them
TEXTS = (("GameTitle", "description_{}", "descriptions"), ("Tag", "name_{}", "names"))


def gather(apps, schema_editor):
    for model, column, gathered in TEXTS:
        things = rows(apps, model, column, gathered)
        update(things, [gathered], lambda thing: setattr(thing, gathered, texts_of(thing, column)))


def spread(apps, schema_editor):
    for model, column, gathered in TEXTS:
        columns = [column.format(code) for code in LANGUAGES]
        update(rows(apps, model, column, gathered), columns, lambda thing: set_columns(thing, column, gathered))


def rows(apps, model, column, gathered):
    return apps.get_model("catalogue", model).objects.only(gathered, *(column.format(code) for code in LANGUAGES))


def texts_of(thing, column):
    texts = {code: getattr(thing, column.format(code)) for code in LANGUAGES}
    return {code: text for code, text in texts.items() if text}


def set_columns(thing, column, gathered):
    for code in LANGUAGES:
        setattr(thing, column.format(code), getattr(thing, gathered).get(code, ""))


def update(things, columns, change):
    """Batch by batch, by primary key: a catalogue may have many titles."""
    last = 0
    while batch := list(things.filter(pk__gt=last).order_by("pk")[:BATCH]):
        last = batch[-1].pk
        for thing in batch:
            change(thing)
        things.model.objects.bulk_update(batch, columns)


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0005_boxes_by_number")]

    operations = [
        migrations.AddField(
            model_name="gametitle",
            name="descriptions",
            field=models.JSONField(blank=True, default=dict, verbose_name="descriptions"),
        ),
        migrations.AddField(
            model_name="tag",
            name="names",
            field=models.JSONField(default=dict, verbose_name="names"),
        ),
        migrations.RemoveConstraint(model_name="tag", name="tag_has_name"),
        migrations.AddConstraint(
            model_name="tag",
            constraint=models.CheckConstraint(condition=~models.Q(slug=""), name="tag_has_slug"),
        ),
        migrations.RunPython(gather, spread),
    ]
