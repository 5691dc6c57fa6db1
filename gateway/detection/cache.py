"""Spans that were found before, known again by a keyed hash of their text: a resent history costs its last turn."""

from __future__ import annotations

import hashlib
import sys
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from gateway.detection.detector import Detector
from gateway.types import Span

KEY_BYTES: Final = 32

_DIGEST_BYTES: Final = 16
_LINK_BYTES: Final = 240  # a place in the dictionary, which is up to six times as wide, and in the order of use
_NUMBERS_BYTES: Final = 88  # two offsets and a score

Spans = tuple[Span, ...]


class PieceCache:
    """Remembers spans by what their text hashes to, and forgets those unused for longest beyond ``max_bytes``.

    No text is kept, and without ``key``, which is random and known to this process only, nobody can try texts against
    the hashes. ``looked`` is told of each look whether it found something. Safe to share between threads.
    """

    def __init__(self, key: bytes, max_bytes: int, looked: Callable[[bool], None] = lambda found: None) -> None:
        self._key = key
        self._max_bytes = max_bytes
        self._looked = looked
        self._bytes = 0
        self._pieces: OrderedDict[bytes, Spans] = OrderedDict()
        self._lock = Lock()

    def hash_of(self, detector: str) -> Callable[[str], bytes]:
        """The hash by which texts are known that a detector of this name has looked at.

        >>> cache = PieceCache(bytes(32), 1000)
        >>> cache.hash_of("patterns")("Hello") == cache.hash_of("names")("Hello")
        False
        """
        name = hashlib.blake2b(detector.encode(), digest_size=16).digest()
        begun = hashlib.blake2b(digest_size=_DIGEST_BYTES, key=self._key, person=name)

        def hashed(text: str) -> bytes:
            hashing = begun.copy()
            hashing.update(text.encode("utf-8", "surrogatepass"))
            return hashing.digest()

        return hashed

    def recall(self, piece: bytes) -> Spans | None:
        """The spans of a piece, or None if they are not known any more."""
        with self._lock:
            spans = self._pieces.get(piece)
            if spans is not None:
                self._pieces.move_to_end(piece)
        self._looked(spans is not None)
        return spans

    def remember(self, piece: bytes, spans: Spans) -> None:
        """Keeps the spans of a piece, if there is room for them at all."""
        size = _size(spans)
        if size > self._max_bytes:
            return
        with self._lock:
            if piece not in self._pieces:
                self._pieces[piece] = spans
                self._bytes += size
            while self._bytes > self._max_bytes:
                self._bytes -= _size(self._pieces.popitem(last=False)[1])


class CachedDetector:
    """A detector that finds what another one finds, and asks it only for texts that it has not met lately.

    ``name`` is what the cache knows the other one by: two that may find different things in a text need two names. A
    piece is a whole text. It is not cut any smaller, at blank lines for instance: what a recognizer finds may hang on
    what stands before a cut, so that equal results could not be promised.

    >>> from gateway.detection.detector import PatternDetector
    >>> detector = CachedDetector("patterns", PatternDetector(), PieceCache(bytes(32), 1000))
    >>> detector.detect("Mail ann@corp.example") is detector.detect("Mail ann@corp.example")
    True
    """

    def __init__(self, name: str, detector: Detector, cache: PieceCache) -> None:
        self._detector = detector
        self._cache = cache
        self._hash = cache.hash_of(name)

    def detect(self, text: str) -> Spans:
        """What the other detector finds."""
        piece = self._hash(text)
        spans = self._cache.recall(piece)
        if spans is None:
            spans = self._detector.detect(text)
            self._cache.remember(piece, spans)
        return spans


def _size(spans: Spans) -> int:
    """What a piece takes in memory: its spans, its hash and its place."""
    own = sys.getsizeof(spans) + sum(map(sys.getsizeof, spans)) + len(spans) * _NUMBERS_BYTES
    return own + sys.getsizeof(bytes(_DIGEST_BYTES)) + _LINK_BYTES
