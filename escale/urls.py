"""Every address of the site. Pages carry their language; the API, health and files do not."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from escale.views import files, health, pages

handler400 = "escale.views.errors.bad_request"
handler403 = "escale.views.errors.forbidden"
handler404 = "escale.views.errors.not_found"
handler500 = "escale.views.errors.server_error"

api = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("", include("catalogue.api_urls")),
    path("", include("rules_docs.api_urls")),
    path("", include("games.api_urls")),
]
urlpatterns = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("opensearch.xml", files.opensearch, name="opensearch"),
    path("robots.txt", files.robots, name="robots"),
    path("worker.js", files.worker, name="worker"),
    path("styleguide/", pages.styleguide, name="styleguide"),
    path("api/v1/", include(api)),
    path("", include("catalogue.neutral_urls")),
    path("", include("rules_docs.neutral_urls")),
    path("", include("games.neutral_urls")),
]
urlpatterns += i18n_patterns(
    path("", pages.home, name="home"),
    path("offline/", pages.offline, name="offline"),
    path(_("search/"), pages.search, name="search"),
    path(_("about/"), pages.about, name="about"),
    path(_("privacy/"), pages.privacy, name="privacy"),
    path(_("developers/"), pages.developers, name="developers"),
    path("", include("catalogue.urls")),
    path("", include("rules_docs.urls")),
    path("", include("games.urls")),
)
