"""The lifetimes of matches, as the privacy page and docs/games.md state them.

- An open table that is not full after a day is removed (`games.lobby.expiry`).
- A running match in which nobody has done anything for 30 days ends. Without a single move it is removed.
- A finished match is packed a week after its last event, and stays. Nothing is packed while a server of a
  release that cannot read packed matches may still answer: see `OLDER_SERVERS_ANSWER`.
"""

from datetime import timedelta

ABANDONED_AFTER = timedelta(days=30)
PACK_AFTER = timedelta(days=7)
#: Servers of older releases may still answer for this long after the migration for packed matches
#: (docs/deploy.md).
OLDER_SERVERS_ANSWER = timedelta(days=1)
