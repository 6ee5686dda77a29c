"""Describes a rule to search engines (JSON-LD, schema.org)."""

import json

from rules_docs.reading.reader import Reading


def describe_rule(reading: Reading, path: str) -> str:
    """The JSON, safe in a script element; `path` is the page of the rule."""
    document = reading.document
    sections = []
    for row in reading.rows:
        sections.append({"@type": "WebPageElement", "name": row.heading, "url": f"{path}#{row.key}"})
    data = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": reading.title.title,
        "description": reading.title.summary,
        "inLanguage": reading.language,
        "url": path,
        "version": str(document.edition),
        "timeRequired": f"PT{reading.minutes}M",
        "about": {
            "@type": "Game",
            "name": reading.title.title,
            "numberOfPlayers": {
                "@type": "QuantitativeValue",
                "minValue": document.players_min,
                "maxValue": document.players_max,
            },
            "typicalAgeRange": f"{document.age}-",
        },
        "hasPart": sections,
    }
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
