"""What is in a box now, and what belongs in the boxes of a title."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalogue.contents import checking, reading
from catalogue.desk import DeskRefusal
from catalogue.models import Copy, GameTitle
from catalogue.web.contents import piece_fields
from catalogue.web.desk import require_permissions


@require_permissions("change_copy")
def box_contents(request: HttpRequest, pk: int) -> HttpResponse:
    """The list of a box that is on its shelf or under repair. Staff note missing and found pieces."""
    box = get_object_or_404(Copy.objects.with_title_and_shelf(), pk=pk)
    if request.method == "POST":
        try:
            return _check_box(request, box)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
    piece_fields.attach_piece_rows(box)
    context = {
        "box": box,
        "conditions": Copy.Condition.choices,
        "is_playable": checking.is_playable(box),
    }
    return render(request, "catalogue/desk/box_contents.html", context)


def _check_box(request: HttpRequest, box: Copy) -> HttpResponse:
    condition = request.POST.get(f"condition-{box.pk}")
    box = checking.check_box(
        copy=box,
        missing=piece_fields.read_missing(request.POST, box.pk),
        condition=condition if condition in Copy.Condition.values else box.condition,
        is_lent_again="lent_again" in request.POST,
        who=request.user,
    )
    if box.status == Copy.Status.REPAIR:
        messages.warning(request, _("%(number)s is under repair: it cannot be lent.") % {"number": box})
    else:
        messages.success(request, _("The contents of %(number)s have been saved.") % {"number": box})
    return redirect(f"{reverse('desk:history', args=[box.title.slug])}?copy={box.pk}#copy-{box.pk}")


@require_permissions("change_gametitle")
def title_contents(request: HttpRequest, pk: int) -> HttpResponse:
    """What belongs in the boxes of a title: the text, and its rows with ticks for essential pieces."""
    title = get_object_or_404(GameTitle.objects.with_names(), pk=pk)
    text = title.components
    if request.method == "POST":
        text = request.POST.get("components", title.components).replace("\r\n", "\n")
        # Ticks belong to the rows of the stored text. A changed text marks essential pieces by stars.
        essential = request.POST.getlist("essential") if "ticks" in request.POST else None
        try:
            checking.change_contents(title=title, text=text, essential=essential, who=request.user)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("The contents have been saved."))
            return redirect("desk:title_contents", title.pk)
    context = {"title": title, "text": text, "pieces": reading.read_pieces(title.components)}
    return render(request, "catalogue/desk/title_contents.html", context)
