"""Pages for staff about the contents of boxes."""
