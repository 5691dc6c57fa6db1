"""The shape of one vendor's keys, and the pattern that finds them.

Facts come from the vendors' documentation and from the rules of gitleaks and detect-secrets. Vendors lengthen their
keys now and then, so an open length takes in every following character that may belong to the key.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from gateway.detection.entropy import looks_random
from gateway.detection.recognizer import Pattern, whole, whole_if
from gateway.types import EntityType

START: Final = "(?<![A-Za-z0-9])"
"""Before a prefix that is short enough to end other words."""
LETTERS: Final = "[A-Za-z0-9]"
TOKEN: Final = "[A-Za-z0-9_-]"
HEX: Final = "[0-9a-f]"
BASE64: Final = "[A-Za-z0-9+/]"
UUID: Final = f"{HEX}{{8}}-(?:{HEX}{{4}}-){{3}}{HEX}{{12}}"

# Of these, examples are made: cut from a pattern that repeats, they are nobody's keys.
MIXED: Final = "aB3dE6gH9jK2mN5" * 20
DIGITS: Final = "0123456789" * 20
HEXADECIMAL: Final = "0a9b3c7d2e5f8164" * 20

_LABEL: Final = re.compile(r"\(\?<=([^()]*)\)")
_LOOK_AROUND: Final = re.compile(r"\(\?(?:<?!|=)[^()]*\)")
_OPEN_LENGTH: Final = re.compile(r"\{([0-9]+),\}")
_ENOUGH: Final = 16  # characters of a key that tell it from words


@dataclass(frozen=True)
class KeyShape:
    """The shape of a vendor's keys.

    ``expression`` takes linear time; its look-around has no groups. Where a key may be of letters and hyphens alone,
    ``drawn`` asks whether it looks drawn at random, as words joined by hyphens do not. ``finds`` are values that it
    finds as a whole, ``leaves`` are texts in which it finds nothing.

    >>> shape = KeyShape("vendor", f"{START}ven_{LETTERS}{{20,}}+", finds=(), leaves=())
    >>> shape.pattern().prefilter
    'ven_[A-Za-z0-9]{16,}'
    """

    vendor: str
    expression: str
    finds: tuple[str, ...]
    leaves: tuple[str, ...]
    drawn: bool = False
    score: float = 0.95

    def pattern(self) -> Pattern:
        """Returns the pattern that finds keys of this shape."""
        return Pattern(
            name=f"{self.vendor}_key",
            entity_type=EntityType.KEYS,
            expression=self.expression,
            score=self.score,
            judge=whole_if(looks_random) if self.drawn else whole,
            prefilter=_prefilter(self.expression),
        )


def _prefilter(expression: str) -> str:
    """Returns an expression that matches the beginnings of keys, without look-around: a label before them stays."""
    plain = _LOOK_AROUND.sub("", _LABEL.sub(r"\1", expression)).replace("}+", "}")
    return _OPEN_LENGTH.sub(lambda length: f"{{{min(_ENOUGH, int(length[1]))},}}", plain)
