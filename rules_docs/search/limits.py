"""Limits of questions to the rules."""

from escale.common.limits import Limit

ASK = Limit("rule-ask", 120, 600)  # for each address
