"""Tools for assistants that speak the Model Context Protocol; `manage.py mcp` offers them."""
