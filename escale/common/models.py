"""Counters behind the limits of the site."""

from django.db import models


class Counter(models.Model):
    """How often something was done in the window that ends then (seconds since 1970); see `limits.hit`."""

    key = models.CharField(max_length=120, primary_key=True)
    window = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        indexes = [models.Index(fields=["window"], name="counter_window")]
