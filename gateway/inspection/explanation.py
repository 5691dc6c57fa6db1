"""Explains a dry run: who found each span, what it overlaps, and which line of the policy decided."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from gateway.detection.recognizer import CONTEXT_CHARACTERS, Pattern, Recognizer
from gateway.inspection.table import place
from gateway.minimization import Detectors, MinimizedRequest
from gateway.policy import Policy
from gateway.rewriting.rewriter import SpanReport
from gateway.terminal import harmless
from gateway.types import DENY_LIST, Action, EntityType, Span, by_entity_type

Claims = Mapping[Recognizer, Sequence[Span]]
"""The spans that each recognizer alone finds in a text, in order."""

_NO_RECOGNIZERS: Final = {
    DENY_LIST: "a term of the policy's deny_list stands in it",
    "propagation": "the same value was found elsewhere in the request",
    "literal": "it reads like a placeholder that is in use",
}


def explanation(
    minimized: MinimizedRequest, policy: Policy, detectors: Detectors, recognizers: Sequence[Recognizer]
) -> str:
    """Returns a paragraph for each span, then a line for each span that the policy ignores."""
    texts = {leaf.path: leaf.text for leaf in minimized.leaves}
    lines: list[str] = []
    for path, spans in groupby(minimized.minimization.report, key=lambda span: span.path):
        claims = {recognizer: list(recognizer.find(texts[path])) for recognizer in recognizers}
        for span in spans:
            lines += ["", f"{place(span)} {span.entity_type.value} {span.replacement or 'stays'}"]
            lines += (f"  {reason}" for reason in _reasons(span, texts[path], policy, claims))
    return "\n".join([*lines, "", *_not_counted(minimized, policy, detectors)])


def _reasons(span: SpanReport, text: str, policy: Policy, claims: Claims) -> Iterator[str]:
    if span.recognizer in _NO_RECOGNIZERS:
        yield f"found: {_NO_RECOGNIZERS[span.recognizer]}"
    else:
        yield f"found: by {span.recognizer}, with a score of {span.score:.2f}"
    for recognizer in claims:
        if recognizer.name == span.recognizer:
            yield from _evidence(span, text, recognizer)
    yield from _others(span, claims)
    if span.recognizer != DENY_LIST:
        yield _threshold(span, policy)
    yield _action(span, policy)


def _evidence(span: SpanReport, text: str, recognizer: Recognizer) -> Iterator[str]:
    if recognizer.has_checksum:
        yield "checked: its check digits or its form hold"
    if isinstance(recognizer, Pattern):
        before = text[max(0, span.start - CONTEXT_CHARACTERS) : span.start]
        yield from _context("is asked for", recognizer.context, before)
        yield from _context("raises its score", recognizer.raises, before)
        yield from _context("lowers its score", recognizer.lowers, before)


def _context(effect: str, expression: str, before: str) -> Iterator[str]:
    if expression and (match := re.search(expression, before, re.IGNORECASE)):
        yield f"context: {harmless(match.group())!r} before it {effect}"


def _others(span: SpanReport, claims: Claims) -> Iterator[str]:
    """Yields the other claims on this part of the text, found in the text as written."""
    for recognizer, spans in claims.items():
        first = bisect_right(spans, span.start, key=lambda claim: claim.end)
        last = bisect_left(spans, span.end, key=lambda claim: claim.start)
        for claim in spans[first:last]:
            is_own = recognizer.name == span.recognizer
            if not is_own or (claim.start, claim.end) != (span.start, span.end):
                what = f"{claim.entity_type.value} {claim.start}-{claim.end} by {claim.recognizer}"
                yield f"{'part of' if is_own else 'over'}: {what}, with a score of {claim.score:.2f}"


def _threshold(span: SpanReport, policy: Policy) -> str:
    key = _deciding_key(policy.score_thresholds, span.entity_type)
    if key is None:
        return "counts: the policy has no score_thresholds for its type"
    return f"counts: score_thresholds.{key} is {policy.score_thresholds[key]:.2f}"


def _action(span: SpanReport, policy: Policy) -> str:
    if span.recognizer == DENY_LIST:
        return f"action: {span.action.name}, as for all that is denied"
    if policy.predictor == "learned":
        return f"action: {span.action.name}, by what the predictor learned, within the policy's bounds"
    key = _deciding_key(policy.actions, span.entity_type)
    own = Action.REDACT if key is None else policy.actions[key]
    by = "default" if key is None else f"actions.{key}"
    if own is span.action:
        return f"action: {own.name}, by {by}"
    return f"action: {span.action.name}; {own.name} by {by} gave way to a bound, a stricter name or no abstraction"


def _deciding_key(table: Mapping[str, object], entity_type: EntityType) -> str | None:
    return by_entity_type({key: key for key in table}, entity_type)


def _not_counted(minimized: MinimizedRequest, policy: Policy, detectors: Detectors) -> Iterator[str]:
    for leaf, spans in zip(minimized.leaves, detectors.spans(minimized.leaves), strict=True):
        for span in spans:
            if objection := policy.objection(span, leaf.text[span.start : span.end]):
                yield f"{_extent(leaf.path, span)} is no {span.entity_type.value}: {objection}"


def _extent(path: str, span: Span) -> str:
    return f"{harmless(path)}:{span.start}-{span.end}"
