"""The admin of the house, of staff accounts and of the audit log."""

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group, User
from django.db import models
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.admin import TOTPDeviceAdmin
from django_otp.plugins.otp_totp.models import TOTPDevice

from escale.common import languages
from escale.common.admin.read_only_admin import ReadOnlyAdmin
from escale.common.models import AuditEntry
from escale.house import roles
from escale.house.context import clear_house_cache
from escale.house.models import House, HouseText

SHOWN_DIFFERENCES = 6

# Accounts have a shorter form, and roles are defined in escale/house/roles.py.
admin.site.unregister([User, Group])
admin.site.unregister(TOTPDevice)


class HouseTextInline(admin.StackedInline):
    model = HouseText
    extra = 0
    max_num = len(languages.codes())


@admin.register(House)
class HouseAdmin(admin.ModelAdmin):
    list_display = ["name", "hosts", "town", "games", "valid_from", "valid_to"]
    inlines = [HouseTextInline]
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}

    def save_related(self, request, form, formsets, change) -> None:
        super().save_related(request, form, formsets, change)
        clear_house_cache()


class RolesField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, obj) -> str:
        return str(roles.LABELS.get(obj.name, obj.name))


class PasswordForm(AdminPasswordChangeForm):
    """Django's form without its help text, which is English only and invalid HTML."""

    usable_password_help_text = _("Without a password one cannot sign in, and the present one is lost.")


@admin.register(User)
class StaffAdmin(UserAdmin):
    """An account and its roles. Single permissions cannot be given."""

    change_password_form = PasswordForm
    list_display = ["username", "first_name", "last_name", "is_staff", "is_active", "last_login"]
    list_filter = ["is_staff", "is_active", "groups"]
    filter_horizontal = []
    readonly_fields = ["last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Person"), {"fields": [("first_name", "last_name"), "email"]}),
        (_("Roles"), {"fields": ["is_active", "is_staff", "groups", "is_superuser"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        return RolesField(
            Group.objects.order_by("pk"), label=_("roles"), widget=forms.CheckboxSelectMultiple, required=False
        )


class KindFilter(admin.SimpleListFilter):
    """Filters by kind. It offers all kinds that staff can change,
    because a query for those in the log is slow.
    """

    title, parameter_name = _("kind"), "kind"

    def lookups(self, request, model_admin):
        models = [*model_admin.admin_site._registry, *map(apps.get_model, LOGGED_WITHOUT_ADMIN)]
        return sorted(((model._meta.label_lower, kind_of(model)) for model in models), key=lambda pair: pair[1].lower())

    def queryset(self, request, queryset):
        return queryset.filter(kind=self.value()) if self.value() else queryset


#: models whose changes are logged although they have no page in the admin
LOGGED_WITHOUT_ADMIN = ["catalogue.TitleName", "rules_docs.SectionText", "rules_docs.Translation"]


def kind_of(model) -> str:
    return capfirst(str(model._meta.verbose_name))


def _model_of(entry: AuditEntry):
    """The model of the row that was changed; None where it no longer exists."""
    try:
        return apps.get_model(entry.kind)
    except LookupError:
        return None


def _field_label(model, name: str) -> str:
    """The name of a field as staff know it from the forms."""
    fields = {field.name: field for field in model._meta.get_fields()} if model else {}
    return capfirst(str(getattr(fields.get(name), "verbose_name", name)))


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log; its entries can be read and searched, never changed."""

    list_display = ["at", "who", "action", "what", "label", "differences"]
    list_filter = ["action", KindFilter]
    date_hierarchy = "at"
    fields = ["at", "who", "action", "what", "label", "all_differences"]
    search_fields = ["words"]
    search_help_text = _("Any word of the entry: who, what, an old or a new value.")

    @admin.display(description=_("kind"), ordering="kind")
    def what(self, entry: AuditEntry) -> str:
        model = _model_of(entry)
        return kind_of(model) if model else entry.kind

    @admin.display(description=_("before → after"))
    def differences(self, entry: AuditEntry, limit: int = SHOWN_DIFFERENCES):
        names = list(dict.fromkeys([*entry.before, *entry.after]))
        model = _model_of(entry)
        rows = [
            (_field_label(model, name), entry.before.get(name, ""), entry.after.get(name, "")) for name in names[:limit]
        ]
        html = format_html_join("", "{}: {} → {}<br>", rows)
        return format_html("{}…", html) if len(names) > limit else html

    @admin.display(description=_("before → after"))
    def all_differences(self, entry: AuditEntry):
        return self.differences(entry, limit=1000)


@admin.register(TOTPDevice)
class PhoneAdmin(TOTPDeviceAdmin):
    """The number of wrong codes is counted by the site, so nobody can edit it."""

    readonly_fields = (*TOTPDeviceAdmin.readonly_fields, "throttling_failure_timestamp", "throttling_failure_count")
