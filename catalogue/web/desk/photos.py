"""The photo on a title's box, sent in or taken away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from catalogue.desk import DeskRefusal, photos
from catalogue.models import GameTitle
from catalogue.web.desk import needs


@needs("change_gametitle")
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    title = get_object_or_404(GameTitle.objects.with_names(), pk=pk)
    if request.method == "POST":
        try:
            _changed(request, title)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
        return redirect("desk:photo", title.pk)
    return render(request, "catalogue/desk/photo.html", {"title": title})


def _changed(request: HttpRequest, title: GameTitle) -> None:
    if "remove" in request.POST:
        photos.take_away(title=title, who=request.user)
        messages.success(request, _("The photo is gone; the cover is drawn again."))
        return
    upload = request.FILES.get("photo")
    if upload is None:
        raise DeskRefusal(_("Choose a picture first."))
    photos.put(title=title, upload=upload, who=request.user)
    messages.success(request, _("This is the new cover."))
