"""Addresses without a language: short links, drawings."""

from django.urls import path

from rules_docs.web import neutral

urlpatterns = [
    path("r/drawings/<slug:digest>.svg", neutral.drawing, name="rules_drawing"),
    path("r/worker.js", neutral.worker),
    path("r/<slug:document>", neutral.short, name="rules_short_document"),
    path("r/<slug:document>/<slug:key>", neutral.short, name="rules_short"),
]
