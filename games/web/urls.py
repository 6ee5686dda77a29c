"""Pages, one address for each language: path words are translated."""

from django.urls import path
from django.utils.translation import pgettext_lazy

from games.web import guides, pages

app_name = "games"
PLAY = pgettext_lazy("path", "play/")
MINE = pgettext_lazy("path", "play/my-tables/")
BOTS = pgettext_lazy("path", "play/bots/")
RECORD = pgettext_lazy("path", "play/record/")
TABLE = pgettext_lazy("path", "play/table/<slug:match_id>/")
REPLAY = pgettext_lazy("path", "play/replay/<slug:match_id>/")
GAME = pgettext_lazy("path", "play/<slug:slug>/")
NEW = pgettext_lazy("path", "play/<slug:slug>/new-table/")
FIRST = pgettext_lazy("path", "play/<slug:slug>/first-game/")
GUIDE = pgettext_lazy("path", "developers/<slug:topic>/")
urlpatterns = [
    path(GUIDE, guides.guide, name="guide"),
    path(PLAY, pages.lobby, name="lobby"),
    path(MINE, pages.mine, name="mine"),
    path(BOTS, pages.bots, name="bots"),
    path(RECORD, pages.record, name="record"),
    path(TABLE, pages.table, name="table"),
    path(REPLAY, pages.replay, name="replay"),
    path(GAME, pages.game, name="game"),
    path(NEW, pages.new_table, name="new_table"),
    path(FIRST, pages.first_game, name="first_game"),
]
