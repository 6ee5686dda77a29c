"""All addresses of the site. Those of pages contain a language; those of API and files do not."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views import i18n

from escale.house.web import api as api_views
from escale.house.web import files, login, pages, second_factor, tokens
from escale.server import health

handler400 = "escale.house.error_pages.bad_request"
handler403 = "escale.house.error_pages.forbidden"
handler404 = "escale.house.error_pages.not_found"
handler500 = "escale.house.error_pages.server_error"

api = [
    path("", include("games.web.api_urls")),
    path("", api_views.root, name="api_root"),
    path("schema/", api_views.schema, name="schema"),
    path("suggest/", api_views.suggest, name="suggest"),
    path("docs/", api_views.docs, name="docs"),
    path("", include("catalogue.web.api_urls")),
    path("", include("rules_docs.web.api_urls")),
]
urlpatterns = [
    path("api/v1/", include(api)),
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.measures),
    path("csp-report/", health.csp_report),
    path("admin/login/", login.login),
    path("staff/second-factor/", second_factor.page, name="second_factor"),
    path("staff/second-factor/<int:pk>/reset/", second_factor.reset, name="second_factor_reset"),
    path("staff/tokens/", tokens.page, name="tokens"),
    path("staff/passkeys/", include("escale.house.web.passkey_urls")),
    path("staff/language/", i18n.set_language, name="set_language"),
    path("staff/tables/", include("games.web.staff.urls")),
    path("staff/", include("catalogue.web.desk.urls")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("favicon.ico", files.favicon),
    path("opensearch.xml", files.opensearch, name="opensearch"),
    path("sitemap.xml", files.sitemap_index, name="sitemap_index"),
    path("sitemap-<slug:name>-<int:number>.xml", files.sitemap, name="sitemap"),
    path("robots.txt", files.robots, name="robots"),
    path("worker.js", files.worker, name="worker"),
    path("shelf.js", files.shelf, name="shelf"),
    path(
        "r/worker.js", files.shelf
    ),  # the former address, which browsers that read a rule before still request
    path("developers/", pages.find_developers, name="short_developers"),
    path("developers/promises/", pages.find_developers, {"page": "promises"}, name="short_promises"),
    path("problems/", pages.problems, name="problems"),
    path("problems/<slug:code>/", pages.problem, name="problem"),
    path("styleguide/", pages.styleguide, name="styleguide"),
    path("", include("catalogue.web.neutral_urls")),
    path("", include("rules_docs.web.neutral_urls")),
    path("", include("games.web.neutral_urls")),
]
urlpatterns += i18n_patterns(
    path("", pages.home, name="home"),
    path("offline/", pages.offline, name="offline"),
    path(_("search/"), pages.search, name="search"),
    path(_("about/"), pages.about, name="about"),
    path(_("privacy/"), pages.privacy, name="privacy"),
    path(_("developers/"), pages.developers, name="developers"),
    path(_("developers/measures/"), pages.measures, name="measures"),
    path(_("developers/promises/"), pages.promises, name="promises"),
    path("", include("catalogue.web.urls")),
    path("", include("rules_docs.web.urls")),
    path("", include("games.web.urls")),
)
