"""Addresses of pages. The words of a path are translated, so a page has one address per language."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from catalogue.web.evenings import at_box, plans, reserve_many, sheets, stays
from catalogue.web.pages import lists, my_loans, pick, reserve, results, shelves, statistics, title

app_name = "catalogue"
urlpatterns = [
    path(_("catalogue/"), results.catalogue, name="list"),
    path(_("catalogue/print/"), lists.printed, name="print"),
    path(_("catalogue/arrivals.atom"), lists.arrivals, name="arrivals"),
    path(_("title/<slug:slug>/"), title.title, name="title"),
    path(_("title/<slug:slug>/put-aside/"), reserve.reserve, name="reserve"),
    path(_("box/<str:number>/"), at_box.at_box, name="at_box"),
    path(_("reservation/<str:token>/phone/"), at_box.use_phone, name="use_phone"),
    path(_("stay/<str:token>/"), stays.stay, name="stay"),
    path(_("evening/"), plans.new_evening, name="new_evening"),
    path(_("evening/<str:key>/"), plans.evening, name="evening"),
    path(_("evening/<str:key>/evening.ics"), plans.evening_calendar, name="evening_calendar"),
    path(_("title/<slug:slug>/score/"), sheets.new_sheet, name="score"),
    path(_("score/import/"), sheets.import_plays, name="import_plays"),
    path(_("score/<str:key>/"), sheets.kept_sheet, name="sheet"),
    path(_("score/<str:key>/bg-stats.json"), sheets.sheet_file, name="sheet_file"),
    path(_("reservation/<str:token>/"), reserve.reservation, name="reservation"),
    path(_("reservation/<str:token>/stay.ics"), reserve.reservation_calendar, name="reservation_calendar"),
    path(_("my-loans/"), my_loans.ask_link, name="ask_link"),
    path(_("my-loans/<str:token>/"), my_loans.my_loans, name="my_loans"),
    path(_("shelves/"), shelves.shelves, name="shelves"),
    path(_("shelves/<str:code>/"), shelves.shelf, name="shelf"),
    path(_("statistics/"), statistics.statistics, name="statistics"),
    path(_("what-shall-we-play/"), pick.pick, name="pick"),
    path(_("my-list/"), lists.wishes, name="wishes"),
    path(_("my-list/put-aside/"), reserve_many.reserve_list, name="reserve_list"),
]
