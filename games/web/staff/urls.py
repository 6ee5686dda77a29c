"""Addresses of the tables as staff see them, below /staff/tables/; they have no language of their own."""

from django.urls import path

from games.web.staff import tables

app_name = "tables"
urlpatterns = [
    path("", tables.list_tables, name="list"),
    path("<slug:match_id>/", tables.watch, name="watch"),
    path("<slug:match_id>/act/", tables.act, name="act"),
]
