"""Undoes imports. A journal records what each batch writes; the undo takes it back if unchanged."""
