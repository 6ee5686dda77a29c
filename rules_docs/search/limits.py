"""How often a client may ask a rule."""

from escale.common.limits import Limit

ASK = Limit("rule-ask", 120, 600)  # for each address
