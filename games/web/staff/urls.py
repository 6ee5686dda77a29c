"""Addresses of the tables for staff, below /staff/tables/, the same in all languages."""

from django.urls import path

from games.web.staff import tables

app_name = "tables"
urlpatterns = [
    path("", tables.list_tables, name="list"),
    path("<slug:match_id>/", tables.watch, name="watch"),
    path("<slug:match_id>/act/", tables.act, name="act"),
]
