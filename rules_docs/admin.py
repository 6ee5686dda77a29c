"""The staff's side of the rules: the matrix first, then editors, glossary, rulings, reports, notices."""

from django.contrib import admin, messages
from django.db import models
from django.shortcuts import redirect
from django.urls import path

from escale.common.admin.read_only_admin import ReadOnlyAdmin
from escale.common.admin.tables import Table
from rules_docs.editing import fault_messages, publishing, revisions
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
from rules_docs.text.markup import MarkupError
from rules_docs.web import staff


class SourceInline(Table):
    model = Source
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}


class TranslationInline(admin.StackedInline):
    model = Translation
    extra = 0
    max_num = 4
    readonly_fields = ["published"]


class RefusingAdmin(admin.ModelAdmin):
    """A change that would break a text is taken back, and said."""

    def changeform_view(self, request, *args, **kwargs):
        return self._refusing(request, super().changeform_view, *args, **kwargs)

    def delete_view(self, request, *args, **kwargs):
        return self._refusing(request, super().delete_view, *args, **kwargs)

    def _refusing(self, request, view, *args, **kwargs):
        try:
            return view(request, *args, **kwargs)
        except MarkupError as error:
            for fault in error.faults:
                self.message_user(request, fault_messages.sentence(fault), messages.ERROR)
            return redirect(request.path)


@admin.register(RuleDocument)
class RuleDocumentAdmin(RefusingAdmin):
    """Its list is the matrix of documents and languages."""

    inlines = [TranslationInline, SourceInline]
    readonly_fields = ["withheld"]

    def changelist_view(self, request, extra_context=None):
        return staff.matrix(request)

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        revisions.render_again(form.instance)

    def get_urls(self):
        pages = [
            ("<int:pk>/freeze/", staff.freeze, "freeze"),
            ("<int:pk>/sheet/", staff.sheet, "sheet"),
            ("sheet/<int:pk>/", staff.mapping, "mapping"),
            ("<int:pk>/<slug:code>/", staff.language, "language"),
            ("<int:pk>/<slug:code>/publish/", staff.publish, "publish"),
            ("<int:pk>/<slug:code>/<slug:key>/", staff.edit, "edit"),
            ("<int:pk>/<slug:code>/<slug:key>/history/", staff.history, "text_history"),
        ]
        wrap = self.admin_site.admin_view
        own = [path(f"texts/{route}", wrap(view), name=f"rules_docs_{name}") for route, view, name in pages]
        return own + super().get_urls()


@admin.register(Section)
class SectionAdmin(ReadOnlyAdmin):
    """Only to be searched by terms and rulings; sections change with their texts."""

    list_display = ["key", "document", "position"]
    list_select_related = ["document"]
    search_fields = ["key", "document__slug"]


class TermNameInline(Table):
    model = TermName
    extra = 1


class RulingTextInline(admin.StackedInline):
    model = RulingText
    extra = 0
    max_num = 4


class WordsAdmin(RefusingAdmin):
    """Terms and rulings: the texts that use them are rendered again."""

    actions = None
    autocomplete_fields = ["section"]
    list_filter = ["document"]
    search_fields = ["key"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("document", "section")

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        revisions.render_again(form.instance.document)

    def delete_model(self, request, obj) -> None:
        super().delete_model(request, obj)
        revisions.render_again(obj.document)


@admin.register(Term)
class TermAdmin(WordsAdmin):
    list_display = ["key", "document", "section"]
    inlines = [TermNameInline]


@admin.register(Ruling)
class RulingAdmin(WordsAdmin):
    list_display = ["key", "kind", "document", "section"]
    list_filter = ["document", "kind"]
    inlines = [RulingTextInline]


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    list_display = ["created", "document", "key", "language", "state"]
    list_filter = ["state", "document", "language"]
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
            publishing.decide(notice=obj)


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    """Editions are frozen: only their note may be corrected."""

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
