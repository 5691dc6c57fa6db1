"""The prompts that detection is judged by: their files, their halves, their marks.

A file holds the prompts of one language in one half of a collection. A prompt begins with a line ``⟦⟧ id language
domain``; ``⟦NAME|Ann⟧`` marks a value, and ``⟦?|noon⟧`` a part that may be found or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from lab.training.rows import Row
from lab.training.written import marked

PROMPTS: Final = Path(__file__).parent / "prompts"
Half = Literal["tuned", "held_out"]
HALVES: Final[tuple[Half, ...]] = ("tuned", "held_out")
COLLECTIONS: Final = ("realistic", "scripts", "lives", "varied", "secrets", "everyday")
_HEADER: Final = re.compile(r"^⟦⟧ (\S+) (\S+) (\S+)\n", re.MULTILINE)


@dataclass(frozen=True, repr=False)
class MarkedPrompt:
    """A prompt with its marked values; the row's key is its id, the row's source its collection."""

    row: Row
    language: str
    domain: str


def prompts(collection: str, half: Half) -> Iterator[MarkedPrompt]:
    """Yields the prompts of one half of a collection, by language."""
    for path in sorted((PROMPTS / collection / half).glob("*.txt")):
        yield from parse(path.read_text(encoding="utf-8"), collection)


def parse(text: str, collection: str) -> Iterator[MarkedPrompt]:
    r"""Yields the prompts of a file's text.

    >>> [prompt] = parse("⟦⟧ en-chat-01 en chat\nAsk ⟦NAME|Ann⟧.\n", "realistic")
    >>> prompt.row.key, prompt.language, prompt.domain, prompt.row.text
    ('en-chat-01', 'en', 'chat', 'Ask Ann.')
    """
    before, *parts = _HEADER.split(text)
    if before:
        raise ValueError(f"{collection}: a file of prompts begins with a line '⟦⟧ id language domain'")
    for key, language, domain, body in zip(*[iter(parts)] * 4, strict=True):
        yield MarkedPrompt(replace(marked(key, body.rstrip("\n")), source=collection), language, domain)
