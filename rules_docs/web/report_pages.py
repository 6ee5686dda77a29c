"""The forms for readers: report an error in a rule, or send a notice about rights."""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from escale.common import limits
from rules_docs.models import Report, RuleDocument, SectionRevision, SectionText, Takedown, Translation
from rules_docs.reading.titles import list_titles
from rules_docs.web.numbers import parse_number

REPORTS = limits.Limit("rule-report", 10, 3600)  # for each address
_MAX_INITIAL_LENGTH = 500
_MAX_KEY_LENGTH = 60


class ReportForm(forms.ModelForm):
    class Meta:
        model = Report
        fields = ["key", "quote", "message", "mail"]
        widgets = {
            "key": forms.HiddenInput,
            "quote": forms.Textarea(attrs={"rows": 3, "maxlength": 500}),
            "message": forms.Textarea(attrs={"rows": 5, "maxlength": 4000}),
        }
        labels = {
            "quote": gettext_lazy("The words in question"),
            "message": gettext_lazy("What is wrong or unclear?"),
            "mail": gettext_lazy("Email, if you would like an answer"),
        }


class TakedownForm(forms.ModelForm):
    class Meta:
        model = Takedown
        fields = ["name", "mail", "work", "statement"]
        widgets = {
            "work": forms.Textarea(attrs={"rows": 3, "maxlength": 4000}),
            "statement": forms.Textarea(attrs={"rows": 6, "maxlength": 8000}),
        }


def report_error(request, slug: str):
    """The form "An error here?" of one section. It saves the revision that the reader had on the screen."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    initial = {name: request.GET.get(name, "")[:_MAX_INITIAL_LENGTH] for name in ("key", "quote")}
    form = ReportForm(request.POST or None, initial=initial, label_suffix="")
    key = (request.POST or request.GET).get("key", "")
    text = _find_text(document, key)
    if request.method == "POST" and form.is_valid() and text is not None and _admit_report(request, form):
        report = form.instance
        report.document = document
        report.language = text.language
        # The form is sent to the address of its page, whose query names the revision on the reader's screen.
        report.revision = _find_revision(text, request.GET.get("revision", ""))
        form.save()
        messages.success(request, _("Thank you. Somebody will look at this section."))
        return redirect("rules_docs:rule", slug=slug)
    context = {"document": document, "title": _find_title(document), "form": form, "text": text}
    return render(request, "rules_docs/report.html", context)


def send_takedown(request, slug: str):
    """The form for a notice about rights, on which the staff decides."""
    document = get_object_or_404(RuleDocument, slug=slug)
    form = TakedownForm(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid() and _admit_report(request, form):
        form.instance.document = document
        form.save()
        messages.success(request, _("Your notice has been received; you will hear from us."))
        return redirect("rules_docs:index")
    context = {"document": document, "title": _find_title(document), "form": form}
    return render(request, "rules_docs/notice.html", context)


def _admit_report(request, form: forms.ModelForm) -> bool:
    """Whether this address may send another report, which is counted; if not, the form gets an error."""
    wait_seconds = limits.count_request(REPORTS, limits.client_key(request))
    if wait_seconds is None:
        return True
    form.add_error(None, _("Too many reports from your network; please try again in an hour."))
    return False


def _find_text(document: RuleDocument, key: str) -> SectionText | None:
    """The text of a section that the reader saw: in the reader's language, else in the pivot."""
    texts = SectionText.objects.filter(section__document=document, section__key=key[:_MAX_KEY_LENGTH])
    texts_by_language = {text.language: text for text in texts}
    return texts_by_language.get(get_language()) or texts_by_language.get(document.pivot)


def _find_title(document: RuleDocument) -> Translation | None:
    titles = list_titles(document)
    return titles.get(get_language()) or next(iter(titles.values()), None)


def _find_revision(text: SectionText, number: str) -> SectionRevision | None:
    """The revision with this number, else the newest."""
    revision_number = parse_number(number)
    if revision_number is None:
        revision_number = text.revision
    return text.revisions.filter(number=revision_number).first() or text.revisions.first()
