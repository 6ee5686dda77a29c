"""How often a client may change something in a given time; pages and API count together."""

from escale.common.limits import Limit

# for each address
CREATE = Limit("match-create", 120, 600)
JOIN = Limit("match-join", 120, 600)
NOTIFY = Limit("match-notify", 20, 600)
IMPORT = Limit("record-import", 30, 600)
HINTS = Limit("match-hints", 60, 60)
# for each seat
MESSAGES = Limit("match-messages", 20, 60)
