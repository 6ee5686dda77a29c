"""Pages of staff about what is in the boxes."""
