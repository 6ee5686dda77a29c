"""The responses of the catalogue's API, only for the OpenAPI schema. No logic."""

from rest_framework import serializers


class NamedOut(serializers.Serializer):
    """A name, and the slug that addresses use."""

    slug = serializers.CharField()
    name = serializers.CharField()


class NameOut(serializers.Serializer):
    """One of the names of a title."""

    name = serializers.CharField()
    language = serializers.CharField(allow_blank=True, help_text="Empty where nobody has told it.")
    kind = serializers.ChoiceField(["main", "original", "translation", "former"])


class PlayersOut(serializers.Serializer):
    """The numbers of players: possible, best and recommended ones."""

    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)
    best = serializers.ListField(child=serializers.IntegerField())
    recommended = serializers.ListField(child=serializers.IntegerField())


class MinutesOut(serializers.Serializer):
    """How long a play takes, in minutes."""

    min = serializers.IntegerField(allow_null=True)
    max = serializers.IntegerField(allow_null=True)


class CopyOut(serializers.Serializer):
    """A box and where it is."""

    inventory_number = serializers.CharField(allow_null=True)
    shelf = serializers.CharField(allow_null=True)
    room = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(["in", "out", "repair"])
    back = serializers.DateField(allow_null=True, help_text="When a box that is out is expected.")
    condition = serializers.ChoiceField(["new", "good", "worn", "poor"])
    missing = serializers.CharField(allow_blank=True)
    languages = serializers.ListField(child=serializers.CharField())
    edition = serializers.CharField(allow_blank=True)
    acquired = serializers.DateField(allow_null=True)


class RuleOut(serializers.Serializer):
    """A rule that can be read here."""

    document = serializers.CharField()
    language = serializers.CharField()
    url = serializers.URLField()


class TitleOut(serializers.Serializer):
    """A game title, with everything that the house knows about it."""

    slug = serializers.CharField()
    name = serializers.CharField(help_text="In the language of the answer.")
    names = NameOut(many=True)
    kind = serializers.ChoiceField(["game", "expansion", "accessory"])
    year = serializers.IntegerField(allow_null=True)
    players = PlayersOut()
    minutes = MinutesOut()
    age = serializers.IntegerField(allow_null=True)
    weight = serializers.FloatField(allow_null=True, help_text="From 1 (light) to 5 (heavy).")
    language_dependence = serializers.IntegerField(
        allow_null=True, help_text="From 1 (no text) to 5 (unplayable)."
    )
    esar = serializers.CharField(allow_blank=True)
    col = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)
    designers = NamedOut(many=True)
    artists = NamedOut(many=True)
    publishers = NamedOut(many=True)
    mechanisms = NamedOut(many=True)
    themes = NamedOut(many=True)
    families = NamedOut(many=True)
    base = NamedOut(allow_null=True)
    expansions = NamedOut(many=True)
    external_ids = serializers.DictField(child=serializers.IntegerField(), help_text='{"bgg": 13}')
    copies = CopyOut(many=True)
    available = serializers.BooleanField(help_text="At least one box stands on its shelf now.")
    rules = RuleOut(many=True)
    playable = serializers.BooleanField(help_text="It can be played here, at an online table.")
    play_url = serializers.CharField(allow_blank=True, help_text="The page where it is played here.")
    cover = serializers.URLField()
    url = serializers.URLField()
    changed_in = serializers.IntegerField()


class OptionOut(serializers.Serializer):
    """A value that narrows the results, and the number of titles that would remain."""

    value = serializers.CharField()
    label = serializers.CharField()
    count = serializers.IntegerField()


class TitlesOut(serializers.Serializer):
    """A page of titles, with `facets` if the request asks for them."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = TitleOut(many=True)
    facets = serializers.DictField(child=OptionOut(many=True), required=False)


class CopiesOut(serializers.Serializer):
    """The boxes of a title."""

    count = serializers.IntegerField()
    results = CopyOut(many=True)


class ListedOut(serializers.Serializer):
    """A list of titles without pages."""

    results = TitleOut(many=True)


class SuggestionOut(serializers.Serializer):
    """A suggested title, and the name by which it was found."""

    slug = serializers.CharField()
    name = serializers.CharField()
    matched = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    url = serializers.URLField()


class SuggestionsOut(serializers.Serializer):
    """Suggestions for a text that is still being typed."""

    results = SuggestionOut(many=True)


class ReasonOut(serializers.Serializer):
    """A reason why a title was picked."""

    code = serializers.CharField()
    number = serializers.IntegerField()
    text = serializers.CharField()


class PickOut(serializers.Serializer):
    """A title for tonight."""

    title = TitleOut()
    shelves = serializers.ListField(child=serializers.CharField())
    reasons = ReasonOut(many=True)


class PicksOut(serializers.Serializer):
    """At most three titles. `others` is the address of three other titles."""

    results = PickOut(many=True)
    others = serializers.URLField(allow_null=True)


class ChangeLinks(serializers.Serializer):
    """The addresses of a title."""

    self = serializers.URLField(help_text="The title in this API.")
    page = serializers.URLField(help_text="Its page for people.")


class ChangeOut(serializers.Serializer):
    """A title that is new or changed."""

    slug = serializers.CharField()
    changed_in = serializers.IntegerField()
    changed_at = serializers.DateTimeField()
    url = serializers.URLField(help_text="Deprecated: the same as `links.self`.")
    links = ChangeLinks()
    title = TitleOut(required=False, allow_null=True, help_text="With `expand=1`.")


class RemovalOut(serializers.Serializer):
    """A title that was removed."""

    slug = serializers.CharField()
    changed_in = serializers.IntegerField()
    removed_at = serializers.DateTimeField()


class ChangesOut(serializers.Serializer):
    """Follow `next` while there is one; then ask again with `since` = `version`."""

    version = serializers.IntegerField()
    results = ChangeOut(many=True)
    removed = RemovalOut(many=True)
    next = serializers.URLField(allow_null=True)
