"""Finds the terms of a deny list in all their forms, however many terms there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, NamedTuple
from unicodedata import normalize

from gateway.detection.characters import SPACED_LETTERS, UNSPACED_LETTERS
from gateway.detection.detector import Detector
from gateway.detection.overlap import clusters
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import DENY_LIST, EntityType, Span

_WORD: Final = re.compile(rf"(?:[{SPACED_LETTERS}]|[^\W_{UNSPACED_LETTERS}])+|[{UNSPACED_LETTERS}]")
_ACCENT: Final = re.compile("[\u0300-\u036f]+")
_GAP: Final = 3


class DenyList:
    """A recognizer of terms, each with a type for its spans. The time depends on the text, not on the number of terms.

    A term is found in any case, with or without accents, with a final s, with its words joined (``ProjectFalcon``) or
    separated by up to three spaces and signs (``project_falcon``), also in a longer identifier, but not inside a word.
    In scripts without spaces (Chinese, Thai, …) it is found anywhere.

    >>> text = "The PROJECT-FALCON's end: see myProjectFalcons.md, falconry aside"
    >>> [text[span.start : span.end] for span in DenyList({"Project Falcon": EntityType.AFFILIATION}).find(text)]
    ['PROJECT-FALCON', 'ProjectFalcons']
    """

    name = DENY_LIST
    has_checksum = False

    def __init__(self, terms: Mapping[str, EntityType]) -> None:
        self._types: dict[str, EntityType] = {}
        self._openings: set[str] = set()
        self._starts: set[str] = set()
        for term, entity_type in terms.items():
            openings = list(accumulate(part.form for part in _parts(term)))
            self._types[openings[-1]] = entity_type
            self._openings.update(openings)
            self._starts.update((*openings, f"{openings[-1]}s"))

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types that its spans may have."""
        return frozenset(self._types.values())

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text, in order; overlapping terms are one span with the first term's type."""
        parts = list(_parts(text))
        found: Span | None = None
        for first, part in enumerate(parts):
            if part.form not in self._starts or not (span := self._longest(parts, first)):
                continue
            if found is not None and span.start < found.end:
                found = found._replace(end=max(found.end, span.end))
                continue
            if found is not None:
                yield found
            found = span
        if found is not None:
            yield found

    def _longest(self, parts: Sequence[_Part], first: int) -> Span | None:
        """Returns the span of the longest term that starts at this part, or None."""
        form, end = "", parts[first].start
        span = None
        for at in range(first, len(parts)):
            part = parts[at]
            form += part.form
            if part.start - end > _GAP:
                break
            end = part.end
            if entity_type := self._type(form, part):
                span = Span(parts[first].start, end, entity_type, 1.0, self.name)
            if form not in self._openings:
                break
        return span

    def _type(self, form: str, last: _Part) -> EntityType | None:
        """Returns the type of the term with this form, with or without a final s, or None."""
        singular = form if last.form == "s" else form.removesuffix("s")
        return self._types.get(form) or self._types.get(singular)


class _Part(NamedTuple):
    """A word, or one word of an identifier: its offsets, and its letters without case and accents."""

    start: int
    end: int
    form: str


def _parts(text: str) -> Iterator[_Part]:
    for match in _WORD.finditer(text):
        word, start = match.group(), match.start()
        if _is_one_part(word):
            yield _Part(start, match.end(), _form(word))
        else:
            for begin, end in pairwise(_seams(word)):
                yield _Part(start + begin, start + end, _form(word[begin:end]))


def _is_one_part(word: str) -> bool:
    """Returns whether a word is only one part: lower case after the first letter, or capitals with or without an s."""
    return word.isalpha() and (word[1:].islower() or word.removesuffix("s").isupper())


def _seams(word: str) -> tuple[int, ...]:
    """Returns the starts of a word's parts, and its end. Parts start at a capital after small letters and at digits.

    >>> _seams("HTTPServer2"), _seams("falcon")
    ((0, 4, 10, 11), (0, 6))
    """
    kinds = [_kind(character) for character in word]
    inner = (at for at in range(1, len(word)) if _is_seam(kinds, at))
    return (0, *inner, len(word))


def _kind(character: str) -> str:
    """Returns "u" for an upper-case letter, "d" for a digit, else "l"."""
    if character.isdigit():
        return "d"
    return "u" if character.isupper() else "l"


def _is_seam(kinds: Sequence[str], at: int) -> bool:
    before, here = kinds[at - 1], kinds[at]
    if "d" in {before, here}:
        return before != here
    return here == "u" and (before == "l" or kinds[at + 1 : at + 2] == ["l"])


def _form(part: str) -> str:
    return part.lower() if part.isascii() else _ACCENT.sub("", normalize("NFKD", part)).casefold()


@dataclass(frozen=True, slots=True)
class DenyingDetector(Detector):
    """Finds what another detector finds, and the terms of a deny list.

    A denied term and the spans that it overlaps become one denied span with the type of the longest: half an e-mail
    address would be useless, and no other claim on a denied term counts.
    """

    detector: Detector
    denied: Detector

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns disjoint spans inside the text, in order."""
        return self.detect_all([text])[0]

    def detect_all(self, texts: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        """Returns what ``detect`` returns for each text."""
        both = zip(self.detector.detect_all(texts), self.denied.detect_all(texts), strict=True)
        return [tuple(map(_joined, clusters((*found, *denied)))) if denied else found for found, denied in both]


def denying(detector: Detector, terms: Mapping[str, EntityType]) -> Detector:
    """Returns the detector with a deny list added, or the detector itself if the list is empty.

    >>> detector = denying(PatternDetector(), {"Falcon": EntityType.AFFILIATION})
    >>> [(span.entity_type.value, span.recognizer) for span in detector.detect("Falcon is at ann@falcon.example")]
    [('AFFILIATION', 'deny_list'), ('EMAIL', 'deny_list')]
    """
    return DenyingDetector(detector, PatternDetector((DenyList(terms),))) if terms else detector


def _joined(spans: Sequence[Span]) -> Span:
    """Returns a single span as it is, or several as one denied span: spans of a detector overlap only denied ones."""
    if len(spans) == 1:
        return spans[0]
    longest = max(spans, key=lambda span: span.end - span.start)
    return Span(spans[0].start, max(span.end for span in spans), longest.entity_type, 1.0, DENY_LIST)
