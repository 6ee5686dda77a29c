"""Labels for boxes and shelves: choose which, choose the sheet, print."""

import re

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalogue.desk import DeskRefusal, labels
from catalogue.models import Copy, Shelf
from catalogue.web.desk import ids, needs


def _measures(name: str, form: labels.Sheet) -> str:
    width, height = (localize(value).removesuffix("0").rstrip(".,") for value in (form.width, form.height))
    return f"{name} · {width} × {height} mm · {form.columns} × {form.rows}"


class LabelForm(forms.Form):
    what = forms.ChoiceField(
        label=_("What to label"),
        choices=[
            ("shelf", _("the boxes of a shelf")),
            ("numbers", _("boxes by their numbers")),
            ("recent", _("the boxes entered last")),
            ("shelves", _("the shelves themselves")),
        ],
        widget=forms.RadioSelect,
        initial="shelf",
    )
    shelf = forms.ModelChoiceField(Shelf.objects, label=_("Shelf"), required=False, empty_label="—")
    numbers = forms.CharField(
        label=_("Numbers"), required=False, help_text=_("Separated by blanks or commas: E0001 E0002")
    )
    count = forms.IntegerField(label=_("How many"), required=False, min_value=1, max_value=labels.MOST, initial=21)
    sheet = forms.ChoiceField(
        label=_("Sheet"),
        choices=lambda: [(name, _measures(name, form)) for name, form in labels.SHEETS.items()],
    )
    start = forms.IntegerField(
        label=_("First place"), min_value=1, max_value=65, initial=1, help_text=_("Counted by rows, for a used sheet.")
    )

    def clean(self):
        told = super().clean()
        if told.get("what") == "shelf" and not told.get("shelf"):
            self.add_error("shelf", _("Choose a shelf."))
        if told.get("what") == "numbers" and not told.get("numbers", "").strip():
            self.add_error("numbers", _("Type or scan the number of at least one box."))
        return told


@needs("change_copy")
def labels_page(request: HttpRequest) -> HttpResponse:
    asked = "sheet" in request.GET
    initial = {"what": "numbers", "numbers": _numbers(request)} if "copy" in request.GET else {}
    form = LabelForm(request.GET if asked else None, initial=initial)
    if asked and form.is_valid():
        told = form.cleaned_data
        try:
            content = labels.pdf(_wanted(told), sheet=told["sheet"], start=told["start"])
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            return HttpResponse(
                content,
                content_type="application/pdf",
                headers={"Content-Disposition": 'inline; filename="labels.pdf"'},
            )
    return render(request, "catalogue/desk/labels.html", {"form": form, "any_box": Copy.objects.exists()})


def _numbers(request: HttpRequest) -> str:
    """Boxes ticked in the administration come as ids."""
    copies = Copy.objects.filter(pk__in=ids(request.GET.getlist("copy"), labels.MOST))
    return " ".join(copies.exclude(inventory_number=None).values_list("inventory_number", flat=True))


def _wanted(told: dict) -> list[labels.Label]:
    if told["what"] == "shelves":
        return labels.of_shelves(Shelf.objects.all())
    copies = Copy.objects.not_gone().with_title_and_shelf()
    if told["what"] == "shelf":
        return labels.of_boxes(copies.filter(shelf=told["shelf"]).order_by("title__sort_key", "pk"))
    if told["what"] == "recent":
        return labels.of_boxes(copies.order_by("-pk")[: told["count"] or 21])
    numbers = [number for number in re.split(r"[\s,;]+", told["numbers"]) if number]
    return labels.of_boxes(_numbered(copies, numbers))


def _numbered(copies: QuerySet[Copy], numbers: list[str]) -> list[Copy]:
    """The boxes of these numbers in their order, in small letters too; one that is missing would not be missed."""
    wanted = list(dict.fromkeys(number.upper() for number in numbers))
    either = Q(inventory_number__in=numbers) | Q(upper__in=wanted)
    found = {
        copy.inventory_number.upper(): copy for copy in copies.alias(upper=Upper("inventory_number")).filter(either)
    }
    if missing := [number for number in wanted if number not in found]:
        raise DeskRefusal(gettext("No box bears the code “%(code)s”.") % {"code": ", ".join(missing)[:200]})
    return [found[number] for number in wanted]
