"""What became of each probe: which canaries the witness received in which form, and which probes it never saw."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from streams.canaries.disguises import Disguise, halves
from streams.canaries.forms import Canary, Form
from streams.canaries.scanner import Scanner
from streams.verify.plan import PlannedProbe
from streams.verify.remains import remains

_ABOUT_TIME: Final = frozenset({408, 429})  # they refuse no request for what it is
_ORDER: Final = {form: number for number, form in enumerate(Form)}


class VerifiedOutcome(StrEnum):
    """What is known of a probe."""

    LEAKED = "leaked"  # the witness received its canary
    CLEAN = "clean"  # the witness received the request, and no form of the canary
    REFUSED = "refused"  # the gateway answered that it does not take such a request
    NOT_SEEN = "not seen"  # answered, but not by the witness
    FAILED = "failed"  # no answer, or an error of the gateway's


class RequestPart(StrEnum):
    """Where in a request to the witness a canary was found."""

    PATH = "path"  # with the query string
    HEADER = "header"
    BODY = "body"


@dataclass(frozen=True, slots=True)
class Mark:
    """What the witness's answers begin with, so that they are known wherever they come out; ``run`` is drawn anew.

    >>> mark = Mark("f3a9")
    >>> mark.of(17), mark.numbers("As noted (f3a9/17), two.")
    ('f3a9/17:', frozenset())
    >>> mark.numbers("f3a9/17: Write to")
    frozenset({17})
    """

    run: str

    def of(self, number: int) -> str:
        """Returns the mark of the answer to the request with this number."""
        return f"{self.run}/{number}:"

    def numbers(self, text: str) -> frozenset[int]:
        """Returns the numbers of all marked answers in a text."""
        return frozenset(map(int, re.findall(rf"\b{self.run}/(\d+):", text)))


@dataclass(frozen=True, slots=True, repr=False)
class WitnessedRequest:
    """All that the witness received with one request: the path with its query, the values of headers, the body."""

    path: str
    headers: tuple[str, ...]
    body: bytes

    def parts(self) -> Iterator[tuple[RequestPart, str]]:
        """Yields what is searched."""
        yield RequestPart.BODY, self.body.decode("utf-8", "replace")
        yield RequestPart.PATH, self.path
        for value in self.headers:
            yield RequestPart.HEADER, value


@dataclass(frozen=True, slots=True, repr=False)
class GatewayAnswer:
    """What the client got: the status, or the kind of the error where there was no answer, and the answer's text."""

    status: int | None
    error: str = ""
    text: str = ""


class WitnessedLeak(NamedTuple):
    """In which form the witness received a canary, and in which part of a request."""

    form: Form
    part: RequestPart


@dataclass(frozen=True, slots=True)
class JudgedProbe:
    """What became of a probe: ``said`` is the status or error that the client got, ``restored`` whether its value did.

    ``leak`` is the one in the first form.
    """

    planned: PlannedProbe
    outcome: VerifiedOutcome
    said: str
    leak: WitnessedLeak | None
    restored: bool


def judged(
    probes: Sequence[PlannedProbe], answers: Sequence[GatewayAnswer], received: Sequence[WitnessedRequest], mark: Mark
) -> list[JudgedProbe]:
    """Returns what became of each probe that was sent; ``answers`` are those of the first probes, in order."""
    search = _Search(probes)
    leaks = search.leaks(received)
    return [
        _judged(
            probe, answer, leaks.get(number), _own(answer, received, mark), restored=number in search.find(answer.text)
        )
        for number, (probe, answer) in enumerate(zip(probes, answers, strict=False))
    ]


def _own(answer: GatewayAnswer, received: Sequence[WitnessedRequest], mark: Mark) -> list[WitnessedRequest]:
    """The requests that a probe became: those whose answers came out as the answer to it."""
    return [received[number] for number in mark.numbers(answer.text) if number < len(received)]


def _judged(
    probe: PlannedProbe,
    answer: GatewayAnswer,
    leak: WitnessedLeak | None,
    own: Sequence[WitnessedRequest],
    *,
    restored: bool,
) -> JudgedProbe:
    leak = leak or _rest(probe.canary, own)
    said = answer.error or str(answer.status)
    return JudgedProbe(probe, _outcome(answer, leak is not None, bool(own)), said, leak, restored)


def _rest(canary: Canary, own: Sequence[WitnessedRequest]) -> WitnessedLeak | None:
    parts = (part for request in own for part, text in request.parts() if remains(canary, text))
    return next((WitnessedLeak(Form.FRAGMENT, part) for part in parts), None)


class _Search:
    """All canaries, looked for at once, and the halves of those that were planted in two messages."""

    def __init__(self, probes: Sequence[PlannedProbe]) -> None:
        self._scanner = Scanner[int]()
        self._scanner.add({number: each.canary for number, each in enumerate(probes)})
        self._split = {
            number: halves(each.canary.value)
            for number, each in enumerate(probes)
            if each.probe.disguise is Disguise.SPLIT
        }

    def find(self, text: str) -> Mapping[int, Form]:
        """Returns the numbers of the probes whose canary stands in the text, each with its first form."""
        found = {number: Form.SPLIT for number, pair in self._split.items() if all(half in text for half in pair)}
        return found | {find.canary: find.form for find in self._scanner.scan(text)}

    def leaks(self, received: Sequence[WitnessedRequest]) -> Mapping[int, WitnessedLeak]:
        first: dict[int, WitnessedLeak] = {}
        for part, text in (pair for request in received for pair in request.parts()):
            for number, form in self.find(text).items():
                if number not in first or _ORDER[form] < _ORDER[first[number].form]:
                    first[number] = WitnessedLeak(form, part)
        return first


def _outcome(answer: GatewayAnswer, is_leaked: bool, is_seen: bool) -> VerifiedOutcome:
    if is_leaked:
        return VerifiedOutcome.LEAKED
    if is_seen:
        return VerifiedOutcome.CLEAN
    status = answer.status or 0
    if 400 <= status < 500 and status not in _ABOUT_TIME:
        return VerifiedOutcome.REFUSED
    return VerifiedOutcome.NOT_SEEN if status == 200 else VerifiedOutcome.FAILED
