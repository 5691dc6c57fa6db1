"""Finding canaries in summaries: verbatim, as in the paper, and in forms that the paper does not look for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from streams.canaries.folding import words
from streams.canaries.forms import SHORTEST, Canary, Form
from streams.canaries.scanner import Scanner

SHORTEST_PIECE: Final = 2
MOST_BETWEEN: Final = 4
FORMS: Final = (Form.VERBATIM, Form.NORMALISED, Form.SPLIT, Form.ENCODED)

Pieces = tuple[str, ...]


class LeakFinder:
    """Finds every canary that a summary holds, and in which form it stands there.

    In other forms than verbatim only canaries of at least five letters and digits are looked for; split, only those of
    at least two pieces of two letters or digits.

    >>> finder = LeakFinder(["alex.patel.42157@example.com"])
    >>> finder.find("Mail ALEX PATEL 42157 at example dot com")
    {0: <Form.SPLIT: 'split'>}
    """

    def __init__(self, values: Sequence[str]) -> None:
        """``values`` are numbered from 0."""
        self._scanner = Scanner[int]()
        self._scanner.add({number: Canary("", value) for number, value in enumerate(values)})
        self._pieces = [_pieces(value) for value in values]
        self._anchors = self._rarest_pieces()

    def find(self, summary: str) -> dict[int, Form]:
        """Returns the numbers of all canaries that the summary holds, each with its first form."""
        finds = self._scanner.scan(summary, short=True)
        found: dict[int, Form] = {}
        for find in finds:
            if find.form in (Form.VERBATIM, Form.NORMALISED):
                found[find.canary] = find.form
        for number in self._split(list(words(summary))):
            found.setdefault(number, Form.SPLIT)
        for find in finds:
            if find.form is Form.ENCODED:
                found.setdefault(find.canary, Form.ENCODED)
        return found

    def _split(self, summary: Sequence[str]) -> Iterator[int]:
        said = set(summary)
        for anchor in self._anchors.keys() & said:
            for number in self._anchors[anchor]:
                pieces = self._pieces[number]
                if said.issuperset(pieces) and _in_order(pieces, summary):
                    yield number

    def _rarest_pieces(self) -> Mapping[str, list[int]]:
        """The canaries by the piece that the fewest of them share."""
        sharing: defaultdict[str, int] = defaultdict(int)
        for pieces in self._pieces:
            for piece in set(pieces):
                sharing[piece] += 1
        anchors: defaultdict[str, list[int]] = defaultdict(list)
        for number, pieces in enumerate(self._pieces):
            if pieces:
                anchors[min(pieces, key=sharing.__getitem__)].append(number)
        return dict(anchors)


def _pieces(value: str) -> Pieces:
    """The folded words of a value that are long enough; none where they are too few to recognize it by."""
    pieces = tuple(word for word in words(value) if len(word) >= SHORTEST_PIECE)
    return pieces if len(pieces) >= 2 and sum(map(len, pieces)) >= SHORTEST else ()


def _in_order(pieces: Pieces, summary: Sequence[str]) -> bool:
    """Whether the pieces stand in the summary in order, each within reach of the one before."""
    ends = {at for at, word in enumerate(summary) if word == pieces[0]}
    for piece in pieces[1:]:
        reach = range(1, MOST_BETWEEN + 2)
        ends = {
            end + step for end in ends for step in reach if end + step < len(summary) and summary[end + step] == piece
        }
    return bool(ends)
