"""The staff of the desk, for tests that attack what they may do."""

from tests.catalogue.desk.conftest import clerk_of, keeper

__all__ = ["clerk_of", "keeper"]
