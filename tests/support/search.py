"""Finds planted values in bytes, in every form in which they could have got there: the eyes of the leak tests.

``find`` looks for whole values: plain, JSON-escaped, URL-encoded and hexadecimal in any case, and inside base64 of any
alignment. ``find_fragments`` looks for what would still tell a value: the local part and the private domain of an
address, a private host, any six consecutive digits of a number whatever separates them.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import quote, quote_plus, urlsplit

PUBLIC_DOMAINS = frozenset({"example.com", "example.org", "example.net", "gmail.com", "outlook.com", "yahoo.com"})
SHORTEST_NAME = 4
DIGITS_IN_A_ROW = 6

_SEPARATORS = re.compile(rb"(?<=\d)(?:[ .()/_+-]|%20|%2d|\\u00a0|\xc2\xa0){1,3}(?=\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Find:
    """A value that was found, the form that it was found in, and where."""

    value: str
    form: str
    offset: int


def find(values: Iterable[str], blob: bytes) -> list[Find]:
    """Every value in any of its forms, once for each place.

    >>> find(["a@b.example"], b'{"mail": "A%40b.example"}')
    [Find(value='a@b.example', form='url', offset=10)]
    """
    texts, encoded = _Needles(), _Needles()
    for value in values:
        for form, needle in _text_forms(value):
            texts.add(needle.lower(), Find(value, form, 0))
        for needle in base64_forms(value.encode()):
            encoded.add(needle, Find(value, "base64", 0))
    return sorted({*texts.find(blob.lower()), *encoded.find(blob)}, key=_offset)


def find_fragments(values: Iterable[str], blob: bytes) -> list[Find]:
    """Every distinctive fragment of a value; offsets of digits are those in the blob without separators in numbers.

    Six digits meet others by chance once in a while: compare with what stood there before the values were planted.

    >>> values = ["4111 1111 1111 1111", "pat@harbor7.io"]
    >>> [found.form for found in find_fragments(values, b"ends in 111-111, at harbor7.io")]
    ['domain', 'digits']
    """
    names, digits = _Needles(), _Needles()
    for value in values:
        for form, needle in _names(value):
            names.add(needle.lower().encode(), Find(value, form, 0))
        for window in _digit_windows(value):
            digits.add(window.encode(), Find(value, "digits", 0))
    joined = _SEPARATORS.sub(b"", blob)
    return sorted({*names.find(blob.lower())}, key=_offset) + sorted({*digits.find(joined)}, key=_offset)


def base64_forms(plain: bytes) -> set[bytes]:
    """What of base64 text is the same whatever stands around the bytes, for the three alignments and both alphabets."""
    forms = set()
    for before in range(3):
        first, end = -(-before * 8 // 6), (before + len(plain)) * 8 // 6
        for encode in (b64encode, urlsafe_b64encode):
            forms.add(encode(bytes(before) + plain)[first:end])
    return forms


def _text_forms(value: str) -> Iterator[tuple[str, bytes]]:
    plain = value.encode()
    escaped = json.dumps(value)[1:-1]
    yield "plain", plain
    yield "hex", plain.hex().encode()
    for form, text in (
        ("json", escaped),
        ("json", json.dumps(escaped)[1:-1]),
        ("json", json.dumps(value, ensure_ascii=False)[1:-1]),
        ("json", escaped.replace("/", "\\/")),
        ("url", quote(value, safe="")),
        ("url", quote_plus(value)),
        ("url", quote(quote(value, safe=""), safe="")),
    ):
        if text != value:
            yield form, text.encode()


def _names(value: str) -> Iterator[tuple[str, str]]:
    local, at, domain = value.rpartition("@")
    if "://" in value:
        local, domain = "", urlsplit(value).hostname or ""
    elif not at:
        return
    if len(local) >= SHORTEST_NAME:
        yield "local part", local
    if domain.lower() not in PUBLIC_DOMAINS and len(domain) >= SHORTEST_NAME:
        yield "domain", domain


def _digit_windows(value: str) -> Iterator[str]:
    """Windows of a number's digits; a text with more letters than digits is no number."""
    joined = _SEPARATORS.sub(b"", value.encode()).decode()
    if sum(map(str.isdigit, joined)) <= sum(map(str.isalpha, joined)):
        return
    for run in re.findall(r"[0-9]+", joined):
        for start in range(len(run) - DIGITS_IN_A_ROW + 1):
            yield run[start : start + DIGITS_IN_A_ROW]


def _offset(found: Find) -> int:
    return found.offset


class _Needles:
    """Many byte strings looked for at once.

    Every needle is known by its grams. The blob is looked at only in steps that no needle can slip between, so that the
    cost hardly depends on how many needles there are: long needles allow long steps.
    """

    def __init__(self) -> None:
        self._finds: defaultdict[bytes, set[Find]] = defaultdict(set)

    def add(self, needle: bytes, found: Find) -> None:
        self._finds[needle].add(found)

    def find(self, blob: bytes) -> Iterator[Find]:
        lengths = (1, 6, 8, 16, 1 << 30)
        for shortest, end in pairwise(lengths):
            needles = {needle: finds for needle, finds in self._finds.items() if shortest <= len(needle) < end}
            if needles:
                yield from _find(needles, blob, min(map(len, needles)))


def _find(needles: Mapping[bytes, Iterable[Find]], blob: bytes, shortest: int) -> Iterator[Find]:
    gram = shortest // 2 + 1
    step = shortest - gram + 1
    index: defaultdict[bytes, list[tuple[int, bytes]]] = defaultdict(list)
    for needle in needles:
        for before in range(step):
            index[needle[before : before + gram]].append((before, needle))
    for at in [at for at in range(0, len(blob), step) if blob[at : at + gram] in index]:
        for before, needle in index[blob[at : at + gram]]:
            if at >= before and blob.startswith(needle, at - before):
                yield from (Find(found.value, found.form, at - before) for found in needles[needle])
