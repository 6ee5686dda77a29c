"""What should be in a box, what is missing from it, and whether the box can be lent without that."""
