"""The parts of the OpenAPI schema that drf-spectacular cannot know: the types of each game, examples,
headers.
"""
