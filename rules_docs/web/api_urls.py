"""The addresses of the API of rules, below /api/v1/."""

from django.urls import path, re_path

from rules_docs.web.api import files, questions
from rules_docs.web.api import views as api

urlpatterns = [
    path("rules/", api.list_rules, name="rules"),
    path("rules/search/", api.search_rules, name="rules-search"),
    re_path(r"^rules/(?P<slug>[-\w]+)\.(?P<kind>md|pdf)$", files.download_rule, name="rules-download"),
    path("rules/<slug:slug>/", api.show_rule, name="rules-document"),
    path("rules/<slug:slug>/diff/", api.compare_editions, name="rules-diff"),
    path("rules/<slug:slug>/ask/", questions.answer_question, name="rules-ask"),
    path("rules/<slug:slug>/<slug:key>/", api.show_section, name="rules-section"),
]
