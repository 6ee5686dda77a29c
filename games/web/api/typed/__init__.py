"""What drf-spectacular cannot know for the OpenAPI schema: the types of each game, examples, headers."""
