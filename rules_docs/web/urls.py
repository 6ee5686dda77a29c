"""Pages of the rules. Each has an address in each language, because the words of the paths are translated."""

from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from rules_docs.web import history_pages, report_pages, rule_pages, search_page

app_name = "rules_docs"
document_patterns = [
    path("", rule_pages.show_rule, name="rule"),
    path(_("edition-<int:number>/"), rule_pages.show_edition, name="edition"),
    path(_("ask/"), search_page.show_answers, name="ask"),
    path(_("history/"), history_pages.show_history, name="history"),
    path(_("compare/"), history_pages.show_comparison, name="compare"),
    path(_("report/"), report_pages.report_error, name="report"),
    path(_("notice/"), report_pages.send_takedown, name="notice"),
]
rules_patterns = [
    path("", rule_pages.show_rules, name="index"),
    path(_("search/"), search_page.show_search, name="search"),
    path("<slug:slug>/", include(document_patterns)),
]
urlpatterns = [path(_("rules/"), include(rules_patterns))]
