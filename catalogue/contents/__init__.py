"""The contents of boxes: what belongs in a box, what is missing, and whether it can be lent so."""
