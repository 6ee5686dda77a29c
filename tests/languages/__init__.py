"""A language is data: what the site does with languages of which it has no words of its own."""
