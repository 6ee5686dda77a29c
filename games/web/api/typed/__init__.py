"""What drf-spectacular cannot know: the types of each game, examples, headers. For the OpenAPI schema alone."""
