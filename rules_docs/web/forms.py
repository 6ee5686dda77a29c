"""What readers send: an error in a rule, a notice about rights."""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from escale.common import limits
from rules_docs.models import Report, RuleDocument, SectionRevision, SectionText, Takedown, Translation
from rules_docs.reading import reader

REPORTS = limits.Limit("rule-report", 10, 3600)


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
            "mail": gettext_lazy("Mail, if you would like an answer"),
        }


class NoticeForm(forms.ModelForm):
    class Meta:
        model = Takedown
        fields = ["name", "mail", "work", "statement"]
        widgets = {
            "work": forms.Textarea(attrs={"rows": 3, "maxlength": 4000}),
            "statement": forms.Textarea(attrs={"rows": 6, "maxlength": 8000}),
        }


def report(request, slug: str):
    """ "An error here?": keeps the words quoted and the revision that was on the screen."""
    document = get_object_or_404(RuleDocument, slug=slug, withheld=False)
    asked = {name: request.GET.get(name, "")[:500] for name in ("key", "quote")}
    form = ReportForm(request.POST or None, initial=asked, label_suffix="")
    text = _text(document, (request.POST or request.GET).get("key", ""))
    if request.method == "POST" and form.is_valid() and text is not None:
        if limits.hit(REPORTS, limits.address(request)) is None:
            form.instance.document, form.instance.language = document, text.language
            form.instance.revision = _revision(text, request.GET.get("revision", ""))
            form.save()
            messages.success(request, _("Thank you. Somebody will look at this section."))
            return redirect("rules_docs:rule", slug=slug)
        form.add_error(None, _("There were many reports from here; please try again in an hour."))
    context = {"document": document, "title": _title(document), "form": form, "text": text}
    return render(request, "rules_docs/report.html", context)


def _text(document: RuleDocument, key: str) -> SectionText | None:
    """The section text that the reader had before him."""
    found = SectionText.objects.filter(section__document=document, section__key=key[:60])
    texts = {text.language: text for text in found}
    return texts.get(get_language()) or texts.get(document.pivot)


def _title(document: RuleDocument) -> Translation | None:
    titles = reader.published(document)
    return titles.get(get_language()) or next(iter(titles.values()), None)


def _revision(text: SectionText, number: str) -> SectionRevision | None:
    shown = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else text.revision
    return text.revisions.filter(number=shown).first() or text.revisions.first()


def notice(request, slug: str):
    """Somebody's rights are concerned: the notice is kept and the staff decides."""
    document = get_object_or_404(RuleDocument, slug=slug)
    form = NoticeForm(request.POST or None, label_suffix="")
    if request.method == "POST" and form.is_valid():
        if limits.hit(REPORTS, limits.address(request)) is None:
            form.instance.document = document
            form.save()
            messages.success(request, _("Your notice has been received; you will hear from us."))
            return redirect("rules_docs:index")
        form.add_error(None, _("There were many reports from here; please try again in an hour."))
    context = {"document": document, "title": _title(document), "form": form}
    return render(request, "rules_docs/notice.html", context)
