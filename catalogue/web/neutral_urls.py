"""Addresses without a language: short links, files, embeds."""

from django.urls import path

from catalogue.web.pages import files

urlpatterns = [
    path("t/<slug:slug>/", files.short_title, name="short_title"),
    path("s/<str:code>/", files.short_shelf, name="short_shelf"),
    path("t/<slug:slug>/qr.svg", files.title_qr, name="title_qr"),
    path("s/<str:code>/qr.svg", files.shelf_qr, name="shelf_qr"),
    path("covers/<str:photo>-<int:size>.webp", files.photo, name="photo"),
    path("covers/<str:language>/<slug:slug>.svg", files.cover, name="cover"),
    path("covers/<str:language>/<slug:slug>.png", files.share_picture, name="share_picture"),
]
