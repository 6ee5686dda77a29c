"""Says that `python -m games.bots` has become a part of `python -m games`."""

import sys

if __name__ == "__main__":
    print("python -m games.bots is now called: python -m games", file=sys.stderr)
    sys.exit(2)
