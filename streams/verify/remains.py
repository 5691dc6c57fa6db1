"""What is left of a value in the request that it was planted in: a piece which tells it apart from others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from streams.canaries.folding import letters
from streams.canaries.forms import IDENTIFIERS, Canary

SHORTEST_RUN: Final = 6
SHORTEST_PIECE: Final = 8
DIGITS: Final = 4

_JOINTS: Final = re.compile(r"[\s@/]+")


def remains(canary: Canary, text: str) -> bool:
    """Returns whether enough of a value stands in the text to tell it by.

    That is half of its letters and digits in a row, six or more, with four digits among them unless the value is an
    identifier; or eight between two spaces, ``@`` or slashes, with four digits. Half of "$1,234,567.89 in student
    loans" may be anybody's. This is for a text that is known to be what became of the canary's own request.

    >>> mail = Canary("EMAIL", "haddad0665@copper-beacon.example")
    >>> remains(mail, "Write to haddad0665@[URL1]"), remains(mail, "Write to [NAME1]@copper-beacon")
    (True, False)
    """
    folded = letters(text)
    return any(run in folded for run in (*_halves(canary), *_pieces(canary)))


def _halves(canary: Canary) -> Iterator[bytes]:
    value = letters(canary.value)
    size = max(SHORTEST_RUN, (len(value) + 1) // 2)
    runs = (value[start : start + size] for start in range(len(value) - size + 1))
    return (run for run in runs if canary.kind in IDENTIFIERS or _digits(run) >= DIGITS)


def _pieces(canary: Canary) -> Iterator[bytes]:
    pieces = map(letters, _JOINTS.split(canary.value))
    return (piece for piece in pieces if len(piece) >= SHORTEST_PIECE and _digits(piece) >= DIGITS)


def _digits(run: bytes) -> int:
    return sum(code in b"0123456789" for code in run)
