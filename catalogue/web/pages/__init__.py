"""Pages of the catalogue. They handle requests and responses, and contain no rules."""
