"""Short ways to the objects that tests of the catalogue need."""

from catalogue.models import Copy, GameTitle, Shelf, TitleName


def make_title(name="Azul", *, slug="", names=(), **facts) -> GameTitle:
    """A title with its main name and (language, name) translations."""
    title = GameTitle.objects.create(
        slug=slug or name.lower().replace(" ", "-"), sort_key=name.casefold(), **facts
    )
    TitleName.objects.create(title=title, name=name, kind=TitleName.Kind.MAIN)
    for language, other in names:
        TitleName.objects.create(title=title, language=language, name=other)
    return title


def make_copy(title=None, *, shelf="", **facts) -> Copy:
    place = Shelf.objects.get_or_create(code=shelf)[0] if shelf else None
    return Copy.objects.create(title=title or make_title(), shelf=place, **facts)
