"""The commands of `python -m games`: none of them needs the site or a database."""
