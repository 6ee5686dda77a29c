"""What must hold of every page's HTML, whoever it is for."""

import re

import html5lib


def squeeze(html: str) -> str:
    """The page on one line, without the white space beside its tags: templates may be indented as
    they like.
    """
    one_line = re.sub(r"\s+", " ", html)
    return re.sub(r" ?(<[^>]*?) ?(/?>) ?", r"\1\2", one_line)


def assert_valid(html: str) -> None:
    html5lib.HTMLParser(strict=True).parse(html)
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert sorted(ids) == sorted(set(ids)), "an id stands twice"
    assert re.findall(r'\s(?:style|on\w+)="', re.sub(r"<svg.*?</svg>", "", html, flags=re.S)) == []
