"""Limits of requests in a given time; pages and API count together."""

from escale.common.limits import Limit

#: A program that sends the token of an account has limits this many times as high; the account is counted.
TOKEN_FACTOR = 10
# for each address
CREATE = Limit("match-create", 120, 600)
JOIN = Limit("match-join", 120, 600)
NOTIFY = Limit("match-notify", 20, 600)
ANALYSES = Limit("match-analyses", 60, 600)
IMPORT = Limit("record-import", 30, 600)
HINTS_BY_ADDRESS = Limit("match-hints-address", 240, 60)
TRIALS = Limit("position-trials", 240, 60)
EMAIL_SENDER = Limit("email-sender", 10, 3600)
# for each email address that is written to
EMAIL_RECEIVER = Limit("email-receiver", 3, 24 * 3600)
EMAIL_TURNS = Limit("email-turns", 40, 24 * 3600)
# for each seat
#: More than a whole match has. Each server process counts alone, in its memory.
MOVES = Limit("match-moves", 600, 60)
MESSAGES = Limit("match-messages", 20, 60)
OFFERS = Limit("match-offers", 12, 60)
PAUSES = Limit("match-pauses", 12, 60)
UNDO = Limit("match-undo", 60, 60)
#: enough to enter a whole tavern, or the tops of fourteen dives, several times in a minute
REVEALS = Limit("match-reveals", 240, 60)
CHECKS = Limit("match-checks", 600, 60)
HINTS = Limit("match-hints", 60, 60)
NONCES = Limit("match-nonces", 20, 60)
BLOCKS = Limit("match-blocks", 30, 60)
#: How many tables with bots one address or account may have at once. A whole house may share one address.
MAX_BOT_TABLES = 40
#: A table does not count any more this many milliseconds after its last move.
BOT_TABLE_MS = 3600 * 1000
#: How many matches one request may create.
MAX_BULK = 50
