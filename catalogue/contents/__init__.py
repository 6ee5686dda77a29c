"""The contents of boxes: what belongs in a box, what is missing, and whether the box can be lent."""
