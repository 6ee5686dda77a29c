"""What the API views of rules share: parameters, and the rule of the request."""

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter

from escale.common import languages
from escale.common.api.http import refuse_empty
from escale.common.api.problems import Problem
from escale.common.api.schema import problems
from rules_docs.reading.opening import require_words
from rules_docs.search.index.query import MAX_QUERY_LENGTH

LANG = OpenApiParameter("lang", str, enum=list(languages.codes()), description="Instead of Accept-Language.")
#: the problems if a rule may not be read
READING_PROBLEMS = problems(403, 404, 451)
QUERY = OpenApiParameter(
    "q", {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH, "pattern": r"\S"}, required=True
)


def get_language_parameter(request, name: str) -> str:
    """The language in this parameter of the query; empty if it is absent."""
    refuse_empty(request, (name,))
    language = request.GET.get(name, "")
    if language and language not in languages.codes():
        sentence = _("One of %(languages)s is expected.") % {"languages": ", ".join(languages.codes())}
        raise Problem(400, "invalid", errors={name: [sentence]})
    return language


def activate_language(request) -> str:
    """The language of the answer: that of the query, else of Accept-Language. It is activated for
    messages.
    """
    language = get_language_parameter(request, "lang")
    if language:
        translation.activate(language)
    return language or translation.get_language()


def get_query(request, max_length: int) -> str:
    return require_words(request.GET.get("q", ""), name="q", max_length=max_length)
