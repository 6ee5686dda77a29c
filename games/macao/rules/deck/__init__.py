"""The cards and tiles of a box: data that is checked, and tables that the engine reads fast."""
