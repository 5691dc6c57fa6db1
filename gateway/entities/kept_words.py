"""The words of a request that stand outside its spans, as an index that is read once per form, not once per text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gateway.entities.placeholders import ALPHANUMERIC
from gateway.entities.wordings import DIGITS, fold

_WORDS = re.compile(f"({ALPHANUMERIC}+)")

Way = tuple[str, str]  # the last folded word, and the words as they are written


class KeptWords:
    """Finds words, and pairs of words in a row, in a text; a look-up costs the same however long the text is.

    >>> kept = KeptWords("A Nurse, two NURSES and a registered  nurse")
    >>> list(kept.ways(["nurs"])), list(kept.ways(["registered", "nur"])), list(kept.ways(["two", "nurse", "and"]))
    (['Nurse', 'nurse', 'NURSES'], ['registered  nurse'], ['two NURSES'])
    """

    def __init__(self, text: str) -> None:
        self._pieces = _WORDS.split(text)
        words = dict.fromkeys(self._pieces[1::2])
        self._folded = dict(zip(words, fold("\0".join(words)).split("\0"), strict=False))
        self._pairs: dict[str, Sequence[Way]] = {}

    def holds(self, words: Sequence[str]) -> bool:
        """Returns whether each of these folded words stands somewhere in the text, alone or with digits after it.

        >>> KeptWords("Ann, lee92").holds(["ann", "lee"]), KeptWords("Annlee").holds(["ann", "lee"])
        (True, False)
        """
        return self.all.issuperset(words)

    @cached_property
    def words(self) -> frozenset[str]:
        """The folded words of the text."""
        return frozenset(self._folded.values())

    @cached_property
    def all(self) -> frozenset[str]:
        """The folded words of the text, and what stands before digits at their ends."""
        return frozenset(stem for word in self.words for stem in (word, word.rstrip(DIGITS)))

    def ways(self, words: Sequence[str]) -> Iterator[str]:
        """Yields the ways in which the text writes one or two folded words in a row; the last may be a beginning.

        Each way is yielded once, so of the ways of one form all but one are other than its own.
        """
        first, last = words[0], words[min(1, len(words) - 1)]
        ways = self._singles if len(words) == 1 else self._pairs_with(first)
        for at in range(bisect_left(ways, (last,)), len(ways)):
            folded, written = ways[at]
            if not folded.startswith(last):
                return
            yield written

    @cached_property
    def _singles(self) -> Sequence[Way]:
        return sorted((folded, written) for written, folded in self._folded.items())

    @cached_property
    def _places(self) -> Mapping[str, Sequence[int]]:
        places: defaultdict[str, list[int]] = defaultdict(list)
        for at in range(1, len(self._pieces) - 2, 2):
            places[self._folded[self._pieces[at]]].append(at)
        return places

    def _pairs_with(self, first: str) -> Sequence[Way]:
        if first not in self._pairs:
            pieces = self._pieces
            pairs = {(self._folded[pieces[at + 2]], "".join(pieces[at : at + 3])) for at in self._places.get(first, ())}
            self._pairs[first] = sorted(pairs)
        return self._pairs[first]
