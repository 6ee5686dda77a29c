"""Score sheets: an empty sheet for each title, the private page of a stored sheet, and files of BG Stats."""

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from catalogue.desk import DeskRefusal
from catalogue.evenings import bg_stats, scoring, sheets
from catalogue.evenings.scoring import Content
from catalogue.models import GameTitle, ScoreSheet
from escale.common import limits

KEEP = limits.Limit("score sheet", 30, 3600)
IMPORT = limits.Limit("plays", 5, 3600)
#: The server refuses larger request bodies of guests (`DATA_UPLOAD_MAX_MEMORY_SIZE`).
MAX_FILE_SIZE = 1_000_000
ACTIONS = {"player": scoring.add_player, "line": scoring.add_line, "total": lambda content: None}


class PlayForm(forms.Form):
    """The facts of a sheet besides its scores."""

    played_on = forms.DateField(
        label=gettext_lazy("Played on"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), required=False, min_value=1, max_value=sheets.LONGEST_PLAY
    )
    is_counted = forms.BooleanField(
        label=gettext_lazy("Count these minutes towards the playing time here"),
        required=False,
        initial=True,
    )


@never_cache
def new_sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """An empty sheet for a title. Nothing is stored until somebody saves it."""
    title = get_object_or_404(GameTitle.objects.with_names(), slug=slug)
    if request.method == "POST":
        return _handle_form(request, title, None)
    content = scoring.make_content(
        _read_count(request.GET.get("players", ""), scoring.USUAL_PLAYERS),
        scoring.read_categories(title.score_categories),
    )
    for _line in range(len(content["categories"]), _read_count(request.GET.get("lines", ""), 0)):
        scoring.add_line(content)
    form = PlayForm(initial={"played_on": timezone.localdate()})
    return _render_sheet(request, title, content, form, is_fresh=True)


def _read_count(text: str, otherwise: int) -> int:
    is_count = text.isascii() and text.isdecimal() and len(text) < 3
    return min(int(text), scoring.MAX_CATEGORIES) if is_count else otherwise


@never_cache
def kept_sheet(request: HttpRequest, key: str) -> HttpResponse:
    """A sheet that is stored on the site, for everybody who has its link."""
    sheet = _load_sheet(key)
    if request.method == "POST":
        if request.POST.get("act") == "delete":
            sheets.delete_sheet(sheet)
            messages.success(request, _("The sheet has been deleted."))
            return redirect("catalogue:title", sheet.title.slug)
        return _handle_form(request, sheet.title, sheet)
    content = sheet.content or scoring.make_content(sheet.players, [])
    initial = {"played_on": sheet.played_on, "minutes": sheet.minutes, "is_counted": sheet.is_counted}
    return _render_sheet(request, sheet.title, content, PlayForm(initial=initial), sheet=sheet)


def _load_sheet(key: str) -> ScoreSheet:
    rows = ScoreSheet.objects.select_related("title").prefetch_related("title__names")
    return get_object_or_404(rows, key=key)


def _handle_form(request: HttpRequest, title: GameTitle, sheet: ScoreSheet | None) -> HttpResponse:
    form = PlayForm(request.POST)
    content = scoring.make_content(1, [])
    try:
        content = scoring.read_form(request.POST)
        content["expansions"] = list(_choose_expansions(title, content))
        if action := ACTIONS.get(request.POST.get("act", "")):
            action(content)
        elif form.is_valid():
            if limits.count_request(KEEP, limits.client_key(request)):
                raise DeskRefusal(_("That is a lot of sheets; please wait an hour."))
            today = timezone.localdate()
            saved_sheet = sheets.keep_sheet(
                title=title, content=content, today=today, sheet=sheet, **form.cleaned_data
            )
            messages.success(
                request, _("The sheet has been saved on the site. Its address is private: keep it.")
            )
            return redirect("catalogue:sheet", saved_sheet.key)
    except DeskRefusal as refusal:
        messages.error(request, str(refusal))
    return _render_sheet(request, title, content, form, sheet=sheet)


def _choose_expansions(title: GameTitle, content: Content) -> QuerySet[GameTitle, str]:
    """The slugs in the sheet that are expansions of this title."""
    chosen = title.expansions.filter(slug__in=content["expansions"])
    return chosen.order_by("sort_key", "pk").values_list("slug", flat=True)


def _render_sheet(
    request: HttpRequest,
    title: GameTitle,
    content: Content,
    form: PlayForm,
    *,
    sheet: ScoreSheet | None = None,
    is_fresh: bool = False,
) -> HttpResponse:
    request.canonical = ""  # type: ignore[attr-defined]
    totals = scoring.add_up(content)
    players = [
        player | {"total": str(total)} for player, total in zip(content["players"], totals, strict=True)
    ]
    context = {
        "title": title,
        "content": content,
        "expansions": title.expansions.listed().with_names().order_by("sort_key", "pk"),
        "players": players,
        "lines": [
            (category, ["" if score is None else str(score) for score in scores])
            for category, scores in zip(content["categories"], content["scores"], strict=True)
        ],
        "standings": scoring.rank(content),
        "form": form,
        "sheet": sheet,
        "is_fresh": is_fresh,
        "most_players": scoring.MAX_PLAYERS,
        "kept_days": sheets.KEPT_DAYS,
        "address": request.build_absolute_uri() if sheet else "",
    }
    return render(request, "catalogue/sheet.html", context)


def sheet_file(request: HttpRequest, key: str) -> HttpResponse:
    """The sheet as a file that BG Stats can import."""
    sheet = _load_sheet(key)
    if not sheet.content:
        raise Http404
    response = JsonResponse(bg_stats.write_plays([sheet]), json_dumps_params={"ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{sheet.title.slug}.bgsplay.json"'
    response["Cache-Control"] = "no-store"
    return response


@never_cache
def import_plays(request: HttpRequest) -> HttpResponse:
    """Imports plays from a file of BG Stats. They count for playing times only if staff import them."""
    saved_sheets: list[ScoreSheet] = []
    result = None
    if request.method == "POST":
        try:
            upload = request.FILES.get("file")
            if upload is None or (upload.size or 0) > MAX_FILE_SIZE:
                raise DeskRefusal(_("Choose a file of at most 1 MB."))
            if limits.count_request(IMPORT, limits.client_key(request)):
                raise DeskRefusal(_("That is a lot of files; please wait an hour."))
            result = bg_stats.read_plays(upload.read())
            is_staff = request.user.has_perm("catalogue.change_gametitle")
            saved_sheets = sheets.keep_plays(result.plays, is_counted=is_staff, today=timezone.localdate())
            text = ngettext("%(n)s play has been saved.", "%(n)s plays have been saved.", len(saved_sheets))
            messages.success(request, text % {"n": len(saved_sheets)})
        except DeskRefusal as refusal:
            messages.error(request, str(refusal))
    request.canonical = ""  # type: ignore[attr-defined]
    unknown = sorted(set(result.unknown_games)) if result else []
    context = {"kept": saved_sheets, "unknown": unknown, "unreadable": result.unreadable if result else 0}
    return render(request, "catalogue/import_plays.html", context)
