"""The API below /api/v1/."""

from django.urls import path

from catalogue.web.api import partners, titles

urlpatterns = [
    path("titles/", titles.titles, name="titles_api"),
    path("titles/suggest/", titles.suggest),
    path("titles/pick/", titles.pick),
    path("titles/changes/", partners.changes),
    path("titles/export.csv", partners.export),
    path("titles/<slug:slug>/", titles.title),
    path("titles/<slug:slug>/copies/", titles.copies),
    path("titles/<slug:slug>/similar/", titles.similar),
]
