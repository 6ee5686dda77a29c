"""The pages of rules for staff. The list of rules is a matrix that leads to the editor of each text."""

from django.contrib import admin, messages
from django.db import models
from django.shortcuts import redirect
from django.urls import path

from escale.common import languages
from escale.common.admin.read_only_admin import ReadOnlyAdmin
from escale.common.admin.tables import Table
from rules_docs.editing.fault_messages import describe_fault
from rules_docs.editing.publishing import apply_takedown_state
from rules_docs.editing.revisions import render_document
from rules_docs.models import (
    Edition,
    Extract,
    Report,
    RuleDocument,
    Ruling,
    RulingText,
    Section,
    Source,
    Takedown,
    Term,
    TermName,
    Translation,
)
from rules_docs.text.faults import MarkupError
from rules_docs.web.staff import editor, history, overview, publishing, sheets


class SourceInline(Table):
    model = Source
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}


class TranslationInline(admin.StackedInline):
    model = Translation
    extra = 0
    max_num = len(languages.codes())
    readonly_fields = ["published"]


class MarkupCheckingAdmin(admin.ModelAdmin):
    """Undoes a change that would break a text, such as deleting a term in use, and tells the user why.

    Django runs both views in a transaction, which a MarkupError rolls back.
    """

    def changeform_view(self, request, *args, **kwargs):
        return self._call_view(super().changeform_view, request, *args, **kwargs)

    def delete_view(self, request, *args, **kwargs):
        return self._call_view(super().delete_view, request, *args, **kwargs)

    def _call_view(self, view, request, *args, **kwargs):
        try:
            return view(request, *args, **kwargs)
        except MarkupError as error:
            for fault in error.faults:
                self.message_user(request, describe_fault(fault), messages.ERROR)
            return redirect(request.path)


@admin.register(RuleDocument)
class RuleDocumentAdmin(MarkupCheckingAdmin):
    """The list is the matrix of rules and languages; it leads to the other pages for staff."""

    inlines = [TranslationInline, SourceInline]
    readonly_fields = ["withheld"]

    def changelist_view(self, request, extra_context=None):
        return overview.show_matrix(request)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        render_document(form.instance)

    def get_urls(self):
        pages = [
            ("<int:pk>/freeze/", publishing.freeze_new_edition, "freeze"),
            ("<int:pk>/sheet/", sheets.upload_sheet, "sheet"),
            ("sheet/<int:pk>/", sheets.map_sheet, "mapping"),
            ("<int:pk>/<slug:code>/", overview.show_language, "language"),
            ("<int:pk>/<slug:code>/publish/", publishing.change_publication, "publish"),
            ("<int:pk>/<slug:code>/<slug:key>/", editor.show_editor, "edit"),
            ("<int:pk>/<slug:code>/<slug:key>/history/", history.show_text_history, "text_history"),
        ]
        # `admin_view` requires a login.
        admin_view = self.admin_site.admin_view
        text_urls = []
        for route, view, name in pages:
            text_urls.append(path(f"texts/{route}", admin_view(view), name=f"rules_docs_{name}"))
        return text_urls + super().get_urls()


@admin.register(Section)
class SectionAdmin(ReadOnlyAdmin):
    """Sections can only be searched, by the forms of terms and rulings. Loading a rule changes them."""

    list_display = ["key", "document", "position"]
    list_select_related = ["document"]
    search_fields = ["key", "document__slug"]


class TermNameInline(Table):
    model = TermName
    extra = 1


class RulingTextInline(admin.StackedInline):
    model = RulingText
    extra = 0
    max_num = len(languages.codes())


class RenderingAdmin(MarkupCheckingAdmin):
    """Renders the texts of a rule again, because they may name the term or ruling that was changed."""

    actions = None
    autocomplete_fields = ["section"]
    list_filter = ["document"]
    search_fields = ["key"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("document", "section")

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        render_document(form.instance.document)

    def delete_model(self, request, obj) -> None:
        super().delete_model(request, obj)
        render_document(obj.document)


@admin.register(Term)
class TermAdmin(RenderingAdmin):
    list_display = ["key", "document", "section"]
    inlines = [TermNameInline]


@admin.register(Ruling)
class RulingAdmin(RenderingAdmin):
    list_display = ["key", "kind", "document", "section"]
    list_filter = ["document", "kind"]
    inlines = [RulingTextInline]


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    list_per_page = 50
    list_display = ["created", "document", "key", "language", "state"]
    list_filter = ["state", "document", "language"]
    sortable_by = ["created"]
    list_select_related = ["document"]
    readonly_fields = ["document", "revision", "key", "language", "quote", "message", "mail", "created"]

    def has_add_permission(self, request) -> bool:
        return False


@admin.register(Takedown)
class TakedownAdmin(admin.ModelAdmin):
    list_display = ["created", "document", "name", "state", "decided"]
    list_filter = ["state"]
    list_select_related = ["document"]
    readonly_fields = ["document", "name", "mail", "work", "statement", "created", "decided"]

    def has_add_permission(self, request) -> bool:
        return False

    def save_model(self, request, obj, form, change) -> None:
        super().save_model(request, obj, form, change)
        if "state" in form.changed_data:
            apply_takedown_state(obj)


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    """Only the note of an edition can be edited."""

    list_display = ["document", "number", "created", "note"]
    list_select_related = ["document"]
    readonly_fields = ["document", "number", "created"]

    def has_add_permission(self, request) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


@admin.register(Extract)
class ExtractAdmin(admin.ModelAdmin):
    list_display = ["name", "document", "language", "pages", "created"]
    list_select_related = ["document"]
    readonly_fields = ["document", "language", "name", "pages", "text", "created"]
    exclude = ["headings", "flags"]

    def has_add_permission(self, request) -> bool:
        return False
