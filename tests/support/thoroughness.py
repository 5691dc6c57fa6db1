"""How thorough tests are: as thorough as they can be where ``CI`` is set, and quicker elsewhere."""

from __future__ import annotations

import os
from typing import Final

THOROUGH: Final = bool(os.environ.get("CI"))
QUICKER: Final = 4
FEWEST: Final = 20


def examples(full: int) -> int:
    """How many of so many examples a test goes through.

    >>> 50 <= examples(200) <= 200
    True
    """
    return full if THOROUGH else min(full, max(FEWEST, full // QUICKER))
