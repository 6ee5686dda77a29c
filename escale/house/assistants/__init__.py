"""Tools for AI assistants, by the Model Context Protocol. `manage.py mcp` offers them."""
