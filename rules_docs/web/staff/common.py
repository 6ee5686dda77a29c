"""Functions that the staff's pages of rules share."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from escale.common import languages
from rules_docs.models import RuleDocument, Translation


def require_permission(request, permission: str) -> None:
    if not request.user.has_perm(f"rules_docs.{permission}"):
        raise PermissionDenied


def render_staff_page(request, template: str, title: str, **context):
    """A page in the frame of the admin."""
    admin_context = admin.site.each_context(request)
    return render(request, f"rules_docs/staff/{template}.html", admin_context | context | {"title": title})


def build_staff_url(name: str, *args) -> str:
    return reverse(f"admin:rules_docs_{name}", args=args)


def get_document(pk: int) -> RuleDocument:
    return get_object_or_404(RuleDocument, pk=pk)


def require_language(language: str) -> None:
    if language not in languages.codes():
        raise Http404


def find_translation(document_pk: int, language: str) -> Translation | None:
    require_language(language)
    return Translation.objects.filter(document=document_pk, language=language).first()
