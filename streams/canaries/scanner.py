"""Finds every outstanding canary that a text holds, in all promised forms, in one pass over its folded letters.

Canaries stand in segments, as in a log-structured merge: new ones in a young segment that is rebuilt in a millisecond,
older ones in fewer and larger segments. Merging segments is a step of its own, which may run in a thread while the
scanner goes on. An expired canary is found no more at once and leaves its segment with the next merge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Generic

from streams.canaries.folding import letters, places
from streams.canaries.forms import Canary, Form, cores, is_grouped_alike, is_weak
from streams.canaries.readings import TextReading, as_written, hinted, hints, spelled, thorough
from streams.canaries.segment import SPELLED_PAIRS, Keys, Segment, key, merged

YOUNG: Final = 64
RATIO: Final = 64
LARGEST: Final = 131_072

_ORDER: Final = {form: number for number, form in enumerate(Form)}

Hit = tuple[Segment[key], bytes, int, int]


@dataclass(frozen=True, slots=True)
class CanaryFind(Generic[key]):
    """That a text holds a canary: which, its kind, the form and the place (code points, half-open); never its value.

    The place of an encoded one is the encoded run's.
    """

    canary: key
    kind: str
    form: Form
    start: int
    end: int


@dataclass(frozen=True, slots=True, repr=False)
class Merge(Generic[key]):
    """Segments that should become one, and which canaries are outstanding."""

    segments: tuple[Segment[key], ...]
    outstanding: Mapping[key, Canary]

    def build(self) -> Segment[key]:
        """Returns the new segment; may run in any thread. Takes about 10 microseconds a canary."""
        return merged(self.segments, self.outstanding)


class Scanner(Generic[key]):
    """The outstanding canaries, and a search for all of them at once.

    >>> scanner = Scanner[str]()
    >>> scanner.add({"c1": Canary("email", "alex.patel.42157@example.com")})
    >>> scanner.scan("To ALEX PATEL 42157 @ example com")
    [CanaryFind(canary='c1', kind='email', form=<Form.NORMALISED: 'normalised'>, start=3, end=33)]
    """

    def __init__(self) -> None:
        self._outstanding: dict[key, Canary] = {}
        self._uncored: dict[key, str] = {}  # too few letters to be looked for in anything but the text as it is
        self._recent: dict[key, Canary] = {}
        self._young = Segment.of(self._recent)
        self._older: tuple[Segment[key], ...] = ()  # the oldest first
        self._searched: tuple[Segment[key], ...] = (self._young,)

    def __len__(self) -> int:
        return len(self._outstanding)

    def add(self, canaries: Mapping[key, Canary]) -> None:
        """Looks for these canaries from now on. A few cost a millisecond; thousands at once, 25 microseconds each."""
        self._outstanding |= canaries
        self._uncored |= {name: canary.value for name, canary in canaries.items() if not cores(canary.value)}
        self._recent |= canaries
        older = self._older
        if len(self._recent) > YOUNG:
            rest = iter([each for each in self._recent.items() if each[0] in self._outstanding])
            while chunk := dict(islice(rest, LARGEST)):
                older += (Segment.of(chunk),)
            self._recent = {}
        self._young = Segment.of(self._recent)
        self._search(older)

    def expire(self, names: Iterable[key]) -> None:
        """Looks for these canaries no more; names that are not outstanding are skipped."""
        for name in names:
            self._outstanding.pop(name, None)
            self._uncored.pop(name, None)

    def due(self) -> Merge[key] | None:
        """Returns the next merge that keeps scans fast and expired canaries few, None if there is none.

        Have it built in a thread and hand the segment to ``replace``.
        """
        run: list[Segment[key]] = []
        size = 0
        for segment in reversed(self._older):
            if len(segment) >= LARGEST or (run and len(segment) > RATIO * size):
                break
            run.insert(0, segment)
            size += len(segment)
        if len(run) < 2:
            run = self._mostly_expired()
        return Merge(tuple(run), self._outstanding) if run else None

    def replace(self, merge: Merge[key], segment: Segment[key]) -> None:
        """Puts what a merge built in the place of its segments."""
        at = self._older.index(merge.segments[0])
        kept = [each for each in self._older if each not in merge.segments]
        self._search((*kept[:at], *([segment] if segment.names else []), *kept[at:]))

    def scan(self, text: str, *, short: bool = False) -> list[CanaryFind[key]]:
        """Returns each outstanding canary that the text holds, once, in its first form; in the text's order.

        For ``short`` texts, such as summaries, every reading is tried, also without a hint: single spelled digits, and
        the text reversed.
        """
        folded = letters(text)
        hits = self._hits(folded)
        if not (hits or short or self._uncored or hints(text, folded)):
            return []
        found = list(self._found(as_written(text), hits))
        if self._uncored:
            found += self._found_uncored(text)
        readings = thorough(text) if short else hinted(text, folded)
        for reading in readings:
            found += self._found(reading, self._hits(letters(reading.text)))
        if not short and any(needle in SPELLED_PAIRS for _, needle, _, _ in hits):
            reading = spelled(text)
            found += self._found(reading, self._hits(letters(reading.text)))
        return _firsts(found)

    def segments(self) -> list[int]:
        """Returns how many canaries each segment has, the oldest first, expired ones among them."""
        return [len(segment) for segment in (*self._older, self._young)]

    def clashes(self, value: str) -> bool:
        """Whether an outstanding canary, or one that would be taken for it, stands in this value."""
        return any(find.form is not Form.FRAGMENT for find in self.scan(value))

    def _hits(self, folded: bytes) -> list[Hit[key]]:
        return [(segment, *hit) for segment in self._searched for hit in segment.find(folded)]

    def _search(self, older: tuple[Segment[key], ...]) -> None:
        """Searches these, and the young one if it has any, from now on."""
        self._older = older
        self._searched = (self._young, *older) if self._recent or not older else older

    def _found(self, reading: TextReading, hits: Iterable[Hit[key]]) -> Iterator[CanaryFind[key]]:
        origins: Sequence[int] = places(reading.text) if hits else ()
        sharing: defaultdict[tuple[int, int], list[Keys[key] | None]] = defaultdict(list)
        for segment, needle, start, end in hits:
            written = origins[start], origins[end - 1] + 1
            for name in segment.owners(needle):
                if name in self._outstanding:
                    yield from self._found_whole(name, reading, *written)
            sharing[written].append(segment.sharers(needle))
        for written, sharers in sharing.items():
            yield from self._found_fragment(sharers, reading, *written)

    def _found_whole(self, name: key, reading: TextReading, start: int, end: int) -> Iterator[CanaryFind[key]]:
        value = self._outstanding[name].value
        verbatim = reading.text.find(value) if reading.best is not Form.NORMALISED else -1
        if verbatim >= 0:
            yield self._find(name, reading, Form.VERBATIM, verbatim, verbatim + len(value))
        elif not is_weak(letters(value)) or (
            _stands_alone(reading.text, start, end) and is_grouped_alike(reading.text[start:end], value)
        ):
            yield self._find(name, reading, Form.NORMALISED, start, end)

    def _found_fragment(
        self, sharers: Sequence[Keys[key] | None], reading: TextReading, start: int, end: int
    ) -> Iterator[CanaryFind[key]]:
        names = {name for each in sharers for name in each or () if name in self._outstanding}
        if len(names) == 1 and () not in sharers and not _cuts_a_number(reading.text, start, end):
            yield self._find(names.pop(), reading, Form.FRAGMENT, start, end)

    def _find(self, name: key, reading: TextReading, form: Form, start: int, end: int) -> CanaryFind[key]:
        later = max(form, reading.best, key=_ORDER.__getitem__)
        return CanaryFind(name, self._outstanding[name].kind, later, *reading.place(start, end))

    def _found_uncored(self, text: str) -> Iterator[CanaryFind[key]]:
        for name, value in self._uncored.items():
            start = text.find(value) if value else -1
            if start >= 0:
                yield CanaryFind(name, self._outstanding[name].kind, Form.VERBATIM, start, start + len(value))

    def _mostly_expired(self) -> list[Segment[key]]:
        """A segment with more expired canaries than others, if there are more expired ones than others at all."""
        if sum(map(len, self._older)) <= 2 * max(YOUNG, len(self._outstanding)):
            return []
        return next([each] for each in self._older if 2 * len(each.names & self._outstanding.keys()) < len(each))


def _stands_alone(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return not any(character.isascii() and character.isalnum() for character in around)


def _cuts_a_number(text: str, start: int, end: int) -> bool:
    return any(
        len(pair) == 2 and pair.isdigit() for pair in (text[max(0, start - 1) : start + 1], text[end - 1 : end + 1])
    )


def _firsts(found: Iterable[CanaryFind[key]]) -> list[CanaryFind[key]]:
    """Each canary's find of the first form; a fragment inside a whole canary is that one's, not another's."""
    first: dict[key, CanaryFind[key]] = {}
    for find in sorted(found, key=lambda find: (_ORDER[find.form], find.start)):
        first.setdefault(find.canary, find)
    whole = [(find.start, find.end) for find in first.values() if find.form is not Form.FRAGMENT]
    finds = [
        find
        for find in first.values()
        if find.form is not Form.FRAGMENT or not any(s <= find.start and find.end <= e for s, e in whole)
    ]
    return sorted(finds, key=lambda find: find.start)
