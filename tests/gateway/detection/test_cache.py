from __future__ import annotations

import gc
import pickle
import tracemalloc
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.cache import CachedDetector, PieceCache
from gateway.detection.detector import Detector
from gateway.detection.pattern_detector import PatternDetector
from gateway.types import EntityType, Span

KEY = b"k" * 32
PATTERNS = PatternDetector()
PLENTY = 1 << 20


class Counting(Detector):
    """A detector that finds one span in every text and counts its calls."""

    def __init__(self, entity_type: EntityType = EntityType.NAME) -> None:
        self.asked: list[str] = []
        self.entity_type = entity_type

    def detect(self, text: str) -> tuple[Span, ...]:
        """Returns the whole text as one span."""
        self.asked.append(text)
        return (Span(0, len(text), self.entity_type, 0.5, "counting"),)


def cached(detector: Counting, max_bytes: int = PLENTY) -> CachedDetector:
    return CachedDetector("names", detector, PieceCache(KEY, max_bytes))


pieces = st.one_of(
    st.sampled_from(["", "Mail ann@corp.example", "ring +1 415 555 0123", "a\ud800b", "GB33BUKB20201555555555"]),
    st.text(max_size=40),
)


@given(st.lists(pieces, max_size=30), st.sampled_from([0, 600, PLENTY]))
def test_a_cached_detector_finds_what_the_other_one_finds(texts: Sequence[str], max_bytes: int) -> None:
    detector = CachedDetector("patterns", PATTERNS, PieceCache(KEY, max_bytes))
    for text in [*texts, *texts]:
        assert detector.detect(text) == PATTERNS.detect(text)


def test_a_text_is_looked_at_once() -> None:
    counting = Counting()
    detector = cached(counting)
    for _ in range(3):
        detector.detect("Ann")
    assert counting.asked == ["Ann"]


def test_a_text_that_one_tenant_sent_is_looked_at_again_for_another() -> None:
    counting = Counting()
    detector = cached(counting)
    for tenant in ("a", "b", "a", "b"):
        detector.of(tenant).detect("Ann")
    assert counting.asked == ["Ann", "Ann"]


def test_tenants_share_the_room_of_one_cache() -> None:
    counting = Counting()
    detector = cached(counting, 2_000)
    for tenant in map(str, range(20)):
        detector.of(tenant).detect("Ann")
    counting.asked.clear()
    for tenant in map(str, range(20)):
        detector.of(tenant).detect("Ann")
    assert len(counting.asked) == 20
    detector.of("19").detect("Ann")
    assert len(counting.asked) == 20


def test_two_detectors_do_not_share_entries_of_one_cache() -> None:
    cache = PieceCache(KEY, PLENTY)
    names = CachedDetector("names", Counting(EntityType.NAME), cache)
    places = CachedDetector("places", Counting(EntityType.GEOLOCATION), cache)
    assert names.detect("Paris")[0].entity_type is EntityType.NAME
    assert places.detect("Paris")[0].entity_type is EntityType.GEOLOCATION


def test_the_least_recently_used_entry_is_removed_first() -> None:
    counting = Counting()
    detector = cached(counting, 2000)
    for number in range(100):
        detector.detect("used all the time")
        detector.detect(f"used once {number}")
    assert counting.asked.count("used all the time") == 1
    counting.asked.clear()
    detector.detect("used once 0")
    detector.detect("used all the time")
    assert counting.asked == ["used once 0"]


@pytest.mark.parametrize("spans", [0, 1, 4, 30])
def test_the_cache_never_exceeds_its_memory_limit(spans: int) -> None:
    texts = [f"text {number}" for number in range(15_000)]
    gc.collect()
    tracemalloc.start()
    cache = PieceCache(KEY, 2_000_000)
    hash_of = cache.hash_of("names")
    for number, text in enumerate(texts):
        found = tuple(Span(1000 + number + at, 2000 + at, EntityType.NAME, at / 7, "tagger") for at in range(spans))
        cache.remember(hash_of(text), found)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    free_tuples = 200_000  # which the interpreter keeps for itself
    assert 1_000_000 < taken < 2_000_000 + free_tuples
    assert cache.recall(hash_of(texts[-1])) is not None
    assert cache.recall(hash_of(texts[0])) is None


def test_a_cache_without_room_keeps_nothing() -> None:
    counting = Counting()
    detector = cached(counting, 0)
    assert detector.detect("Ann") == detector.detect("Ann")
    assert counting.asked == ["Ann", "Ann"]


def test_a_hash_depends_on_the_key() -> None:
    hashes = {PieceCache(key, PLENTY).hash_of("names")("Ann") for key in (b"k" * 32, b"l" * 32, b"m" * 32)}
    assert len(hashes) == 3


def test_it_keeps_no_text() -> None:
    cache = PieceCache(KEY, PLENTY)
    CachedDetector("names", Counting(), cache).detect("the only text in which Zuleika stands")
    assert b"Zuleika" not in pickle.dumps(cache._pieces)


def test_every_look_up_is_reported_as_hit_or_miss() -> None:
    looks: list[bool] = []
    detector = CachedDetector("names", Counting(), PieceCache(KEY, PLENTY, looks.append))
    for text in ("Ann", "Bob", "Ann"):
        detector.detect(text)
    assert looks == [False, False, True]


def test_threads_share_it() -> None:
    detector = CachedDetector("patterns", PATTERNS, PieceCache(KEY, 3000))
    texts = [f"Mail ann{number % 40}@corp.example and ring +1 415 555 0123" for number in range(2000)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(detector.detect, texts))
    assert found == [PATTERNS.detect(text) for text in texts]


@given(st.lists(pieces, max_size=12), st.lists(pieces, max_size=12))
def test_texts_together_are_found_as_one_by_one(known: list[str], texts: list[str]) -> None:
    detector = CachedDetector("patterns", PATTERNS, PieceCache(KEY, PLENTY))
    detector.detect_all(known)
    assert detector.detect_all([*known, *texts]) == [PATTERNS.detect(text) for text in [*known, *texts]]


def test_of_texts_together_only_the_missing_ones_are_looked_at() -> None:
    counting = Counting()
    detector = cached(counting)
    detector.detect("Ann")
    assert len(detector.detect_all(["Bob", "Ann", "Bob"])) == 3
    assert counting.asked == ["Ann", "Bob"]
