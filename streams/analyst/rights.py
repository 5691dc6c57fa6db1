"""What a privacy request does to summaries: those that too few remain in are withdrawn, at a window's end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from gateway.records import PrivacyReceipt, PrivacyRequest, ReleasedSummary, Topic, receipt_key
from streams.analyst.lines import Line
from streams.analyst.waiting import Refusal, withheld


@dataclass(frozen=True, slots=True, repr=False)
class Rights:
    """The requests to answer at a window's end.

    ``summaries`` are those that passed the gate, by key; ``withheld`` why some of them are withheld; ``members`` their
    contributors; ``gone`` tells who of a window is no longer counted, by any request; ``least`` how many must remain;
    ``texts`` how many texts of the ended window each of its contributors had.
    """

    requests: Mapping[str, PrivacyRequest]
    summaries: Mapping[str, ReleasedSummary]
    withheld: Mapping[str, str]
    members: Mapping[str, frozenset[str]]
    gone: Callable[[int], frozenset[str]]
    least: Callable[[ReleasedSummary], int]
    texts: Mapping[str, int]

    def lines(self, done_ms: int) -> Iterator[Line]:
        """Yields the tombstones of withdrawn summaries, then the receipts."""
        too_few = [key for key in self.summaries if self._is_too_small(key)]
        for key in too_few:
            if key in self.withheld:
                continue
            yield Line(Topic.PUBLISHED, key, None)
            yield withheld(key, self.summaries[key], Refusal.WITHDRAWN)
        for subject, request in self.requests.items():
            yield Line(Topic.PRIVACY_REQUESTS, receipt_key(subject), self._receipt(request, too_few, done_ms))

    def _is_too_small(self, key: str) -> bool:
        summary, members = self.summaries[key], self.members.get(key, frozenset())
        if self.withheld.get(key, Refusal.WITHDRAWN) != Refusal.WITHDRAWN:
            return False
        left = members - self.gone(summary.window)
        return len(left) < len(members) and len(left) < self.least(summary)

    def _receipt(self, request: PrivacyRequest, too_few: Iterable[str], done_ms: int) -> PrivacyReceipt:
        hashes = request.contributors
        withdrawn = tuple(key for key in too_few if hashes.get(self.summaries[key].window) in self.members[key])
        texts = sum(self.texts.get(contributor, 0) for contributor in hashes.values())
        return PrivacyReceipt(done_ms=done_ms, texts=texts, withdrawn=withdrawn)
