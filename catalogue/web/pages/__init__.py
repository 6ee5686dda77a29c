"""Pages of the catalogue: they speak HTTP and hold no rules."""
