"""Evenings at the real table: what is put aside together, score sheets, plans, and how long games take here."""
