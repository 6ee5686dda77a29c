"""Addresses of the desk, below /staff/. They contain no language; each account chooses one."""

from django.urls import path

from catalogue.web.contents import contents
from catalogue.web.desk import (
    barcodes,
    boxes,
    cataloguing,
    exports,
    inventory,
    labels,
    lending,
    merging,
    photos,
)
from catalogue.web.imports import jobs, reference, undo
from catalogue.web.members import loan_lists, member_pages, settings_pages, stays, year_pages

app_name = "desk"
urlpatterns = [
    path("desk/", lending.lending_desk, name="lending"),
    path("desk/barcode/", barcodes.learn, name="learn"),
    path("desk/loans/", loan_lists.loans, name="loans"),
    path("desk/history/<slug:slug>/", loan_lists.history, name="history"),
    path("desk/reservations.ics", loan_lists.reservations_calendar, name="reservations_calendar"),
    path("desk/reservations/<int:pk>/close/", lending.close_reservation, name="close_reservation"),
    path("desk/loans/<int:pk>/renew/", member_pages.renew, name="renew"),
    path("desk/stays/", stays.stay_list, name="stays"),
    path("desk/stays/<int:pk>/", stays.stay, name="stay"),
    path("desk/stays/<int:pk>/code.svg", stays.stay_code, name="stay_code"),
    path("desk/stays/<int:pk>/revoke/", stays.revoke, name="revoke_stay"),
    path("members/", member_pages.member_list, name="members"),
    path("members/add/", member_pages.add_member, name="add_member"),
    path("members/cards.pdf", member_pages.cards, name="member_cards"),
    path("members/settings/", settings_pages.member_settings, name="member_settings"),
    path("members/<int:pk>/", member_pages.member_page, name="member"),
    path("members/<int:pk>/edit/", member_pages.edit_member, name="edit_member"),
    path("members/<int:pk>/receipt/", member_pages.receipt, name="receipt"),
    path("year/", year_pages.year_report, name="year"),
    path("year/<int:number>.<slug:kind>", year_pages.year_file, name="year_file"),
    path("opening/", settings_pages.opening_days, name="opening"),
    path("desk/contents/<int:pk>/", contents.box_contents, name="contents"),
    path("cataloguing/contents/<int:pk>/", contents.title_contents, name="title_contents"),
    path("boxes/", boxes.boxes, name="boxes"),
    path("inventory/", inventory.overview, name="inventory"),
    path("inventory/<int:pk>/", inventory.check, name="check"),
    path("inventory/<int:pk>/report/", inventory.report, name="report"),
    path("inventory/<int:pk>/report.csv", inventory.report_file, name="report_file"),
    path("cataloguing/", cataloguing.overview, name="cataloguing"),
    path("cataloguing/add/", cataloguing.add, name="add"),
    path("cataloguing/missing/<slug:what>/", cataloguing.queue, name="queue"),
    path("cataloguing/without-box/", reference.without_box, name="without_box"),
    path("cataloguing/many/", cataloguing.many, name="many"),
    path("cataloguing/merge/", merging.merge, name="merge"),
    path("cataloguing/cover/<int:pk>/", photos.photo, name="photo"),
    path("imports/", jobs.overview, name="imports"),
    path("imports/<int:pk>/", jobs.job, name="job"),
    path("imports/<int:pk>/refused.csv", jobs.refused_file, name="refused"),
    path("imports/<int:pk>/notes.csv", jobs.noted_file, name="noted"),
    path("imports/<int:pk>/kept.csv", undo.kept_file, name="kept"),
    path("labels/", labels.labels_page, name="labels"),
    path("exports/", exports.overview, name="exports"),
    path("exports/<slug:what>.<slug:kind>", exports.file, name="export"),
]
