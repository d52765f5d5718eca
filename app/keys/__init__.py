"""Keys, all in files that the settings name: those that sign verdicts, and those that clients bring.

``files`` reads such a file, again when it changes; ``signing`` signs and checks, with the extra ``sign``; ``access``
knows who may ask what, and how much of it with the extra ``limit``. None of it is loaded where it is not configured.
"""
