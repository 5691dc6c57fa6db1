"""Makes addresses whole: what belongs to an address and stands beside or between its found parts is hidden with it.

A street is found by its name and number. The flat, the floor, the stairs, the postcode and "ul." before it are too
short and too common to be found by themselves, and sure once they stand beside a street.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from gateway.detection.address_parts import BEFORE, BEHIND, NUMBER_BEHIND, TOWN_BEHIND, UNFINISHED
from gateway.types import EntityType, Span

_LONGEST_BEFORE: Final = 90  # characters before an address in which its first parts may stand
_UP_TO_WHAT_NO_ADDRESS_HAS: Final = re.compile('.*[@;|"<>={}!?\t]', re.DOTALL)
_LONGEST_UNIT: Final = 20
_SURE: Final = 0.3  # below it, too few are addresses
_DIGIT: Final = re.compile(r"\d")
_GAP: Final = re.compile("[ ,،]{0,3}")


class _Parts(NamedTuple):
    behind: re.Pattern[str]
    number: re.Pattern[str]
    town: re.Pattern[str]
    before: re.Pattern[str]
    unfinished: re.Pattern[str]


def whole_addresses(spans: Sequence[Span], text: str) -> Sequence[Span]:
    """Returns the spans, and one more for each address that has parts beside it which nobody found.

    The spans may overlap and have any order. The time is linear in the text.

    >>> found = [Span(3, 13, EntityType.ADDRESS, 0.9, "street")]
    >>> [(each.start, each.end) for each in whole_addresses(found, "in Elmgasse 3, 2. OG links, since May")]
    [(3, 13), (3, 26)]
    """
    addresses = [each for each in spans if each.entity_type is EntityType.ADDRESS and each.score >= _SURE]
    if not addresses:
        return spans
    return [*spans, *_grown(sorted(addresses, key=lambda each: each.start), text)]


def _grown(addresses: Sequence[Span], text: str) -> Iterator[Span]:
    """Yields the addresses that grow, in order; those that an address reaches while it grows are part of it."""
    reach = at = 0
    while at < len(addresses):
        address = addresses[at]
        end = address.end
        while True:
            end = _end(text, address.start, end)
            at += 1
            if at == len(addresses) or addresses[at].start > max(end, _touched(text, end)):
                break
            end = max(end, addresses[at].end)
        start = max(reach, _start(text, address.start))
        if start < address.start or end > address.end:
            yield address._replace(start=min(start, address.start), end=end)
        reach = end


def _touched(text: str, end: int) -> int:
    gap = _GAP.match(text, end)
    return gap.end() if gap else end


def _end(text: str, start: int, end: int) -> int:
    """Returns where an address ends with all the parts that follow it."""
    parts = _parts()
    if not _DIGIT.search(text, start, end) and (number := parts.number.match(text, end)):
        end = number.end()
    last = parts.unfinished.search(text, max(start + 1, end - _LONGEST_UNIT), end)
    if last is not None and (part := parts.behind.match(text, last.start())) and part.end() > end:
        end = part.end()
    has_town = False
    while True:
        part = parts.behind.match(text, end)
        if part is None and not has_town and _DIGIT.search(text, start, end):
            part = parts.town.match(text, end)
            has_town = part is not None
        if part is None or part.end() == end:
            return end
        end = part.end()


def _start(text: str, start: int) -> int:
    """Returns where an address begins with all the parts that precede it."""
    first = max(0, start - _LONGEST_BEFORE)
    apart = _UP_TO_WHAT_NO_ADDRESS_HAS.match(text, first, start)
    part = _parts().before.search(text[apart.end() if apart else first : start])
    return start if part is None else start - (part.end() - part.start())


@cache
def _parts() -> _Parts:
    return _Parts(*map(re.compile, (BEHIND, NUMBER_BEHIND, TOWN_BEHIND, BEFORE, UNFINISHED)))
