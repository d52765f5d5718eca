"""What happens when things go wrong: ``python -m tests.chaos``, or ``make chaos``.

A scenario starts a service of its own, lets healthy clients use it, does something bad to it, and says what was sent,
what came back and what was lost. Everything is seeded and bounded in time, and ends in plain expectations: nothing
hangs, memory stays bounded, the healthy are served, every line of an audit is answered or reported.
"""
