"""How often a client may have a rule printed."""

from escale.common.limits import Limit

PDF = Limit("rule-pdf", 60, 600)  # for each address
