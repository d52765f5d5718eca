"""Indian Rummy, pure: cards, rules, melds, the exact search, declarations and penalties. Knows nothing of HTTP.

>>> from app.rummy import analyze, verify
>>> hand = "4S 5S 6S 8H JK 10H 7C 7D 7H KS KH KD KC".split()
>>> analyze(hand, "2").declarable
True
"""
