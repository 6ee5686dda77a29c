"""What the rule texts may ask of the other pillars; `escale.wiring` plugs the answers in."""
