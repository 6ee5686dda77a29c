"""The commands of `python -m games`. None of them needs the site or a database."""
