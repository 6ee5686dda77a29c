"""Settings of the library: whether it has members, and when it is open."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalogue.desk.promises import PromisesAtRisk
from catalogue.members import accounts, opening
from catalogue.models import BoxKind, Category, Closure, OpeningHours
from catalogue.web.desk import parse_ids, require_permissions
from catalogue.web.members.forms import ClosureForm, HoursForm, SettingsForm


@require_permissions("change_membersettings")
def member_settings(request: HttpRequest) -> HttpResponse:
    form = SettingsForm(request.POST or None, instance=accounts.load_settings())
    if request.method == "POST" and form.is_valid():
        accounts.save_settings(form.instance, who=request.user)
        messages.success(request, _("The settings have been saved."))
        return redirect("desk:member_settings")
    categories = Category.objects.prefetch_related("rules__kind")
    context = {"form": form, "categories": categories, "kinds": BoxKind.objects.all()}
    return render(request, "catalogue/members/settings.html", context)


@require_permissions("view_closure")
def opening_days(request: HttpRequest) -> HttpResponse:
    if request.method == "POST" and request.user.has_perm("catalogue.add_closure"):
        actions = {"close": _close, "open": _open, "hours": _set_hours}
        action = actions.get(request.POST.get("act", ""))
        if action:
            return action(request) or redirect("desk:opening")
    return _render(request)


def _render(request: HttpRequest, **forms) -> HttpResponse:
    times: dict[str, list[str]] = {}
    for hours in OpeningHours.objects.all():
        span = f"{hours.opens:%H:%M}–{hours.closes:%H:%M}"
        times.setdefault(f"day{hours.weekday}", []).append(span)
    initial = {day: ", ".join(spans) for day, spans in times.items()}
    context = {
        "closures": Closure.objects.filter(last__gte=timezone.localdate())[:100],
        "closure_form": ClosureForm(),
        "hours_form": HoursForm(initial=initial),
    }
    return render(request, "catalogue/members/opening.html", context | forms)


def _close(request: HttpRequest) -> HttpResponse | None:
    form = ClosureForm(request.POST)
    if not form.is_valid():
        return _render(request, closure_form=form)
    return _move(request, lambda **more: opening.add_closure(**form.cleaned_data, **more), closure_form=form)


def _set_hours(request: HttpRequest) -> HttpResponse | None:
    form = HoursForm(request.POST)
    if not form.is_valid():
        return _render(request, hours_form=form)
    return _move(request, lambda **more: opening.set_hours(form.list_hours(), **more), hours_form=form)


def _move(request: HttpRequest, change: Callable[..., int], **forms) -> HttpResponse | None:
    """Changes the open days, and tells how many loans are due later. Staff confirm broken promises first."""
    confirmed_reservation_ids = parse_ids(request.POST.getlist("confirmed"))
    try:
        count = change(
            today=timezone.localdate(), who=request.user, confirmed_reservation_ids=confirmed_reservation_ids
        )
    except PromisesAtRisk as risk:
        return _render(request, broken_promises=risk.promises, repeated=request.POST["act"], **forms)
    text = ngettext("Saved. %(n)s loan is now due later.", "Saved. %(n)s loans are now due later.", count)
    messages.success(request, text % {"n": count} if count else _("Saved."))
    return None


def _open(request: HttpRequest) -> None:
    pks = parse_ids(request.POST.getlist("closure"))
    opening.remove_closure(get_object_or_404(Closure, pk__in=pks[:1]), who=request.user)
    messages.success(request, _("The library is open on these days. Loans keep their due dates."))
