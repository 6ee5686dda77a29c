"""The admin pages of the house, of staff accounts and of the audit log."""

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.contrib.auth.models import Group, User
from django.db import models
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django_otp import user_has_device
from django_otp.plugins.otp_totp.admin import TOTPDeviceAdmin
from django_otp.plugins.otp_totp.models import TOTPDevice

from escale.common import languages
from escale.common.admin.audit_words import AuditWords, find_model
from escale.common.admin.bounded_lists import NewestSearched
from escale.common.admin.read_only_admin import ReadOnlyAdmin
from escale.common.models import AuditEntry
from escale.house import roles
from escale.house.context import clear_house_cache
from escale.house.models import House, HouseText

SHOWN_DIFFERENCES = 6

# Accounts have a shorter form here, and escale/house/roles.py defines the roles.
admin.site.unregister([User, Group])
admin.site.unregister(TOTPDevice)


class HouseTextInline(admin.StackedInline):
    model = HouseText
    classes = ["collapse"]
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

    usable_password_help_text = _(
        "If it is disabled, this person cannot log in, and the present password is lost."
    )


@admin.register(User)
class StaffAdmin(UserAdmin):
    """An account and its roles. Single permissions cannot be given."""

    change_password_form = PasswordForm
    list_display = ["username", "first_name", "last_name", "is_staff", "is_active", "last_login"]
    list_filter = ["is_staff", "is_active", "groups"]
    filter_horizontal = []
    readonly_fields = ["last_login", "date_joined", "second_factor"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Person"), {"fields": [("first_name", "last_name"), "email"]}),
        (_("Roles"), {"fields": ["is_active", "is_staff", "groups", "is_superuser"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
        (_("Second factor"), {"fields": ["second_factor"]}),
    ]

    @admin.display(description=_("Second factor"))
    def second_factor(self, user: User) -> str:
        """Whether a second factor is set up, with a link to remove it if its owner has lost it."""
        if not user_has_device(user):
            return str(_("will be set up at the next log-in"))
        address = reverse("second_factor_reset", args=[user.pk])
        return format_html('<a href="{}">{}</a>', address, _("is set up; remove it if it has been lost"))

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        return RolesField(
            Group.objects.order_by("pk"),
            label=_("roles"),
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )


class KindFilter(admin.SimpleListFilter):
    """Filters by kind. It offers all kinds, because a query for those in the log is slow."""

    title, parameter_name = _("kind"), "kind"

    def lookups(self, request, model_admin):
        models = [*model_admin.admin_site._registry, *map(apps.get_model, LOGGED_WITHOUT_ADMIN)]
        return sorted(
            ((model._meta.label_lower, kind_of(model)) for model in models), key=lambda pair: pair[1].lower()
        )

    def queryset(self, request, queryset):
        return queryset.filter(kind=self.value()) if self.value() else queryset


#: Models without an admin page whose changes are logged.
LOGGED_WITHOUT_ADMIN = [
    "catalogue.TitleName",
    "games.Match",
    "rules_docs.SectionText",
    "rules_docs.Translation",
]


def kind_of(model) -> str:
    return capfirst(str(model._meta.verbose_name))


@admin.register(AuditEntry)
class AuditEntryAdmin(NewestSearched, ReadOnlyAdmin):
    """The audit log. Its entries can be read and searched, but not changed."""

    list_display = ["at", "who", "action", "what", "thing_name", "differences"]
    list_filter = ["at", "action", KindFilter]
    sortable_by = ["at"]
    fields = ["at", "who", "action", "what", "thing_name", "all_differences"]
    search_fields = ["words"]
    search_help_text = _("Any word in the entry: who, what, an old or a new value.")

    def get_changelist_instance(self, request):
        """The list, with the words of all its entries loaded together."""
        changelist = super().get_changelist_instance(request)
        entries = list(changelist.result_list)
        words = AuditWords(entries)
        for entry in entries:
            entry.audit_words = words
        changelist.result_list = entries
        return changelist

    @admin.display(description=_("kind"), ordering="kind")
    def what(self, entry: AuditEntry) -> str:
        model = find_model(entry.kind)
        return kind_of(model) if model else entry.kind

    @admin.display(description=_("thing"))
    def thing_name(self, entry: AuditEntry) -> str:
        return _words_of(entry).name_thing(entry)

    @admin.display(description=_("what happened"))
    def differences(self, entry: AuditEntry, limit: int = SHOWN_DIFFERENCES):
        lines = _words_of(entry).describe(entry)
        html = format_html_join("", "{}<br>", ((line,) for line in lines[:limit]))
        return format_html("{}…", html) if len(lines) > limit else html

    @admin.display(description=_("what happened"))
    def all_differences(self, entry: AuditEntry):
        return self.differences(entry, limit=1000)


def _words_of(entry: AuditEntry) -> AuditWords:
    return getattr(entry, "audit_words", None) or AuditWords([entry])


@admin.register(TOTPDevice)
class PhoneAdmin(TOTPDeviceAdmin):
    """Hides the number of wrong codes, because the site counts them and nobody should edit it."""

    readonly_fields = (
        *TOTPDeviceAdmin.readonly_fields,
        "throttling_failure_timestamp",
        "throttling_failure_count",
    )
