"""The cards and tiles of a box, as data that is checked and as tables that the engine reads fast."""
