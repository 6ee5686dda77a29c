"""All settings of the site. Those that differ between machines come from the environment (README,
"Settings").
"""

from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from escale.server import environment
from escale.translations import compilation

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.folder("DATA_DIR", BASE_DIR / "data")
BASE_URL = environment.url("BASE_URL", f"http://127.0.0.1:{environment.port()}", ("http", "https"))
LOCAL_HOSTS = ["127.0.0.1", "localhost", "[::1]", "testserver"]
# A public address means production: the secret key must be set, and cookies need TLS.
PRODUCTION = urlsplit(BASE_URL).hostname not in ("127.0.0.1", "localhost", "::1")
DEBUG = environment.debug(PRODUCTION)
SECRET_KEY = environment.secret_key(DATA_DIR, PRODUCTION)
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS") or (
    [urlsplit(BASE_URL).hostname] if PRODUCTION else LOCAL_HOSTS
)
ALLOWED_HOSTS += ["127.0.0.1"]  # for health checks from the same machine
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", 0)

INSTALLED_APPS = [
    "escale.common",
    "catalogue",
    "rules_docs",
    "games",
    "escale.house",
    "escale.jobs",
    "escale.server",
    "escale.backup",
    "escale.translations",
    "escale.house.apps.DeskConfig",  # django.contrib.admin with our own site
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_otp_webauthn",
]
MIDDLEWARE = [
    "escale.server.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "escale.server.middleware.SecurityHeadersMiddleware",
    "escale.common.api.rate_limit_fields.RateLimitMiddleware",
    "escale.server.middleware.OpenApiMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "escale.server.middleware.LanguageMiddleware",
    "escale.server.middleware.RefusalMiddleware",
    "escale.server.middleware.ApiLanguageMiddleware",
    "escale.server.middleware.ParameterMiddleware",
    "escale.server.middleware.readers_may_lag",
    "escale.server.middleware.SlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
# All other middlewares also run for moves with the token of a seat, which do not go through Django
# (escale/server/guards.py).
NOT_FOR_MOVES = {
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "escale.server.middleware.readers_may_lag",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
}
ROOT_URLCONF = "escale.urls"
ASGI_APPLICATION = "escale.asgi.application"
WSGI_APPLICATION = "escale.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "escale" / "house" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "escale.house.context.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "escale.common.templatetags.components",
                "escale.common.templatetags.kit",
            ],
        },
    }
]

DATABASES = {"default": environment.database(DATA_DIR)} | environment.replica()
DATABASE_ROUTERS = ["escale.common.replicas.Router"] if "replica" in DATABASES else []
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": environment.cache(DATA_DIR)}
globals().update(environment.email())
DEFAULT_FROM_EMAIL = environment.text("EMAIL_FROM", "Escale à jeux <noreply@localhost>")

LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("French")), ("en", _("English")), ("it", _("Italian")), ("de", _("German"))]
LOCALE_PATHS = compilation.compile_messages(BASE_DIR, DATA_DIR)
TIME_ZONE = "Europe/Paris"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = sorted(BASE_DIR.glob("games/*/static"))  # Each game has a folder with its board.
MEDIA_URL = "/media/"
MEDIA_ROOT = DATA_DIR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "escale.server.static_files.Storage"},
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
MOVE_BODY_LIMIT = 10_000  # An action has a few words.
UPLOAD_LIMIT = 50_000_000  # below /admin/ and /staff/, for exports of whole collections
IMPORTS_ROOT = DATA_DIR / "imports"  # uploaded files until they are imported
MAINTENANCE_FILE = DATA_DIR / "maintenance"  # The site answers 503 while it exists.

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz|metrics)$"]
SESSION_COOKIE_AGE = 12 * 3600  # a long day at the desk
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
    ("__Host-session", "__Host-csrf") if PRODUCTION else ("session", "csrf")
)
CSRF_FAILURE_VIEW = "escale.house.error_pages.csrf_failure"
CSRF_TRUSTED_ORIGINS = [BASE_URL]
SECURE_HSTS_SECONDS = 63_072_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = ["security.W002"]  # our own middleware sets X-Frame-Options, except on embeds
if not PRODUCTION:
    SILENCED_SYSTEM_CHECKS += ["otp_webauthn.E031"]  # passkeys work on http://localhost too
# Named as in Django 6, so that after the upgrade only our middleware needs to be deleted.
SECURE_CSP = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "report-uri": ["/csp-report/"],
}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "django_otp_webauthn.backends.WebAuthnBackend",  # a passkey alone
]
OTP_WEBAUTHN_RP_NAME = "Escale à jeux"
OTP_WEBAUTHN_RP_ID = urlsplit(BASE_URL).hostname  # browsers accept names and localhost, but no IP address
OTP_WEBAUTHN_ALLOWED_ORIGINS = [BASE_URL]
OTP_TOTP_ISSUER = "Escale à jeux"
OTP_ADMIN_HIDE_SENSITIVE_DATA = True  # Staff do not see each other's keys.
SECOND_FACTOR = PRODUCTION or environment.flag("SECOND_FACTOR")  # for staff; always in production
GUEST_DAYS = environment.number("GUEST_DAYS", 30)  # until the names of guests are erased

REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "escale.common.api.problems.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["escale.common.api.json_body.JSONBody"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["escale.common.api.authentication.AccountAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_METADATA_CLASS": "escale.common.api.json_body.NoMetadata",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Escale à jeux",
    "VERSION": "1",
    "DESCRIPTION": "A library of board games: its catalogue, its rules, and games that are played here. "
    f"Guides are at {BASE_URL}/developers/, all problem codes at {BASE_URL}/problems/.",
    "CONTACT": {"name": "For developers", "url": f"{BASE_URL}/developers/"},
    "LICENSE": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    "TAGS": [
        {
            "name": "desk",
            "description": "For programs of staff: lists of the desk, and changes of the catalogue.",
        },
        {"name": "games", "description": "Games, matches and seats."},
        {"name": "rules", "description": "Rule texts in four languages."},
        {"name": "site", "description": "Where everything is."},
        {"name": "titles", "description": "The catalogue: games on the shelves."},
    ],
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVERS": [{"url": BASE_URL, "description": "This site."}],
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "escale.house.web.api_schema.complete",
        "games.web.api.typed.games.complete",
        "escale.house.web.examples.schema_hook.complete",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Status": "games.models.Status.values",
        "Pace": "games.models.Pace.values",
        "Visibility": "games.models.Visibility.values",
        "Offer": "games.matches.takebacks.OFFERS",
        "TitleOutKindEnum": ["game", "expansion", "accessory"],
        "SeatKind": ["human", "program", "bot"],
        "PersonKind": ["human", "program"],
        "Luck": ["fair", "table"],
        "EndEnum": ["complete", "resigned", "timeout", "abandoned"],
    },
}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "escale.server.logs.RequestFilter"}},
    "formatters": {"json": {"()": "escale.server.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["request"]}},
    "loggers": {"escale.security": {"level": "INFO"}},  # sign-ins are always logged
    "root": {
        "handlers": ["stderr"],
        "level": environment.choice("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR")),
    },
}
