"""Addresses without a language: short links, files, embeds."""

from django.urls import path

from games.web import emails, embeds, pages, positions

urlpatterns = [
    path("m/<slug:match_id>", pages.short, name="short_match"),
    path("embed.js", embeds.script, name="embed_script"),
    path("embed/new/<slug:slug>/", embeds.new, name="embed_new"),
    path("embed/<slug:match_id>/", embeds.match, name="embed_match"),
    path(
        "positions/<slug:language>/<slug:position_id>.svg", positions.draw_position, name="position_drawing"
    ),
    path("email/", emails.confirm, name="confirm_email"),
    path("oembed/", embeds.oembed, name="oembed"),
]
