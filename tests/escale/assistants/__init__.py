"""What assistants may ask and do: the tools of `manage.py mcp`."""
