"""Finds the people, companies and tags that a file names, and creates those that are missing.

All spellings of a name give the same slug. The names of a tag in all languages lead to one tag.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalogue.importing.bulk_sql import BulkSql
from catalogue.importing.file.cells import Listing, Reader
from catalogue.importing.file.fields import CREDITS, TAGS
from catalogue.models import Contributor, Tag
from catalogue.vocabulary import load_words
from escale.common import languages
from escale.common.text.folding import tokenize

MAX_SLUG = 200


@lru_cache(20_000)
def slug_of_name(name: str) -> str:
    return "-".join(tokenize(name)) or name


@dataclass(slots=True)
class Registry:
    """The tags of one kind (mechanism, theme or family). If `kind` is empty, the people and companies."""

    bulk_sql: BulkSql
    kind: str = ""
    pk_by_slug: dict[str, int] = field(default_factory=dict)
    # The first spelling in the file, by which a missing person or tag is created.
    name_by_slug: dict[str, str] = field(default_factory=dict)
    # By the slug of a name in another language: the slug of the tag.
    slug_by_alias: dict[str, str] = field(default_factory=dict)
    _newest_pk: int = 0

    def __post_init__(self) -> None:
        for names_by_language in load_words(self.kind):
            self._add_aliases(slug_of_name(names_by_language[languages.SOURCE]), names_by_language)

    def load_new(self) -> None:
        """Loads the people or tags that this import or another process has added since the last call."""
        if self.kind:
            tags = Tag.objects.filter(kind=self.kind, pk__gt=self._newest_pk)
            for pk, slug, names_by_language in tags.order_by("pk").values_list("pk", "slug", "names"):
                self._add(pk, slug)
                self._add_aliases(slug, names_by_language)
        else:
            contributors = Contributor.objects.filter(pk__gt=self._newest_pk)
            for pk, slug in contributors.order_by("pk").values_list("pk", "slug"):
                self._add(pk, slug)

    def _add(self, pk: int, slug: str) -> None:
        self.pk_by_slug[slug] = pk
        self._newest_pk = pk

    def _add_aliases(self, slug: str, names_by_language: Mapping[str, str]) -> None:
        for name in names_by_language.values():
            self.slug_by_alias.setdefault(slug_of_name(name), slug)

    def slug_reader(self, listing: Listing) -> Reader:
        """Returns a reader of cells that list names.

        The reader returns the slugs of the names, in their order, each once.
        """

        def read_slugs(cell: str) -> tuple[str, ...] | None:
            slugs = [self._find_slug(name) for name in listing(cell) or ()]
            return tuple(dict.fromkeys(slugs)) or None

        return read_slugs

    def _find_slug(self, name: str) -> str:
        slug = slug_of_name(name)[:MAX_SLUG]
        slug = self.slug_by_alias.get(slug, slug)
        self.name_by_slug.setdefault(slug, name)
        return slug

    def create_missing(self, slugs: Iterable[str]) -> None:
        """Creates the people or tags that the catalogue does not have yet."""
        missing_slugs = [slug for slug in dict.fromkeys(slugs) if slug not in self.pk_by_slug]
        if not missing_slugs:
            return
        if self.kind:
            self._create_tags(missing_slugs)
        else:
            rows = [(slug, self.name_by_slug[slug]) for slug in missing_slugs]
            self.bulk_sql.insert("catalogue_contributor", ("slug", "name"), rows)
        self.load_new()

    def _create_tags(self, slugs: list[str]) -> None:
        """Creates tags. Those of our vocabulary get names in all languages, others the name in the file."""
        words = load_words(self.kind)
        word_by_slug = {slug_of_name(word[languages.SOURCE]): word for word in words}
        tags = []
        for slug in slugs:
            names_by_language = word_by_slug.get(slug) or {languages.SOURCE: self.name_by_slug[slug]}
            tags.append(Tag(kind=self.kind, slug=slug, names=names_by_language))
        Tag.objects.bulk_create(tags)


def create_registries(bulk_sql: BulkSql) -> dict[str, Registry]:
    """The registry of each field that lists people or tags. All fields of people and companies share one
    registry, because the catalogue has them in one table.
    """
    people = Registry(bulk_sql)
    registries = dict.fromkeys(CREDITS, people)
    for field_name, kind in TAGS.items():
        registries[field_name] = Registry(bulk_sql, kind)
    return registries
