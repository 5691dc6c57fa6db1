"""``python -m lab.training.eastern.distil_forms``: writes which Chinese characters are forms of another.

The data are those of the package ``wordfreq`` (Apache-2.0): traditional characters with their simplified form.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import version

from gateway.detection.eastern.units import FORMS


def lines() -> Iterator[str]:
    """Yields the lines of the list: its source, then pairs of a character and its simplified form."""
    from wordfreq.chinese import simplify_chinese  # noqa: PLC0415 - only training needs it

    yield f"# Traditional and simplified forms, by wordfreq {version('wordfreq')} (Apache-2.0). Made by distil_forms."
    for character in map(chr, range(0x3400, 0xA000)):
        simple = simplify_chinese(character)
        if simple != character and len(simple) == 1 and 0x3400 <= ord(simple) < 0xA000:
            yield character + simple


def main() -> int:
    """Writes the list and returns 0."""
    FORMS.write_text("\n".join(lines()) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
