"""Addresses of the desk, below /staff/; they have no language of their own: staff choose one."""

from django.urls import path

from catalogue.web.desk import cataloguing, exports, imports, inventory, labels, lending, merging, photos

app_name = "desk"
urlpatterns = [
    path("desk/", lending.lending_desk, name="lending"),
    path("desk/loans/", lending.loans, name="loans"),
    path("desk/history/<slug:slug>/", lending.history, name="history"),
    path("desk/reservations/<int:pk>/settle/", lending.settle, name="settle"),
    path("inventory/", inventory.overview, name="inventory"),
    path("inventory/<int:pk>/", inventory.check, name="check"),
    path("inventory/<int:pk>/report/", inventory.report, name="report"),
    path("inventory/<int:pk>/report.csv", inventory.report_file, name="report_file"),
    path("cataloguing/", cataloguing.overview, name="cataloguing"),
    path("cataloguing/add/", cataloguing.add, name="add"),
    path("cataloguing/missing/<slug:what>/", cataloguing.queue, name="queue"),
    path("cataloguing/many/", cataloguing.many, name="many"),
    path("cataloguing/merge/", merging.merge, name="merge"),
    path("cataloguing/cover/<int:pk>/", photos.photo, name="photo"),
    path("imports/", imports.overview, name="imports"),
    path("imports/<int:pk>/", imports.job, name="job"),
    path("imports/<int:pk>/refused.csv", imports.refused_file, name="refused"),
    path("labels/", labels.labels_page, name="labels"),
    path("exports/", exports.overview, name="exports"),
    path("exports/<slug:what>.<slug:kind>", exports.file, name="export"),
]
