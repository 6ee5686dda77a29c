"""Addresses without a language: short links, files, embeds."""

urlpatterns: list = []
