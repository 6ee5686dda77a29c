"""The site as it is, with the floors to compare it with."""

from escale.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
