"""Pages of the evening planner: make a plan, share its link, say who comes, vote, put boxes aside."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from catalogue.desk import DeskRefusal, reserving
from catalogue.evenings import plans
from catalogue.exporting.calendar_files import write_evening_calendar
from catalogue.models import Evening, GameTitle
from catalogue.presenting.picking import MOOD_NAMES
from catalogue.web.name_field import NameField
from escale.common import limits

PLAN = limits.Limit("evening", 10, 3600)
JOIN = limits.Limit("guest of an evening", 60, 3600)


class EveningForm(forms.Form):
    name = NameField(
        label=gettext_lazy("Name of the evening"),
        max_length=100,
        help_text=gettext_lazy("The boxes are put aside under this name."),
    )
    day = forms.DateField(label=gettext_lazy("Day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    begins = forms.TimeField(
        label=gettext_lazy("Begins at"), widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes available"), min_value=15, max_value=1440, initial=150
    )


class GuestForm(forms.Form):
    name = NameField(label=gettext_lazy("Your name"), max_length=60)
    people = forms.IntegerField(
        label=gettext_lazy("How many are coming"), min_value=1, max_value=plans.MAX_PEOPLE, initial=1
    )
    age = forms.IntegerField(
        label=gettext_lazy("Age of the youngest"), min_value=1, max_value=99, required=False
    )
    arrives = forms.TimeField(
        label=gettext_lazy("Arrival time"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, "%H:%M"),
        help_text=gettext_lazy("Only if you come after the start."),
    )
    mood = forms.ChoiceField(
        label=gettext_lazy("What you would like"), choices=list(MOOD_NAMES.items()), required=False
    )


@never_cache
def new_evening(request: HttpRequest) -> HttpResponse:
    today = timezone.localdate()
    form = EveningForm(request.POST or None, initial={"day": today, "begins": "19:30"})
    if request.method == "POST" and form.is_valid():
        try:
            if limits.count_request(PLAN, limits.client_key(request)):
                raise DeskRefusal(_("Too many evenings; please try again in an hour."))
            evening = plans.plan_evening(today=today, **form.cleaned_data)
        except DeskRefusal as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("catalogue:evening", evening.key)
    return render(request, "catalogue/new_evening.html", {"form": form})


@never_cache
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """The plan of an evening, for everybody who has its link."""
    plan = get_object_or_404(Evening, key=key)
    form = GuestForm(request.POST if request.POST.get("act") == "join" else None)
    reserved: list = []
    if request.method == "POST":
        try:
            if limits.count_request(JOIN, limits.client_key(request)):
                raise DeskRefusal(_("That is a lot of changes; please wait an hour."))
            reserved = _handle_action(request, plan, form)
            if not reserved and (not form.is_bound or form.is_valid()):
                return redirect("catalogue:evening", key)
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
    return _render_evening(request, plan, form, reserved)


def _handle_action(request: HttpRequest, plan: Evening, form: GuestForm) -> list:
    """Does what the pressed button means; returns the reservations that were made."""
    act, today = request.POST.get("act", ""), timezone.localdate()
    if act == "join" and form.is_valid():
        plans.join(evening=plan, votes=request.POST.getlist("vote"), **form.cleaned_data)
        messages.success(request, _("Saved. Enter the same name again to change your entry."))
    elif act == "leave":
        plans.leave(evening=plan, name=request.POST.get("guest", "")[:60])
    elif act == "propose":
        plans.make_proposals(evening=plan, today=today)
    elif act == "put_aside":
        reserved = plans.put_aside(evening=plan, key=request.POST.get("proposal", ""), today=today)
        messages.success(request, _("The boxes are waiting for you."))
        return reserved
    return []


def _render_evening(request: HttpRequest, plan: Evening, form: GuestForm, reserved: list) -> HttpResponse:
    plan.refresh_from_db()
    guests = list(plan.guests.all())
    votes = plans.count_votes(plan, guests)
    title_ids = {id for proposal in plan.proposals for id in proposal}
    titles = GameTitle.objects.with_names().in_bulk(title_ids)
    proposals = [
        {"key": key, "titles": [titles[id] for id in ids if id in titles], "votes": votes[key]}
        for key, ids in zip(plans.list_keys(plan), plan.proposals, strict=True)
    ]
    context = {
        "plan": plan,
        "guests": [(guest, MOOD_NAMES.get(guest.mood, "")) for guest in guests],
        "people": sum(guest.people for guest in guests),
        "proposals": proposals,
        "form": form,
        "reserved": [(row.title, reserving.sign_token(row)) for row in reserved],
        "address": request.build_absolute_uri(),
        "days": settings.GUEST_DAYS,
    }
    return render(request, "catalogue/evening.html", context)


def evening_calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The evening as a calendar file for a guest."""
    plan = get_object_or_404(Evening, key=key)
    address = request.build_absolute_uri().rsplit("/", 1)[0] + "/"
    response = HttpResponse(
        write_evening_calendar(plan, address), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = 'attachment; filename="evening.ics"'
    response["Cache-Control"] = "no-store"
    return response
