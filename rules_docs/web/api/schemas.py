"""The bodies of responses about rules. They are used only for the OpenAPI schema."""

from drf_spectacular.utils import inline_serializer
from rest_framework import serializers

LANGUAGE_HELP = "The language of this text. If the text has not been translated, the pivot language."


class RuleSummaryOut(serializers.Serializer):
    """A rule in a list."""

    document = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField(allow_blank=True)
    language = serializers.CharField(help_text=LANGUAGE_HELP)
    languages = serializers.ListField(child=serializers.CharField(), help_text="In which it is published.")
    pivot = serializers.CharField(help_text="The language that decides the sense.")
    rights = serializers.CharField(help_text="`rewrite`, `licensed`, `public-domain` or `link-only`.")
    edition = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="From, to.")
    minutes = serializers.ListField(child=serializers.IntegerField(allow_null=True), help_text="From, to.")
    age = serializers.IntegerField(allow_null=True)
    external_ids = serializers.DictField(child=serializers.IntegerField(), help_text='{"bgg": 13}')
    url = serializers.URLField()


class RulingOut(serializers.Serializer):
    """An answer of the house to a question about a section."""

    key = serializers.CharField()
    kind = serializers.CharField(help_text="`faq`, `erratum`, `ruling`, `divergence` or `online`.")
    language = serializers.CharField()
    question = serializers.CharField()
    html = serializers.CharField()


class RuleSectionOut(serializers.Serializer):
    """A section of a rule."""

    key = serializers.CharField(help_text="The same in all languages and for ever.")
    level = serializers.IntegerField()
    kind = serializers.CharField(
        allow_blank=True, help_text="`text`, `setup`, `aid`, `faq`, `variant` or `short`."
    )
    players = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="For how many players the section applies; empty for all.",
    )
    heading = serializers.CharField()
    language = serializers.CharField(help_text=LANGUAGE_HELP)
    freshness = serializers.ChoiceField(
        ["fresh", "stale", "missing"],
        help_text="Of the translation, compared with the text in the pivot language.",
    )
    revision = serializers.IntegerField()
    excerpt = serializers.CharField(allow_blank=True)
    html = serializers.CharField()
    rulings = RulingOut(many=True)


class SectionPositionOut(serializers.Serializer):
    """A position of the game in which the section applies; `/positions/{id}/` describes it in full."""

    id = serializers.CharField()
    game = serializers.CharField()
    section = serializers.CharField()
    question = serializers.DictField(help_text="Its text, choices, answer, and what the engine says.")
    picture = serializers.CharField(help_text="The path of a drawing (SVG).")
    view = serializers.DictField(help_text="What the seat that must decide may know.")
    menu = serializers.ListField(
        child=serializers.DictField(),
        help_text="The actions of the seat that must decide; each may be tried.",
    )


class SectionOut(RuleSectionOut):
    """A section with its place and its positions."""

    document = serializers.CharField()
    edition = serializers.IntegerField(allow_null=True)
    url = serializers.URLField()
    positions = SectionPositionOut(many=True)


class RuleTermOut(serializers.Serializer):
    """A word of the glossary."""

    key = serializers.CharField()
    section = serializers.CharField(allow_blank=True, allow_null=True)
    names = serializers.DictField(child=serializers.CharField(), help_text="By language.")
    meanings = serializers.DictField(child=serializers.CharField(), help_text="By language.")


class RuleSourceOut(serializers.Serializer):
    """A printed rule that was read for this one."""

    language = serializers.CharField(allow_blank=True)
    publisher = serializers.CharField(allow_blank=True)
    year = serializers.IntegerField(allow_null=True)
    credits = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)


class RuleDocumentOut(RuleSummaryOut):
    """A whole rule."""

    subtitle = serializers.CharField(allow_blank=True)
    reading_minutes = serializers.IntegerField()
    sections = RuleSectionOut(many=True)
    terms = RuleTermOut(many=True)
    sources = RuleSourceOut(many=True)


class FoundPieceOut(serializers.Serializer):
    """A part of an excerpt; `found` marks the words of the query."""

    text = serializers.CharField(allow_blank=True)
    found = serializers.BooleanField()


class FoundSectionOut(serializers.Serializer):
    """A section that matches the query."""

    document = serializers.CharField()
    title = serializers.CharField()
    key = serializers.CharField()
    heading = serializers.CharField()
    language = serializers.CharField()
    kind = serializers.CharField(allow_blank=True)
    url = serializers.URLField()
    excerpt = FoundPieceOut(many=True)


class RuleSearchPage(serializers.Serializer):
    """A page of sections."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = FoundSectionOut(many=True)


class AnswerOut(RuleSectionOut):
    """The whole section that answers a question."""

    url = serializers.URLField()


class RuleAnswersOut(serializers.Serializer):
    """The answers of a rule to a question."""

    question = serializers.CharField()
    document = serializers.CharField()
    edition = serializers.IntegerField(allow_null=True)
    understood_in = serializers.CharField(help_text="The language in which the question was understood.")
    answered = serializers.BooleanField()
    answers = AnswerOut(many=True, help_text="Best first; empty when the rule does not answer.")


class DifferentPieceOut(serializers.Serializer):
    """Successive words of the same kind."""

    kind = serializers.ChoiceField(["same", "old", "new"], help_text="`old` words were removed.")
    text = serializers.CharField(allow_blank=True)


class DifferentSectionOut(serializers.Serializer):
    """A section that differs."""

    key = serializers.CharField()
    heading = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(["added", "removed", "changed"])
    pieces = DifferentPieceOut(many=True)


# A class cannot have a member of the name "from".
ComparisonOut = inline_serializer(
    "ComparisonOut",
    fields={
        "document": serializers.CharField(),
        "language": serializers.CharField(),
        "from": serializers.IntegerField(
            allow_null=True, help_text="Number of an edition; 0 is today's text."
        ),
        "to": serializers.IntegerField(),
        "sections": DifferentSectionOut(many=True),
    },
)
