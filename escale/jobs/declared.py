"""Finds the jobs that the installed apps declare."""

from importlib import import_module

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from escale.jobs.job import Job


def declared_jobs() -> list[Job]:
    """The jobs of every app that has a module `jobs` with a tuple `JOBS`."""
    jobs: list[Job] = []
    for app in apps.get_app_configs():
        if module_has_submodule(app.module, "jobs"):
            jobs += getattr(import_module(f"{app.name}.jobs"), "JOBS", ())
    return jobs
