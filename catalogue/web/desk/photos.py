"""Uploads or removes the photo of a title's box."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal, photos
from catalogue.models import GameTitle
from catalogue.web.desk import require_permissions


@require_permissions("change_gametitle")
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    title = get_object_or_404(GameTitle.objects.with_names(), pk=pk)
    if request.method == "POST":
        try:
            _change_photo(request, title)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        return redirect("desk:photo", title.pk)
    return render(request, "catalogue/desk/photo.html", {"title": title})


def _change_photo(request: HttpRequest, title: GameTitle) -> None:
    if "remove" in request.POST:
        photos.remove_photo(title=title, who=request.user)
        messages.success(request, _("The photo has been removed; the cover is drawn again."))
        return
    upload = request.FILES.get("camera") or request.FILES.get("photo")
    if upload is None:
        raise DeskRefusal(_("Choose a picture first."))
    photos.set_photo(title=title, upload=upload, who=request.user)
    messages.success(request, _("This is the new cover."))
