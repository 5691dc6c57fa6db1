"""Lists of public figures, products and works, with their characters, that a policy may leave alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

WellKnown = Literal["people", "products", "works"]


@cache
def forms(of: WellKnown) -> frozenset[str]:
    """Returns the names of a list in lower case.

    >>> "albert einstein" in forms("people"), "einstein" in forms("works")
    (True, False)
    """
    written = Path(__file__).with_name(f"{of}.txt").read_text(encoding="utf-8")
    return frozenset(written.replace(",\n", ", ").strip().split(", "))
