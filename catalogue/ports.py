"""What the catalogue may ask of the other pillars; `escale.wiring` plugs the answers in."""
