"""Pages of the games. Each has an address in each language, because the words of the paths are translated."""

from django.urls import path
from django.utils.translation import pgettext_lazy
from django.views.generic import RedirectView

from games.web import guides, own_tables, pages, positions, real_table, screens

app_name = "games"
PLAY = pgettext_lazy("path", "play/")
MINE = pgettext_lazy("path", "play/my-tables/")
BOTS = pgettext_lazy("path", "play/bots/")
RECORD = pgettext_lazy("path", "play/record/")
TABLE = pgettext_lazy("path", "play/table/<slug:match_id>/")
REAL = pgettext_lazy("path", "play/real-table/<slug:match_id>/")
SCREEN = pgettext_lazy("path", "play/screen/<slug:match_id>/")
BOX = pgettext_lazy("path", "play/<slug:slug>/with-your-box/")
REPLAY = pgettext_lazy("path", "play/replay/<slug:match_id>/")
GAME = pgettext_lazy("path", "play/<slug:slug>/")
NEW = pgettext_lazy("path", "play/<slug:slug>/new-table/")
FIRST = pgettext_lazy("path", "play/<slug:slug>/first-game/")
FIVE_MINUTES = pgettext_lazy("path", "play/<slug:slug>/five-minutes/")
QUIZ = pgettext_lazy("path", "play/<slug:slug>/quiz/")
PUZZLE = pgettext_lazy("path", "play/<slug:slug>/puzzle/")
#: former words for replays in French and Italian, to which links still lead
FORMER_REPLAYS = ("jouer/relecture/<slug:match_id>/", "gioca/rivisione/<slug:match_id>/")
TO_REPLAY = RedirectView.as_view(pattern_name="games:replay", permanent=True, query_string=True)
GUIDE = pgettext_lazy("path", "developers/<slug:topic>/")
PROOF = pgettext_lazy("path", "developers/proof/")
urlpatterns = [
    path(PROOF, guides.proof, name="proof"),
    path(GUIDE, guides.guide, name="guide"),
    path(PLAY, pages.lobby, name="lobby"),
    path(MINE, own_tables.mine, name="mine"),
    path(BOTS, pages.bots, name="bots"),
    path(RECORD, pages.record, name="record"),
    path(TABLE, pages.table, name="table"),
    path(REPLAY, pages.replay, name="replay"),
    path(REAL, real_table.table, name="real_table"),
    path(SCREEN, screens.show, name="screen"),
    path(BOX, real_table.begin, name="real_table_new"),
    path(GAME, pages.game, name="game"),
    path(NEW, pages.new_table, name="new_table"),
    path(FIRST, pages.first_game, name="first_game"),
    path(FIVE_MINUTES, positions.five_minutes, name="five_minutes"),
    path(QUIZ, positions.quiz, name="quiz"),
    path(PUZZLE, positions.puzzle, name="puzzle"),
    *(path(former, TO_REPLAY) for former in FORMER_REPLAYS),
]
