"""Pages, one address for each language: path words are translated."""

from django.urls import path
from django.utils.translation import pgettext_lazy

from games import pages

app_name = "games"
PLAY = pgettext_lazy("path", "play/")
TABLE = pgettext_lazy("path", "play/table/<slug:match_id>/")
GAME = pgettext_lazy("path", "play/<slug:slug>/")
urlpatterns = [
    path(PLAY, pages.lobby, name="lobby"),
    path(TABLE, pages.table, name="table"),
    path(GAME, pages.game, name="game"),
]
