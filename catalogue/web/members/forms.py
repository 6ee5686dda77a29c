"""The forms of the member pages."""

import re
from datetime import time
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalogue.members.accounts import MAX_PERSONS, PersonEntry
from catalogue.models import Member, MemberSettings, OpeningHours, Subscription
from escale.common import languages

_PERSON = re.compile(r"(?P<name>.+?)(?:[,;]\s*|\s+\()?(?P<born>(?:19|20)\d\d)?\)?", re.DOTALL)
_HOURS = re.compile(r"(\d{1,2})(?:[:.h](\d\d)?)?\s*[-–]\s*(\d{1,2})(?:[:.h](\d\d)?)?")
MAX_REMINDERS = 6


def date_input() -> forms.DateInput:
    return forms.DateInput({"type": "date"}, "%Y-%m-%d")


class MemberForm(forms.ModelForm):
    persons = forms.CharField(
        label=_("People"),
        required=False,
        max_length=8000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("One on each line, with the year of birth if you like: Anna, 2016."),
    )

    class Meta:
        model = Member
        fields = [
            "name",
            "kind",
            "category",
            "card",
            "persons",
            "mail",
            "language",
            "wants_reminders",
            "telephone",
            "street",
            "postcode",
            "commune",
            "note",
        ]
        widgets = {"note": forms.Textarea({"rows": 2})}

    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        names = [(code, languages.own_name(code)) for code in languages.codes()]
        self.fields["language"].widget = forms.Select(choices=names)
        self.fields["card"].required = True
        if self.instance.pk:
            persons = self.instance.persons.all()
            self.initial["persons"] = "\n".join(
                f"{person.name}, {person.born}" if person.born else person.name for person in persons
            )

    def clean_persons(self) -> list[PersonEntry]:
        lines = [line.strip() for line in self.cleaned_data["persons"].splitlines() if line.strip()]
        if len(lines) > MAX_PERSONS:
            raise forms.ValidationError(gettext("At most %(n)s people.") % {"n": MAX_PERSONS})
        entries = []
        for line in lines:
            match = _PERSON.fullmatch(line)
            name, born = (match["name"], match["born"]) if match else (line, None)
            entries.append(PersonEntry(name[:120], int(born) if born else None))
        return entries


class SubscriptionForm(forms.ModelForm):
    class Meta:
        model = Subscription
        fields = ["first", "last", "fee", "deposit", "paid_by", "note"]
        widgets = {"first": date_input(), "last": date_input()}


class SettingsForm(forms.ModelForm):
    class Meta:
        model = MemberSettings
        fields = ["is_on", "remind_before", "remind_after", "renew_by_link", "keep_days"]
        help_texts = {
            "remind_after": _("Increasing numbers, separated by commas: 1, 7, 14. Leave empty for never.")
        }

    def clean_remind_after(self) -> str:
        parts = [part.strip() for part in self.cleaned_data["remind_after"].split(",") if part.strip()]
        if not all(part.isascii() and part.isdecimal() and len(part) <= 3 for part in parts):
            raise forms.ValidationError(gettext("Enter numbers of days, separated by commas."))
        days = [int(part) for part in parts]
        if days != sorted(set(days)) or 0 in days or len(days) > MAX_REMINDERS:
            text = gettext("At most %(n)s numbers, each larger than the one before, none of them 0.")
            raise forms.ValidationError(text % {"n": MAX_REMINDERS})
        return ",".join(map(str, days))


class ClosureForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=date_input())
    last = forms.DateField(label=_("Last day"), widget=date_input())
    reason = forms.CharField(label=_("Reason"), max_length=120, required=False)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        first, last = values.get("first"), values.get("last")
        if first and last and (last < first or (last - first).days > 365):
            self.add_error("last", gettext("It ends before it begins, or lasts longer than a year."))
        return values


class HoursField(forms.CharField):
    """The times of one weekday, such as "14:00–18:00, 19:00–21:00"; empty if the library is closed then."""

    def clean(self, value: Any) -> list[tuple[time, time]]:
        text = super().clean(value)
        spans = []
        for part in filter(None, (part.strip() for part in text.split(","))):
            match = _HOURS.fullmatch(part)
            numbers = [int(number or 0) for number in match.groups()] if match else []
            if not numbers or max(numbers[0::2]) > 23 or max(numbers[1::2]) > 59:
                raise forms.ValidationError(gettext("Write times like 14:00–18:00."))
            spans.append((time(*numbers[:2]), time(*numbers[2:])))
        spans.sort()
        if any(closes <= opens for opens, closes in spans) or len({opens for opens, _c in spans}) < len(
            spans
        ):
            raise forms.ValidationError(
                gettext("Each period must end after it starts, and no two may start at the same time.")
            )
        return spans


class HoursForm(forms.Form):
    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        for number, name in OpeningHours.Weekday.choices:
            self.fields[f"day{number}"] = HoursField(label=name, required=False, max_length=60)

    def list_hours(self) -> list[OpeningHours]:
        return [
            OpeningHours(weekday=number, opens=opens, closes=closes)
            for number, _name in OpeningHours.Weekday.choices
            for opens, closes in self.cleaned_data[f"day{number}"]
        ]


class YearForm(forms.Form):
    year = forms.IntegerField(
        label=_("Year"), validators=[MinValueValidator(1990), MaxValueValidator(2200)], required=False
    )
