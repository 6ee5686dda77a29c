"""Labels for boxes and shelves: staff choose which ones and the kind of sheet, then print."""

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
from catalogue.desk.box_lists import BoxList
from catalogue.desk.numbering import expand_range
from catalogue.models import Copy, Shelf
from catalogue.web.desk import parse_ids, require_permissions

DEFAULT_COUNT = 21  # the labels of one sheet


def _describe_sheet(name: str, sheet: labels.Sheet) -> str:
    width, height = (localize(value).removesuffix("0").rstrip(".,") for value in (sheet.width, sheet.height))
    return f"{name} · {width} × {height} mm · {sheet.columns} × {sheet.rows}"


class LabelForm(forms.Form):
    what = forms.ChoiceField(
        label=_("What to label"),
        choices=[
            ("shelf", _("the boxes on a shelf")),
            ("numbers", _("boxes by their numbers")),
            ("recent", _("the boxes entered last")),
            ("shelves", _("the shelves themselves")),
            ("list", _("the boxes on the list you came from")),
        ],
        widget=forms.RadioSelect,
        initial="shelf",
    )
    shelf = forms.ModelChoiceField(Shelf.objects, label=_("Shelf"), required=False, empty_label="—")
    numbers = forms.CharField(
        label=_("Numbers"),
        required=False,
        help_text=_(
            "Separated by spaces or commas; E0001–E0040 means every number from the first to the last."
        ),
    )
    count = forms.IntegerField(
        label=_("How many"), required=False, min_value=1, max_value=labels.MAX_LABELS, initial=DEFAULT_COUNT
    )
    sheet = forms.ChoiceField(
        label=_("Sheet"),
        choices=lambda: [(name, _describe_sheet(name, sheet)) for name, sheet in labels.SHEETS.items()],
    )
    start = forms.IntegerField(
        label=_("Start at position"),
        min_value=1,
        max_value=65,
        initial=1,
        help_text=_("Counted row by row, for a sheet that has been used in part."),
    )

    def clean(self):
        values = super().clean()
        if values.get("what") == "shelf" and not values.get("shelf"):
            self.add_error("shelf", _("Choose a shelf."))
        if values.get("what") == "numbers" and not values.get("numbers", "").strip():
            self.add_error("numbers", _("Type or scan the number of at least one box."))
        return values


@require_permissions("change_copy")
def labels_page(request: HttpRequest) -> HttpResponse:
    is_sent = "sheet" in request.GET
    box_list = BoxList.read(request.GET)
    initial = {"what": request.GET.get("what", "shelf"), "numbers": request.GET.get("numbers", "")}
    if "copy" in request.GET:
        initial = {"what": "numbers", "numbers": _ticked_numbers(request)}
    form = LabelForm(request.GET if is_sent else None, initial=initial)
    if is_sent and form.is_valid():
        values = form.cleaned_data
        try:
            content = labels.render_pdf(
                _make_labels(values, box_list), sheet=values["sheet"], start=values["start"]
            )
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            return HttpResponse(
                content,
                content_type="application/pdf",
                headers={"Content-Disposition": 'inline; filename="labels.pdf"'},
            )
    context = {"form": form, "any_box": Copy.objects.exists(), "box_list": box_list}
    return render(request, "catalogue/desk/labels.html", context)


def _ticked_numbers(request: HttpRequest) -> str:
    """The numbers of the boxes that were ticked in the administration, which sends their ids."""
    copies = Copy.objects.filter(pk__in=parse_ids(request.GET.getlist("copy"), labels.MAX_LABELS))
    return " ".join(copies.exclude(inventory_number=None).values_list("inventory_number", flat=True))


def _make_labels(values: dict, box_list: BoxList) -> list[labels.Label]:
    if values["what"] == "shelves":
        return labels.make_shelf_labels(Shelf.objects.all())
    copies = Copy.objects.not_gone().with_title_and_shelf()
    if values["what"] == "shelf":
        return labels.make_box_labels(copies.filter(shelf=values["shelf"]).order_by("title__sort_key", "pk"))
    if values["what"] == "recent":
        return labels.make_box_labels(copies.order_by("-pk")[: values["count"] or DEFAULT_COUNT])
    if values["what"] == "list":
        in_order = box_list.filter(copies).order_by("shelf__code", "title__sort_key", "pk")
        return labels.make_box_labels(in_order[: labels.MAX_LABELS + 1])
    texts = [text for text in re.split(r"[\s,;]+", values["numbers"]) if text]
    numbers = [number for text in texts for number in expand_range(text)]
    return labels.make_box_labels(_find_by_numbers(copies, numbers))


def _find_by_numbers(copies: QuerySet[Copy], numbers: list[str]) -> list[Copy]:
    """The boxes with these numbers, in their order. Upper and lower case are equal.

    A number that no box has is refused, because nobody would notice that its label is missing.
    """
    if len(numbers) > labels.MAX_LABELS:
        labels.refuse_too_many(len(numbers))
    upper_numbers = list(dict.fromkeys(number.upper() for number in numbers))
    has_number = Q(inventory_number__in=numbers) | Q(upper__in=upper_numbers)
    found_copies = copies.alias(upper=Upper("inventory_number")).filter(has_number)
    copies_by_number = {copy.inventory_number.upper(): copy for copy in found_copies}
    if missing := [number for number in upper_numbers if number not in copies_by_number]:
        raise DeskRefusal(gettext("No box has the code “%(code)s”.") % {"code": ", ".join(missing)[:200]})
    return [copies_by_number[number] for number in upper_numbers]
