"""Addresses without a language: short links, files, embeds."""

from django.urls import path

from games import pages

urlpatterns = [path("m/<slug:match_id>", pages.short, name="short_match")]
