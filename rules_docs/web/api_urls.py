"""The API below /api/v1/."""

from django.urls import path, re_path

from rules_docs.web import api

urlpatterns = [
    path("rules/", api.documents, name="rules"),
    path("rules/search/", api.find_sections, name="rules-search"),
    re_path(r"^rules/(?P<slug>[-\w]+)\.(?P<kind>md|pdf)$", api.download, name="rules-download"),
    path("rules/<slug:slug>/", api.document, name="rules-document"),
    path("rules/<slug:slug>/diff/", api.diff, name="rules-diff"),
    path("rules/<slug:slug>/<slug:key>/", api.section, name="rules-section"),
]
