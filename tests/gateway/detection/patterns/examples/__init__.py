"""A text with a match for each pattern, by what the pattern finds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tests.gateway.detection.patterns.examples.ages import AGES
from tests.gateway.detection.patterns.examples.introduced import INTRODUCED
from tests.gateway.detection.patterns.examples.keys import KEYS
from tests.gateway.detection.patterns.examples.money import MONEY
from tests.gateway.detection.patterns.examples.numbers import NUMBERS
from tests.gateway.detection.patterns.examples.people import PEOPLE
from tests.gateway.detection.patterns.examples.places import PLACES
from tests.gateway.detection.patterns.examples.times import TIMES

EXAMPLES: Final[Mapping[str, str]] = MappingProxyType(
    {**AGES, **INTRODUCED, **KEYS, **MONEY, **NUMBERS, **PEOPLE, **PLACES, **TIMES}
)
