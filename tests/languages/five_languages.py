"""The site's settings with a fifth language that nobody has translated: one entry more in LANGUAGES."""

from escale.settings import *  # noqa: F403

LANGUAGES = [*LANGUAGES, ("es", "Spanish")]  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
