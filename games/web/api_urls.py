"""The addresses of the games' API, below /api/v1/."""

from django.urls import path

from games.web.api import games, luck, matches, moves, play
from games.web.api.account import bulk, me, pings
from games.web.api.analyses import analysis
from games.web.api.opendata.matches import open_matches
from games.web.api.teaching import positions, puzzles

urlpatterns = [
    # The resolver tries these in order, so the addresses that every move needs come first.
    path("matches/<slug:match_id>/actions/", moves.Moves.as_view()),
    path("matches/<slug:match_id>/view/", play.view),
    path("games/", games.games),
    path("games/<slug:slug>/", games.game),
    path("games/<slug:slug>/texts/", games.texts),
    path("games/<slug:slug>/tutorial/", games.tutorial),
    path("positions/<slug:position_id>/", positions.position),
    path("puzzles/<slug:game>/", puzzles.puzzle),
    path("bots/", games.bots),
    path("records/", games.records),
    path("open-data/matches/", open_matches),
    path("me/", me.me),
    path("me/matches/", me.my_matches),
    path("me/stream/", me.stream),
    path("matches/", matches.matches),
    path("matches/bulk/", bulk.create_many),
    path("matches/<slug:match_id>/", matches.match),
    path("matches/<slug:match_id>/seats/", matches.seats),
    path("matches/<slug:match_id>/seats/mine/", matches.my_seat),
    path("matches/<slug:match_id>/seats/mine/nonce/", luck.nonce),
    path("matches/<slug:match_id>/seats/mine/ping/", pings.ping),
    path("matches/<slug:match_id>/luck/", luck.reveal),
    path("matches/<slug:match_id>/blocks/", matches.blocks),
    path("matches/<slug:match_id>/claim/", matches.claim),
    path("matches/<slug:match_id>/return/", matches.back),
    path("matches/<slug:match_id>/rematch/", matches.rematch),
    path("matches/<slug:match_id>/check/", moves.check),
    path("matches/<slug:match_id>/resignation/", play.resignation),
    path("matches/<slug:match_id>/undo/", play.undo),
    path("matches/<slug:match_id>/offers/", play.offers),
    path("matches/<slug:match_id>/offers/answer/", play.answer),
    path("matches/<slug:match_id>/resume/", play.resume),
    path("matches/<slug:match_id>/hint/", play.hint),
    path("matches/<slug:match_id>/coach/", play.coach),
    path("matches/<slug:match_id>/messages/", play.messages),
    path("matches/<slug:match_id>/events/", play.events),
    path("matches/<slug:match_id>/stream/", games.stream),
    path("matches/<slug:match_id>/fairness/", luck.draws),
    path("matches/<slug:match_id>/record/", games.record),
    path("matches/<slug:match_id>/analysis/", analysis.analysis),
]
