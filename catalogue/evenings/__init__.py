"""Evenings at the real table: reserved boxes, score sheets, plans, and the times that games take."""
