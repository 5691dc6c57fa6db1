"""Reads a text as what it is (JSON, YAML, CSV, SQL, code …), so that labels say what their values are.

``formats/`` has one reader a format; each yields fields. ``labels`` splits labels into words. ``vocabulary`` says what
one means, ``meanings`` what those of a field mean together. ``blanks`` and ``looks`` tell values from placeholders and
code, ``judging`` weighs ambiguous labels by their neighbours. ``recognizer`` does all of that for texts, ``leaves`` for
the parsed JSON of requests.
"""
