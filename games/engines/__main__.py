"""`python -m games.engines` has become a part of `python -m games`."""

import sys

if __name__ == "__main__":
    print("python -m games.engines is now called: python -m games", file=sys.stderr)
    sys.exit(2)
