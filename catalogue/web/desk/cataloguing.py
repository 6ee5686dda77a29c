"""Cataloguing: enter a title or a box in half a minute, change many at once, and see what is missing."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from catalogue.desk import DeskRefusal, cataloguing
from catalogue.models import Copy, GameTitle, Shelf, Tag
from catalogue.search import reference
from catalogue.web.desk import load_staff_page, parse_ids, require_permissions
from escale.common.admin.languages_field import LanguagesField, list_box_languages

# The facts that the form for a new title copies from a similar one.
PREFILLED = ("kind", "players_min", "players_max", "minutes_min", "minutes_max", "age")


class TitleForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=300)
    language = forms.ChoiceField(label=gettext_lazy("Language of the name"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=GameTitle.Kind.choices, initial="game")
    year = forms.IntegerField(label=gettext_lazy("Year"), required=False, min_value=-10000, max_value=2200)
    age = forms.IntegerField(label=gettext_lazy("From age"), required=False, min_value=0, max_value=99)
    players_min = forms.IntegerField(
        label=gettext_lazy("Players, from"), required=False, min_value=1, max_value=999
    )
    players_max = forms.IntegerField(
        label=gettext_lazy("Players, to"), required=False, min_value=1, max_value=999
    )
    minutes_min = forms.IntegerField(
        label=gettext_lazy("Minutes, from"), required=False, min_value=1, max_value=100000
    )
    minutes_max = forms.IntegerField(
        label=gettext_lazy("Minutes, to"), required=False, min_value=1, max_value=100000
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [("", "—"), *list_box_languages()]

    def clean(self):
        values = super().clean()
        for low_name, high_name in cataloguing.RANGES:
            low, high = values.get(low_name), values.get(high_name)
            if low and high and low > high:
                self.add_error(high_name, _("This is less than the number before it."))
        return values


class BoxForm(forms.Form):
    inventory_number = forms.CharField(label=gettext_lazy("Inventory number"), max_length=40, required=False)
    barcode = forms.CharField(label=gettext_lazy("Barcode"), max_length=40, required=False)
    shelf = forms.ModelChoiceField(
        Shelf.objects, label=gettext_lazy("Shelf"), required=False, empty_label="—"
    )
    condition = forms.ChoiceField(
        label=gettext_lazy("Condition"), choices=Copy.Condition.choices, initial="good"
    )
    languages = LanguagesField(label=gettext_lazy("Languages of the box"))


class ManyBoxesForm(forms.Form):
    """Values for several boxes at once. An empty field changes nothing."""

    shelf = forms.ModelChoiceField(
        Shelf.objects, label=gettext_lazy("Shelf"), required=False, empty_label="—"
    )
    condition = forms.ChoiceField(
        label=gettext_lazy("Condition"), choices=[("", "—"), *Copy.Condition.choices], required=False
    )
    languages = LanguagesField(label=gettext_lazy("Languages of the box"))


class ManyTitlesForm(forms.Form):
    """Values for several titles at once. An empty field changes nothing."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), choices=[("", "—"), *GameTitle.Kind.choices], required=False
    )
    age = forms.IntegerField(label=gettext_lazy("From age"), required=False, min_value=0, max_value=99)
    language_dependence = forms.TypedChoiceField(
        label=gettext_lazy("Language dependence"),
        choices=[("", "—"), *GameTitle.LanguageDependence.choices],
        coerce=int,
        empty_value=None,
        required=False,
    )
    tag = forms.ModelChoiceField(
        Tag.objects, label=gettext_lazy("Add this tag"), required=False, empty_label="—"
    )


@require_permissions("add_gametitle")
def overview(request: HttpRequest) -> HttpResponse:
    context = {"queues": cataloguing.count_queues(), "any_title": GameTitle.objects.exists()}
    return render(request, "catalogue/desk/cataloguing.html", context)


def _load_title(value: str) -> GameTitle | None:
    return GameTitle.objects.with_names().filter(pk__in=parse_ids([value])).first()


@require_permissions("add_gametitle", "add_copy")
def add(request: HttpRequest) -> HttpResponse:
    """The form for a new title with its box, or for a further box of a title.

    Staff may search for the title first. Titles that may be the same as a new one are shown before it is
    created.
    """
    question = _read_question(request)
    title = _load_title(request.POST.get("title") or request.GET.get("title", ""))
    like = _load_title(request.POST.get("like") or request.GET.get("like", ""))
    name = request.GET.get("name", "").strip()[:300]
    data = request.POST if request.method == "POST" else None
    title_form = TitleForm(
        None if title else data, initial={"name": name or question["name"]} | _prefill(like)
    )
    box_form = BoxForm(
        data, initial={"inventory_number": cataloguing.next_number(), "barcode": question["barcode"]}
    )
    duplicates: list[GameTitle] = []
    if data is not None and box_form.is_valid() and (title or title_form.is_valid()):
        name = "" if title else title_form.cleaned_data["name"]
        # `sure` is the name for which staff have seen the duplicates already.
        if not title and data.get("sure") != name:
            duplicates = cataloguing.find_duplicates(name)
        if not duplicates:
            try:
                return _add_and_redirect(request, title, title_form, box_form, like)
            except DeskRefusal as refusal:
                box_form.add_error("inventory_number", str(refusal))
    elif name and not title and not like:
        duplicates = cataloguing.find_duplicates(name)
    context = {
        "title": title,
        "similar_title": like,
        "possible_duplicates": duplicates,
        "title_form": title_form,
        "box_form": box_form,
        "name": name,
        "question": question,
    }
    return render(request, "catalogue/desk/add.html", context)


def _read_question(request: HttpRequest) -> dict:
    """The search of staff, and the titles found. A scanned barcode is kept for the new box."""
    text = request.GET.get("q", "").replace("\0", "").strip()[:300]
    known_barcode = request.GET.get("barcode", "").strip()
    barcode = next(filter(reference.is_barcode, (text, known_barcode)), "")
    is_name = any(letter.isalpha() for letter in text) and "/" not in text
    return {
        "text": text,
        "barcode": barcode,
        "name": text if is_name else "",
        "titles": reference.find_titles(text) if text else [],
    }


def _prefill(like: GameTitle | None) -> dict:
    return {name: getattr(like, name) for name in PREFILLED} if like else {}


def _add_and_redirect(
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
    messages.success(request, _("A box of “%(title)s” has been added.") % {"title": title.name})
    return redirect("desk:add")


@require_permissions("change_gametitle")
def queue(request: HttpRequest, what: str) -> HttpResponse:
    """The titles that lack a fact."""
    if what not in cataloguing.QUEUES:
        raise Http404
    label, _condition = cataloguing.QUEUES[what]
    page = load_staff_page(request, cataloguing.titles_of_queue(what), cataloguing.MOST_POPULAR_FIRST)
    return render(request, "catalogue/desk/queue.html", {"titles_page": page, "label": label, "what": what})


@require_permissions("change_gametitle", "change_copy")
def many(request: HttpRequest) -> HttpResponse:
    """Changes the boxes or the titles that were ticked in a list of the administration."""
    parameters = request.POST if request.method == "POST" else request.GET
    boxes = Copy.objects.with_title_and_shelf().filter(pk__in=parse_ids(parameters.getlist("copy"), 1000))
    titles = GameTitle.objects.with_names().filter(pk__in=parse_ids(parameters.getlist("title"), 1000))
    form = (ManyTitlesForm if titles else ManyBoxesForm)(request.POST or None)
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
            model = "gametitle" if titles else "copy"
            return redirect(reverse(f"admin:catalogue_{model}_changelist"))
    return render(request, "catalogue/desk/many.html", {"boxes": boxes, "titles": titles, "form": form})
