"""What the games may ask of the other pillars; `escale.wiring` plugs the answers in."""
