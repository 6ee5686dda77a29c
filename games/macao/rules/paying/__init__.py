"""What a seat can pay, and every payment that is not worse than another.

rules: pay, croupier, trader, sailor, widow

Traders join resources into groups, within which each unit stands for any resource. So a cost asks for a
number of units of each group. Jokers (widows) have a group of their own, which is the last.
"""
