"""Learns unknown barcodes: staff say to which box a scanned barcode belongs, and the site stores it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from catalogue.desk import box_lists, cataloguing
from catalogue.models import Copy
from catalogue.search.reference import is_barcode
from catalogue.web.desk import parse_ids, require_permissions

MAX_BOXES = 24


def read_barcode(text: str) -> str:
    """The text if it is a barcode, else an empty text."""
    return text if is_barcode(text) else ""


@require_permissions("change_copy")
def learn(request: HttpRequest) -> HttpResponse:
    """Finds the box by its title or number, and stores the barcode with it."""
    parameters = request.POST if request.method == "POST" else request.GET
    barcode = parameters.get("barcode", "").strip()
    desk_state = [(name, pk) for name in ("member", "copy") for pk in parse_ids(parameters.getlist(name))]
    if request.method == "POST":
        return _note_barcode(request, barcode, desk_state)
    query = request.GET.get("q", "").replace("\0", "").strip()[:200]
    boxes = Copy.objects.filter(pk__in=box_lists.find_boxes(query)) if query else Copy.objects.none()
    context = {
        "barcode": read_barcode(barcode),
        "kept": desk_state,
        "query": query,
        "boxes": boxes.with_title_and_shelf().order_by("title__sort_key", "pk")[:MAX_BOXES],
    }
    return render(request, "catalogue/desk/learn.html", context)


def _note_barcode(request: HttpRequest, barcode: str, desk_state: list[tuple[str, int]]) -> HttpResponse:
    """Stores the barcode, and returns to the desk with this box and the boxes that were there."""
    boxes = Copy.objects.not_gone().filter(pk__in=parse_ids([request.POST.get("box", "")]))
    box = boxes.with_title_and_shelf().first()
    if box is None or not is_barcode(barcode):
        messages.error(request, _("Choose a box."))
        return redirect("desk:learn")
    cataloguing.change_many(things=boxes, values={"barcode": barcode}, who=request.user)
    text = _("“%(title)s” can now be found by its barcode.") % {"title": box.title.name}
    messages.success(request, text)
    if not request.user.has_perm("catalogue.add_loan"):
        return redirect("desk:cataloguing")
    return redirect(f"{reverse('desk:lending')}?{urlencode([*desk_state, ('copy', box.pk)])}")
