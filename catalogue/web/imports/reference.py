"""The page of titles without a box: staff mark them as for reference, and undo that."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext

from catalogue.desk import DeskRefusal
from catalogue.importing.reference import keeping
from catalogue.web.desk import load_staff_page, parse_ids, require_permissions
from escale.common.cursors import Order

BY_NAME = Order("titles without a box", ("sort_key", "pk"))


@require_permissions("add_importjob", "change_gametitle")
def without_box(request: HttpRequest) -> HttpResponse:
    parameters = request.POST if request.method == "POST" else request.GET
    touched = parameters.get("which") == "all"
    if request.method == "POST":
        if "undo" in request.POST:
            _show_again(request)
        else:
            _keep(request, touched)
        return redirect(reverse("desk:without_box") + ("?which=all" if touched else ""))
    titles = keeping.find_titles(touched=touched)
    counts = {scope: keeping.find_titles(touched=scope).count() for scope in (False, True)}
    context = {
        "touched": touched,
        "imported_count": counts[False],
        "all_count": counts[True],
        "count": counts[touched],
        "titles_page": load_staff_page(request, titles.with_names(), BY_NAME),
        "changes": keeping.list_changes(),
    }
    return render(request, "catalogue/desk/without_box.html", context)


def _keep(request: HttpRequest, touched: bool) -> None:
    count = keeping.keep_for_reference(touched=touched, who=request.user)
    text = ngettext(
        "%(n)s title is kept for reference: guests do not see it any more.",
        "%(n)s titles are kept for reference: guests do not see them any more.",
        count,
    )
    messages.success(request, text % {"n": count})


def _show_again(request: HttpRequest) -> None:
    try:
        version = next(iter(parse_ids(request.POST.getlist("undo"))), 0)
        count = keeping.show_again(version=version, who=request.user)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
        return
    text = ngettext("Guests see %(n)s title again.", "Guests see %(n)s titles again.", count)
    messages.success(request, text % {"n": count})
