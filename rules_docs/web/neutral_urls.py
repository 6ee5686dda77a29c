"""Addresses without a language: drawings, short links."""

from django.urls import path

from rules_docs.web import neutral

urlpatterns = [
    path("r/drawings/<slug:digest>.svg", neutral.serve_drawing, name="rules_drawing"),
    path("r/<slug:document>", neutral.redirect_to_section, name="rules_short_document"),
    path("r/<slug:document>/<slug:key>", neutral.redirect_to_section, name="rules_short"),
]
