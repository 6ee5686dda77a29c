"""The API below /api/v1/."""

from django.urls import path

from catalogue.web.api import partners, titles
from catalogue.web.api.desk import lists

urlpatterns = [
    path("titles/", titles.titles, name="titles_api"),
    path("titles/suggest/", titles.suggest),
    path("titles/pick/", titles.pick),
    path("titles/changes/", partners.changes),
    path("titles/export.csv", partners.export),
    path("titles/export.ndjson", partners.export_lines),
    path("titles/<slug:slug>/", titles.title),
    path("titles/<slug:slug>/copies/", titles.copies),
    path("titles/<slug:slug>/similar/", titles.similar),
    path("desk/boxes/", lists.boxes),
    path("desk/boxes/<slug:box_id>/", lists.box, name="desk_box_api"),
    path("desk/loans/", lists.loans),
]
