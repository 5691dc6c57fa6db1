"""Redaction of summaries: the paper's expressions, alone or with canary-like patterns, or the gateway's detection."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from gateway.detection.detector import Detector
from lab.canarybench.options import Redaction
from streams.canaries.paper_kinds import CITIES, STREET_TYPES, STREETS, WORDS

# The paper's appendix, applied in this order; its text has the backslashes garbled.
INDICATORS: Final = {
    "email": re.compile(r"\b[\w.+'-]+@[\w.-]+\.[A-Za-z]{2,}\b"),
    "phone": re.compile(r"(\+?\d{1,3}[\s-]?)?(\(?\d{3}\)?[\s-]?)\d{3}[\s-]?\d{4}\b"),
    "zip": re.compile(r"\b\d{5}(?:-\d{4})?\b"),
}

_WORD: Final = f"(?:{'|'.join(WORDS)})"
_CANARY_LIKE: Final = (
    re.compile(r"alex\.patel\.\d+@example\.com"),
    re.compile(r"\+1-415-555-\d+"),
    re.compile(rf"\d+ (?:{'|'.join(STREETS)}) (?:{'|'.join(STREET_TYPES)}), (?:{'|'.join(CITIES)}) \d{{5}}"),
    re.compile(rf"\b{_WORD}(?: {_WORD}){{2,}}\b"),
)


def redactor(redaction: Redaction, make_detector: Callable[[], Detector]) -> Callable[[str], str]:
    """Return the function that redacts a summary; makes a detector only where one is needed."""
    if redaction is Redaction.NONE:
        return lambda summary: summary
    if redaction is Redaction.FULL:
        detector = make_detector()
        return lambda summary: redact_spans(summary, detector)
    if redaction is Redaction.REGEX_ONLY:
        return redact_indicators
    return lambda summary: redact_indicators(redact_canary_like(summary))


def redact_indicators(text: str) -> str:
    """Return the text without e-mail addresses, phone numbers and ZIP codes, as the paper's appendix finds them.

    >>> redact_indicators("Mail a@b.example or 415-555-0123, 94107")
    'Mail [REDACTED_EMAIL] or [REDACTED_PHONE], [REDACTED_ZIP]'
    """
    for kind, expression in INDICATORS.items():
        text = expression.sub(f"[REDACTED_{kind.upper()}]", text)
    return text


def redact_canary_like(text: str) -> str:
    """Return the text without strings that look like a planted canary.

    >>> redact_canary_like("The code is amber basil cobalt.")
    'The code is [REDACTED_CANARY].'
    """
    for expression in _CANARY_LIKE:
        text = expression.sub("[REDACTED_CANARY]", text)
    return text


def redact_spans(text: str, detector: Detector) -> str:
    """Return the text with every detected span, whatever its score, replaced by its entity type."""
    pieces, end = [], 0
    for span in detector.detect(text):
        pieces += [text[end : span.start], f"[{span.entity_type.value}]"]
        end = span.end
    return "".join([*pieces, text[end:]])


def indicator_hits(text: str) -> dict[str, int]:
    """Return how often each of the paper's expressions matches.

    >>> indicator_hits("alex.patel.42157@example.com")
    {'email': 1, 'phone': 0, 'zip': 1}
    """
    return {kind: sum(1 for _ in expression.finditer(text)) for kind, expression in INDICATORS.items()}
