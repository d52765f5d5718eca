"""Audits: many hands and declarations, each held against what was recorded of it. Knows nothing of HTTP.

``items`` is what may be asked, ``audit`` answers one item after the other, ``answers`` writes the answers, ``lines``
reads and answers whole streams of them. ``command`` does so for a file, on every core, with ``files``, ``workers`` and
``progress``.
"""
