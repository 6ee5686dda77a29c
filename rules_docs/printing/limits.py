"""Limits of printed rules for each client."""

from escale.common.limits import Limit

PDF = Limit("rule-pdf", 60, 600)  # for each address
