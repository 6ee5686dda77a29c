"""Marks titles without a box as *for reference*: staff still find them, guests do not see them."""
