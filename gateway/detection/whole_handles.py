"""Makes handles whole: of "kev.hauls.4u" and "lorelai_v_77" no part stays where another is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gateway.detection.overlap import completed
from gateway.types import EntityType, Span

_PEOPLE: Final = frozenset({EntityType.NAME, EntityType.USERNAME})
_MOST: Final = 40  # characters of a handle before or behind what was found of it
_BEHIND: Final = re.compile(r"[a-z0-9]{0,20}(?:[_.][A-Za-z0-9]+){1,4}(?![\w@(/\\\[=-]|[.:]\w)")
_BEFORE: Final = re.compile(r"(?<![\w@./\\:=-])[a-z0-9]+(?:[_.][A-Za-z0-9]+){0,3}[_.]$")
_NUMBERED: Final = re.compile(r"#[0-9]{4}\b")
_FILE: Final = re.compile(r"\.[a-z]{2,4}[0-9]?$")  # or a domain


def whole_handles(spans: tuple[Span, ...], text: str) -> tuple[Span, ...]:
    """Returns disjoint spans in order, of which a name or handle reaches to the ends of the handle that it is part of.

    Parts of a handle are in lower case, and dots or low lines join them; "#" and four digits may end it. File names and
    domains stay. The time is linear in the text.

    >>> text = "ask kev.hauls.4u today"
    >>> [text[each.start : each.end] for each in whole_handles((Span(4, 13, EntityType.USERNAME, 0.9, "told"),), text)]
    ['kev.hauls.4u']
    """
    return completed(spans, _grown(spans, text), text)


def _grown(spans: Sequence[Span], text: str) -> Iterator[Span]:
    for span in spans:
        if span.entity_type in _PEOPLE and (number := _NUMBERED.match(text, span.end)):
            yield span._replace(entity_type=EntityType.USERNAME, end=number.end())
        elif span.entity_type in _PEOPLE and not text[span.start].isupper():
            behind = _BEHIND.match(text, span.end, span.end + _MOST)
            before = _BEFORE.search(text, max(0, span.start - _MOST), span.start)
            start, end = before.start() if before else span.start, behind.end() if behind else span.end
            if (before or behind) and not _FILE.search(text, start, end):
                yield Span(start, end, EntityType.USERNAME, span.score, span.recognizer)
