"""What a seat can pay, and every payment that is not worse than another (rules: pay, croupier, trader,
sailor, widow).

Traders join resources into groups within which everything stands for everything; so a cost is a demand for
each group. Jokers (widows) have a group of their own, the last.
"""
