"""A dry run as a readable table: the texts with their spans marked, then a row for each span."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from gateway.minimization import MinimizedRequest
from gateway.rewriting.rewriter import SpanReport
from gateway.terminal import columns, harmless
from gateway.types import Action

_HEAD: Final = ("place", "type", "score", "recognizer", "action", "replacement")
_COLOURS: Final = {Action.REDACT: "\x1b[1;31m", Action.ABSTRACT: "\x1b[1;33m", Action.RETAIN: "\x1b[1;32m"}
_FAINT: Final = "\x1b[2m"
_PLAIN: Final = "\x1b[0m"


def table(minimized: MinimizedRequest) -> str:
    """Returns the texts that would be sent, then the spans; it contains no redacted value.

    Control characters are shown as ``·``.
    """
    texts = ((path, harmless(text)) for path, text in minimized.minimization.replacements.items())
    return "\n".join([*_texts(texts), *_rows(minimized.minimization.report)])


def coloured_table(minimized: MinimizedRequest) -> str:
    """Returns the original texts, for the author's own terminal: replaced spans in red or yellow, kept ones in green.

    An identifier is shown as the hash that replaces it.
    """
    return "\n".join([*_texts(_coloured_texts(minimized)), *_rows(minimized.minimization.report)])


def place(span: SpanReport) -> str:
    """Returns a span's path and offsets, readable and safe to print."""
    return harmless(f"{span.path}:{span.start}-{span.end}")


def _texts(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    for path, text in texts:
        yield harmless(path)
        yield from (f"  {line}".rstrip() for line in text.rstrip("\n").split("\n"))
        yield ""


def _coloured_texts(minimized: MinimizedRequest) -> Iterator[tuple[str, str]]:
    spans = {path: list(found) for path, found in groupby(minimized.minimization.report, key=lambda span: span.path)}
    replacements = minimized.minimization.replacements
    for leaf in minimized.leaves:
        if leaf.path in spans:
            yield leaf.path, _coloured(leaf.text, spans[leaf.path])
        elif leaf.path in replacements:
            yield leaf.path, harmless(replacements[leaf.path])


def _coloured(text: str, spans: Sequence[SpanReport]) -> str:
    pieces: list[str] = []
    done = 0
    for span in spans:
        value = harmless(text[span.start : span.end])
        became = f"{_FAINT}{span.replacement}{_PLAIN}" if span.replacement else ""
        pieces += harmless(text[done : span.start]), _COLOURS[span.action], value, _PLAIN, became
        done = span.end
    return "".join([*pieces, harmless(text[done:])])


def _rows(report: Sequence[SpanReport]) -> Iterator[str]:
    rows = [_row(span) for span in report]
    if rows:
        yield from columns([_HEAD, *rows])
    yield f"{len(rows)} span(s)"


def _row(span: SpanReport) -> tuple[str, ...]:
    became = span.replacement or "stays"
    return (place(span), span.entity_type.value, f"{span.score:.2f}", span.recognizer, span.action.name, became)
