"""The site's settings as tests use them: nothing outside a temporary folder, quick password hashes."""

import atexit
import os
import shutil
import tempfile

os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="escale-tests-")
os.environ["EMAIL_URL"] = "memory://"
if os.environ.get("TEST_DATABASE_URL"):
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
    os.environ["DATABASE_POOLED"] = "0"
else:
    os.environ.pop("DATABASE_URL", None)

from escale.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
atexit.register(shutil.rmtree, DATA_DIR, ignore_errors=True)  # noqa: F405
