"""Files of other houses and our own become titles and boxes: read, understood, compared, and only then written."""
