"""The list of boxes: choose some, number them, put them on a shelf, print their labels."""

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.desk import DeskRefusal, cataloguing, numbering
from catalogue.desk.box_lists import BoxList
from catalogue.models import Copy, ImportJob, Shelf
from catalogue.web.desk import load_staff_page, parse_ids, require_permissions
from escale.common.cursors import Order, count_up_to

NEWEST_FIRST = Order("boxes", ("-pk",))
MAX_COUNTED = 20_000
PREVIEWED = 12


class NumberForm(forms.Form):
    first = forms.CharField(
        label=gettext_lazy("First number"),
        max_length=40,
        help_text=gettext_lazy("Its last digits count up: E0001, E0002… Numbers already in use are skipped."),
    )
    order = forms.ChoiceField(
        label=gettext_lazy("In the order of"),
        choices=[
            ("title", gettext_lazy("their names")),
            ("shelf", gettext_lazy("their shelves, then names")),
            ("entry", gettext_lazy("their date of entry")),
        ],
    )


class ShelveForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Shelf"),
        max_length=20,
        help_text=gettext_lazy("A new code creates a new shelf."),
        widget=forms.TextInput({"list": "shelf-codes", "autocomplete": "off"}),
    )


@require_permissions("change_copy")
def boxes(request: HttpRequest) -> HttpResponse:
    """The boxes of a list. An action applies to the boxes that are ticked, or to the whole list."""
    box_list = BoxList.read(request.GET)
    if request.method != "POST":
        return _render_boxes(request, box_list)
    chosen_boxes = box_list.filter()
    if ticked := parse_ids(request.POST.getlist("copy"), 1000):
        chosen_boxes = chosen_boxes.filter(pk__in=ticked)
    actions = {"preview": _preview_numbers, "number": _number, "shelve": _shelve, "labels": _print_labels}
    action = actions.get(request.POST.get("act", ""))
    if action is None:
        return redirect(_address(box_list))
    try:
        return action(request, box_list, chosen_boxes)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return redirect(_address(box_list))


def _address(box_list: BoxList) -> str:
    return f"{reverse('desk:boxes')}{'?' if box_list.query else ''}{box_list.query}"


def _render_boxes(request: HttpRequest, box_list: BoxList, **forms_and_preview) -> HttpResponse:
    listed_boxes = box_list.filter()
    context = {
        "boxes_page": load_staff_page(request, listed_boxes.with_title_and_shelf(), NEWEST_FIRST),
        "count": count_up_to(listed_boxes, MAX_COUNTED),
        "unnumbered": count_up_to(listed_boxes.filter(inventory_number=None), MAX_COUNTED),
        "box_list": box_list,
        "job": ImportJob.objects.filter(pk=box_list.import_id).first() if box_list.import_id else None,
        "shelf": Shelf.objects.filter(pk=box_list.shelf_id).first() if box_list.shelf_id else None,
        "shelf_codes": Shelf.objects.values_list("code", flat=True),
        "ticked": parse_ids(request.POST.getlist("copy"), 1000),
        "number_form": NumberForm(initial={"first": cataloguing.next_number()}),
        "shelve_form": ShelveForm(),
    }
    return render(request, "catalogue/desk/boxes.html", context | forms_and_preview)


def _preview_numbers(request: HttpRequest, box_list: BoxList, chosen_boxes: QuerySet[Copy]) -> HttpResponse:
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _render_boxes(request, box_list, number_form=form)
    chosen_boxes = chosen_boxes.with_title_and_shelf()  # type: ignore[attr-defined]
    plan = numbering.plan_numbers(chosen_boxes, **form.cleaned_data)
    return _render_boxes(
        request,
        box_list,
        number_form=form,
        preview=plan[:PREVIEWED],
        planned=len(plan),
        unshown=max(0, len(plan) - PREVIEWED),
        last_number=plan[-1][1],
    )


def _number(request: HttpRequest, box_list: BoxList, chosen_boxes: QuerySet[Copy]) -> HttpResponse:
    form = NumberForm(request.POST)
    if not form.is_valid():
        return _render_boxes(request, box_list, number_form=form)
    numbers = numbering.number_boxes(boxes=chosen_boxes, who=request.user, **form.cleaned_data)
    text = ngettext(
        "%(n)s box has a number now: %(numbers)s.", "%(n)s boxes have numbers now: %(numbers)s.", len(numbers)
    )
    number_range = numbering.describe_range(numbers)
    messages.success(request, text % {"n": len(numbers), "numbers": number_range[:200]})
    # Boxes that have a number now leave the list of boxes without one. So their labels are offered at once.
    other_parameters = {name: value for name, value in box_list.parameters.items() if name != "no"}
    return redirect(
        f"{reverse('desk:boxes')}?{urlencode(other_parameters | {'numbered': number_range[:1500]})}"
    )


def _shelve(request: HttpRequest, box_list: BoxList, chosen_boxes: QuerySet[Copy]) -> HttpResponse:
    form = ShelveForm(request.POST)
    if not form.is_valid():
        return _render_boxes(request, box_list, shelve_form=form)
    code = form.cleaned_data["code"]
    count = numbering.shelve_boxes(boxes=chosen_boxes, code=code, who=request.user)
    text = ngettext("%(n)s box is on %(shelf)s now.", "%(n)s boxes are on %(shelf)s now.", count)
    messages.success(request, text % {"n": count, "shelf": code})
    return redirect(_address(box_list))


def _print_labels(
    request: HttpRequest, box_list: BoxList, chosen_boxes: QuerySet[Copy]
) -> HttpResponseRedirect:
    """Redirects to the page of labels, with the numbers of the ticked boxes or with the whole list."""
    parameters = box_list.parameters | {"what": "list"}
    if ticked := parse_ids(request.POST.getlist("copy"), 1000):
        numbers = chosen_boxes.filter(pk__in=ticked).exclude(inventory_number=None)
        texts = numbers.order_by("inventory_number").values_list("inventory_number", flat=True)
        parameters = {"what": "numbers", "numbers": " ".join(texts)}
        if not texts:
            raise DeskRefusal(_("None of these boxes has a number yet."))
    return redirect(f"{reverse('desk:labels')}?{urlencode(parameters)}")
