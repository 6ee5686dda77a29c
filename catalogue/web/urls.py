"""Pages, one address for each language: path words are translated."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from catalogue.web.pages import lists, pick, reserve, results, shelves, statistics, title

app_name = "catalogue"
urlpatterns = [
    path(_("catalogue/"), results.catalogue, name="list"),
    path(_("catalogue/print/"), lists.printed, name="print"),
    path(_("catalogue/arrivals.atom"), lists.arrivals, name="arrivals"),
    path(_("title/<slug:slug>/"), title.title, name="title"),
    path(_("title/<slug:slug>/put-aside/"), reserve.reserve, name="reserve"),
    path(_("shelves/"), shelves.shelves, name="shelves"),
    path(_("shelves/<str:code>/"), shelves.shelf, name="shelf"),
    path(_("statistics/"), statistics.statistics, name="statistics"),
    path(_("what-shall-we-play/"), pick.pick, name="pick"),
    path(_("my-list/"), lists.wishes, name="wishes"),
]
