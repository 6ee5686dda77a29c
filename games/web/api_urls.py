"""The API below /api/v1/."""

from django.urls import path

from games.web.api import games, matches, moves, play

urlpatterns = [
    # The resolver tries these in order, so the addresses that every move needs come first.
    path("matches/<slug:match_id>/actions/", moves.Moves.as_view()),
    path("matches/<slug:match_id>/view/", play.view),
    path("games/", games.games),
    path("games/<slug:slug>/", games.game),
    path("games/<slug:slug>/texts/", games.texts),
    path("games/<slug:slug>/tutorial/", games.tutorial),
    path("bots/", games.bots),
    path("records/", games.records),
    path("matches/", matches.matches),
    path("matches/<slug:match_id>/", matches.match),
    path("matches/<slug:match_id>/seats/", matches.seats),
    path("matches/<slug:match_id>/seats/mine/", matches.my_seat),
    path("matches/<slug:match_id>/blocks/", matches.blocks),
    path("matches/<slug:match_id>/claim/", matches.claim),
    path("matches/<slug:match_id>/return/", matches.back),
    path("matches/<slug:match_id>/rematch/", matches.rematch),
    path("matches/<slug:match_id>/check/", play.check),
    path("matches/<slug:match_id>/resignation/", play.resignation),
    path("matches/<slug:match_id>/undo/", play.undo),
    path("matches/<slug:match_id>/offers/", play.offers),
    path("matches/<slug:match_id>/offers/answer/", play.answer),
    path("matches/<slug:match_id>/resume/", play.resume),
    path("matches/<slug:match_id>/hint/", play.hint),
    path("matches/<slug:match_id>/messages/", play.messages),
    path("matches/<slug:match_id>/events/", play.events),
    path("matches/<slug:match_id>/stream/", games.stream),
    path("matches/<slug:match_id>/fairness/", games.draws),
    path("matches/<slug:match_id>/record/", games.record),
]
