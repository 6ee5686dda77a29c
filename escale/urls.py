"""Every address of the site. Pages carry their language; the API, health and files do not."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from escale.views import health, pages

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
    path("language/", set_language, name="set_language"),
    path("api/v1/", include(api)),
    path("", include("catalogue.neutral_urls")),
    path("", include("rules_docs.neutral_urls")),
    path("", include("games.neutral_urls")),
]
urlpatterns += i18n_patterns(
    path("", pages.home, name="home"),
    path("", include("catalogue.urls")),
    path("", include("rules_docs.urls")),
    path("", include("games.urls")),
)
