"""Cataloguing: a title or a box in half a minute, many at once, and what is still missing."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.desk import DeskRefusal, cataloguing
from catalogue.models import Copy, GameTitle, Shelf, Tag
from catalogue.web.desk import ids, needs

BOX = ("inventory_number", "barcode", "shelf", "condition", "languages")


class TitleForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=300)
    language = forms.CharField(
        label=gettext_lazy("Language of the name"), max_length=8, required=False, help_text=gettext_lazy("fr, en, …")
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=GameTitle.Kind.choices, initial="game")
    year = forms.IntegerField(label=gettext_lazy("Year"), required=False, min_value=-10000, max_value=2200)
    age = forms.IntegerField(label=gettext_lazy("From age"), required=False, min_value=0, max_value=99)
    players_min = forms.IntegerField(label=gettext_lazy("Players, from"), required=False, min_value=1, max_value=999)
    players_max = forms.IntegerField(label=gettext_lazy("Players, to"), required=False, min_value=1, max_value=999)
    minutes_min = forms.IntegerField(label=gettext_lazy("Minutes, from"), required=False, min_value=1, max_value=100000)
    minutes_max = forms.IntegerField(label=gettext_lazy("Minutes, to"), required=False, min_value=1, max_value=100000)

    def clean(self):
        told = super().clean()
        for low, high in (("players_min", "players_max"), ("minutes_min", "minutes_max")):
            if told.get(low) and told.get(high) and told[low] > told[high]:
                self.add_error(high, _("This is less than the number before it."))
        return told


class BoxForm(forms.Form):
    inventory_number = forms.CharField(label=gettext_lazy("Inventory number"), max_length=40, required=False)
    barcode = forms.CharField(label=gettext_lazy("Barcode"), max_length=40, required=False)
    shelf = forms.ModelChoiceField(Shelf.objects, label=gettext_lazy("Shelf"), required=False, empty_label="—")
    condition = forms.ChoiceField(label=gettext_lazy("Condition"), choices=Copy.Condition.choices, initial="good")
    languages = forms.CharField(
        label=gettext_lazy("Languages of the box"), max_length=60, required=False, help_text=gettext_lazy("fr,de")
    )


class ManyForm(forms.Form):
    """Only what is filled in is changed."""

    shelf = forms.ModelChoiceField(Shelf.objects, label=gettext_lazy("Shelf"), required=False, empty_label="—")
    condition = forms.ChoiceField(
        label=gettext_lazy("Condition"), choices=[("", "—"), *Copy.Condition.choices], required=False
    )
    languages = forms.CharField(label=gettext_lazy("Languages of the box"), max_length=60, required=False)


class ManyTitlesForm(forms.Form):
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=[("", "—"), *GameTitle.Kind.choices], required=False)
    age = forms.IntegerField(label=gettext_lazy("From age"), required=False, min_value=0, max_value=99)
    language_dependence = forms.TypedChoiceField(
        label=gettext_lazy("Language dependence"),
        choices=[("", "—"), *GameTitle.LanguageDependence.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    tag = forms.ModelChoiceField(Tag.objects, label=gettext_lazy("Add this word"), required=False, empty_label="—")


@needs("add_gametitle")
def overview(request: HttpRequest) -> HttpResponse:
    context = {"queues": cataloguing.counts(), "any_title": GameTitle.objects.exists()}
    return render(request, "catalogue/desk/cataloguing.html", context)


def _title(value: str) -> GameTitle | None:
    return GameTitle.objects.with_names().filter(pk__in=ids([value])).first()


@needs("add_gametitle", "add_copy")
def add(request: HttpRequest) -> HttpResponse:
    """Type the name: what may be the same title is offered first, as a further box of it."""
    title = _title(request.POST.get("title") or request.GET.get("title", ""))
    like = _title(request.POST.get("like") or request.GET.get("like", ""))
    name, posted = request.GET.get("name", "").strip()[:300], request.method == "POST"
    title_form = TitleForm(request.POST if posted and not title else None, initial={"name": name} | _facts(like))
    box_form = BoxForm(request.POST if posted else None, initial={"inventory_number": cataloguing.next_number()})
    if posted and box_form.is_valid() and (title or title_form.is_valid()):
        name = "" if title else title_form.cleaned_data["name"]
        # Said once that it is another title: for this very name the warning is not repeated.
        same = [] if title or request.POST.get("sure") == name else cataloguing.duplicates(name)
        if not same:
            try:
                return _added(request, title, title_form, box_form, like)
            except DeskRefusal as refusal:
                box_form.add_error("inventory_number", str(refusal))
    else:
        same = cataloguing.duplicates(name) if name and not title and not like else []
    context = {
        "title": title,
        "similar_title": like,
        "possible_duplicates": same,
        "title_form": title_form,
        "box_form": box_form,
        "name": name,
    }
    return render(request, "catalogue/desk/add.html", context)


def _facts(like: GameTitle | None) -> dict:
    names = ("kind", "players_min", "players_max", "minutes_min", "minutes_max", "age")
    return {name: getattr(like, name) for name in names} if like else {}


def _added(
    request, title: GameTitle | None, title_form: TitleForm, box_form: BoxForm, like: GameTitle | None
) -> HttpResponse:
    if title is None:
        facts = dict(title_form.cleaned_data)
        name, language = facts.pop("name"), facts.pop("language")
        title = cataloguing.add_title_and_box(
            name=name, language=language, facts=facts, box=box_form.cleaned_data, like=like, who=request.user
        )
    else:
        cataloguing.add_box(title=title, facts=box_form.cleaned_data, who=request.user)
    messages.success(request, _("“%(title)s” is in, with its box.") % {"title": title.name})
    return redirect("desk:add")


@needs("change_gametitle")
def queue(request: HttpRequest, what: str) -> HttpResponse:
    if what not in cataloguing.QUEUES:
        raise Http404
    page = Paginator(cataloguing.missing(what), 50).get_page(request.GET.get("page"))
    context = {"titles_page": page, "label": cataloguing.QUEUES[what][0], "what": what}
    return render(request, "catalogue/desk/queue.html", context)


@needs("change_gametitle", "change_copy")
def many(request: HttpRequest) -> HttpResponse:
    """The boxes or titles that were ticked in a list of the administration."""
    given = request.POST if request.method == "POST" else request.GET
    boxes = Copy.objects.with_title_and_shelf().filter(pk__in=ids(given.getlist("copy"), 1000))
    titles = GameTitle.objects.with_names().filter(pk__in=ids(given.getlist("title"), 1000))
    form = (ManyTitlesForm if titles else ManyForm)(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = {name: value for name, value in form.cleaned_data.items() if value not in (None, "")}
        tag = values.pop("tag", None)
        try:
            count = cataloguing.change_many(things=titles or boxes, values=values, tag=tag, who=request.user)
        except ValidationError as error:
            form.add_error(None, error.messages)
        else:
            text = ngettext("%(n)s entry was changed.", "%(n)s entries were changed.", count)
            messages.success(request, text % {"n": count})
            kind = "gametitle" if titles else "copy"
            return redirect(reverse(f"admin:catalogue_{kind}_changelist"))
    return render(request, "catalogue/desk/many.html", {"boxes": boxes, "titles": titles, "form": form})
