"""Caches the spans of texts by a keyed hash, so that a resent history costs only its last turn."""

from __future__ import annotations

import hashlib
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

from gateway.detection.detector import Detector
from gateway.types import Span

KEY_BYTES: Final = 32

_DIGEST_BYTES: Final = 16
_LINK_BYTES: Final = 240  # one entry of the ordered dictionary, at its emptiest
_NUMBERS_BYTES: Final = 88  # two offsets and a score

Spans = tuple[Span, ...]


class PieceCache:
    """Maps the hash of a text to its spans; removes the least recently used beyond ``max_bytes``.

    It keeps no text. ``key`` is random and known only to this process; without it, nobody can test texts against the
    hashes. ``looked`` is called at each look-up with whether it was a hit. All tenants together have ``max_bytes``.
    Safe to share between threads.
    """

    def __init__(self, key: bytes, max_bytes: int, looked: Callable[[bool], None] = lambda found: None) -> None:
        self._key = key
        self._max_bytes = max_bytes
        self._looked = looked
        self._bytes = 0
        self._pieces: OrderedDict[bytes, Spans] = OrderedDict()
        self._lock = Lock()

    def hash_of(self, detector: str, tenant: str = "") -> Callable[[str], bytes]:
        """Returns the hash function for a tenant's texts seen by the detector with this name.

        >>> cache = PieceCache(bytes(32), 1000)
        >>> cache.hash_of("patterns")("Hello") == cache.hash_of("names")("Hello")
        False
        >>> cache.hash_of("names", "sales")("Hello") == cache.hash_of("names", "support")("Hello")
        False
        """
        name = hashlib.blake2b(repr((detector, tenant)).encode(), digest_size=16).digest()
        begun = hashlib.blake2b(digest_size=_DIGEST_BYTES, key=self._key, person=name)

        def hashed(text: str) -> bytes:
            hashing = begun.copy()
            hashing.update(text.encode("utf-8", "surrogatepass"))
            return hashing.digest()

        return hashed

    def recall(self, piece: bytes) -> Spans | None:
        """Returns the spans of a piece, or None if they are not in the cache."""
        with self._lock:
            spans = self._pieces.get(piece)
            if spans is not None:
                self._pieces.move_to_end(piece)
        self._looked(spans is not None)
        return spans

    def remember(self, piece: bytes, spans: Spans) -> None:
        """Stores the spans of a piece, unless they alone exceed ``max_bytes``."""
        size = _size(spans)
        if size > self._max_bytes:
            return
        with self._lock:
            if piece not in self._pieces:
                self._pieces[piece] = spans
                self._bytes += size
            while self._bytes > self._max_bytes:
                self._bytes -= _size(self._pieces.popitem(last=False)[1])


class CachedDetector(Detector):
    """Finds what another detector finds, but calls it only for texts that are not in the cache for its tenant.

    ``name`` identifies the other detector in the cache: detectors with different results need different names. A text
    of one tenant is never a hit for another: the time of an answer would tell that somebody else sent it. A piece is a
    whole text. Smaller pieces, such as paragraphs, could give other results, because what a recognizer finds may
    depend on the text before.

    >>> from gateway.detection.pattern_detector import PatternDetector
    >>> detector = CachedDetector("patterns", PatternDetector(), PieceCache(bytes(32), 1000))
    >>> detector.detect("Mail ann@corp.example") is detector.detect("Mail ann@corp.example")
    True
    """

    def __init__(self, name: str, detector: Detector, cache: PieceCache, tenant: str = "") -> None:
        self._name = name
        self._detector = detector
        self._cache = cache
        self._hash = cache.hash_of(name, tenant)

    def of(self, tenant: str) -> CachedDetector:
        """Returns the same detector with the same cache for another tenant."""
        return CachedDetector(self._name, self._detector, self._cache, tenant)

    def detect(self, text: str) -> Spans:
        """Returns the spans that the other detector finds."""
        return self.detect_all([text])[0]

    def detect_all(self, texts: Sequence[str]) -> Sequence[Spans]:
        """Returns the spans that the other detector finds in each text; it is asked once for all that is missing."""
        pieces = {text: self._hash(text) for text in texts}
        known = {text: self._cache.recall(piece) for text, piece in pieces.items()}
        missing = [text for text, spans in known.items() if spans is None]
        for text, spans in zip(missing, self._detector.detect_all(missing) if missing else (), strict=True):
            self._cache.remember(pieces[text], spans)
            known[text] = spans
        return [known[text] or () for text in texts]


def _size(spans: Spans) -> int:
    """Returns the bytes of memory that a piece takes: its spans, its hash and its entry."""
    own = sys.getsizeof(spans) + sum(map(sys.getsizeof, spans)) + len(spans) * _NUMBERS_BYTES
    return own + sys.getsizeof(bytes(_DIGEST_BYTES)) + _LINK_BYTES
