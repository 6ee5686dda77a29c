"""Pages, one address for each language: path words are translated."""

from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from rules_docs.web import forms, pages

app_name = "rules_docs"
document = [
    path("", pages.rule, name="rule"),
    path(_("edition-<int:number>/"), pages.edition, name="edition"),
    path(_("history/"), pages.history, name="history"),
    path(_("compare/"), pages.compare, name="compare"),
    path(_("report/"), forms.report, name="report"),
    path(_("notice/"), forms.notice, name="notice"),
]
rules = [
    path("", pages.index, name="index"),
    path(_("search/"), pages.find, name="search"),
    path("<slug:slug>/", include(document)),
]
urlpatterns = [path(_("rules/"), include(rules))]
