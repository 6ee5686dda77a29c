"""Keeps a copy of the catalogue: python mirror.py SITE FILE, every night. Needs Python alone."""

import json
import pathlib
import sys
import urllib.error
import urllib.request

site, file = sys.argv[1].rstrip("/"), pathlib.Path(sys.argv[2])
mirror = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"version": 0, "titles": {}}


def read(address: str) -> dict:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return json.load(answer)


address = f"{site}/api/v1/titles/changes/?since={mirror['version']}&expand=1"
while address:
    try:
        page = read(address)
    except urllib.error.HTTPError as error:
        if error.code != 409:
            raise
        # The site was restored from a backup: begin again, and forget what it does not name.
        mirror["titles"], address = {}, json.load(error)["restart"] + "&expand=1"
        continue
    for removed in page["removed"]:
        mirror["titles"].pop(removed["slug"], None)
    mirror["titles"] |= {change["slug"]: change["title"] for change in page["results"]}
    mirror["version"], address = page["version"], page["next"]
file.write_text(json.dumps(mirror, ensure_ascii=False), encoding="utf-8")
print(len(mirror["titles"]), "titles, version", mirror["version"])
