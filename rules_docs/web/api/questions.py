"""Answers a question with sections of a rule."""

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema

from escale.common import limits
from escale.common.api.http import api_view, etag_response
from escale.common.api.problems import enforce
from rules_docs.reading import payloads
from rules_docs.reading.opening import get_rule, read_published_rule
from rules_docs.search.asking import MAX_QUESTION_LENGTH, ask_rule
from rules_docs.search.limits import ASK
from rules_docs.web.api import schemas
from rules_docs.web.api.common import (
    LANG,
    QUERY,
    READING_PROBLEMS,
    activate_language,
    get_query,
)


@extend_schema(
    operation_id="rules_ask",
    parameters=[LANG, QUERY],
    responses={200: schemas.RuleAnswersOut, **READING_PROBLEMS},
    summary="The sections that answer a question, quoted; none when the rule does not answer it",
)
@api_view(["GET"])
def answer_question(request, slug: str):
    """The question may be in any language of the site.

    Nothing is made up: an answer is a section, word for word, with its address.
    """
    language = activate_language(request)
    question = get_query(request, MAX_QUESTION_LENGTH)
    document = get_rule(slug)
    reading = read_published_rule(document, language)
    enforce(ASK, limits.client_key(request))
    answers = ask_rule(document, question, language=reading.language, published=list(reading.titles))
    url = settings.BASE_URL + reverse("rules_docs:rule", args=[slug])
    payload = payloads.create_answers(reading, answers, url)
    return etag_response(request, {"question": question} | payload)
