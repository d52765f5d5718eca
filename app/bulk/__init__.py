"""Audits: many hands and declarations, each held against what was recorded of it. Knows nothing of HTTP.

``items`` is what may be asked, ``audit`` answers one item after the other, ``answers`` writes the answers, ``lines``
reads and answers whole streams of them. ``command`` does so for a file, on every core, with ``blocks``, ``files``,
``workers``, ``progress`` and ``console``.

``replay`` asks stored questions again, ``stored`` and ``differences`` tell what is wrong with stored answers, and
``replay_command`` does so for a file.
"""
