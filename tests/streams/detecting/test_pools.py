from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from itertools import pairwise
from threading import Event, get_ident

import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.errors import Unavailable
from gateway.minimization import Detectors
from gateway.types import Leaf, LeafKind, Span
from streams.detecting.pools import NamesUnavailable, Steps, Threads
from streams.detecting.steps import Detecting, Step

PATTERNS = Detectors(PatternDetector(), PatternDetector())


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Threads:
    """One thread, with room for one piece of work that waits."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    return Threads(queue=1)


async def test_work_is_done_off_the_event_loop(threads: Threads) -> None:
    going, release = asyncio.Event(), Event()
    loop = asyncio.get_running_loop()

    def work() -> str:
        loop.call_soon_threadsafe(going.set)
        release.wait()
        return "done"

    working = asyncio.create_task(threads.run(work, 60))
    await going.wait()
    release.set()
    assert await working == "done"


async def test_what_the_work_raises_is_raised(threads: Threads) -> None:
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0, 60)


async def test_work_that_is_late_keeps_its_place_until_it_ends(threads: Threads) -> None:
    release = Event()
    with pytest.raises(NamesUnavailable, match="longer than it may"):
        await threads.run(release.wait, 0.01)
    waiting = asyncio.create_task(threads.run(lambda: "done", 60))
    await asyncio.sleep(0)
    with pytest.raises(NamesUnavailable, match="too much to do") as raised:
        await threads.run(lambda: "never", 60)
    assert raised.value.retry_after
    release.set()
    assert await waiting == "done"
    assert await threads.run(lambda: "again", 60) == "again"


async def test_work_whose_caller_has_left_is_not_started(threads: Threads) -> None:
    release, begun = Event(), Event()
    holding = asyncio.create_task(threads.run(release.wait, 60))
    await asyncio.sleep(0)
    with pytest.raises(NamesUnavailable):
        await threads.run(begun.set, 0.01)
    release.set()
    await holding
    assert await threads.run(lambda: "the next one", 60) == "the next one"
    assert not begun.is_set()


async def test_a_caller_that_is_cancelled_gives_its_place_back_too(threads: Threads) -> None:
    release = Event()
    holding = [asyncio.create_task(threads.run(release.wait, 60)) for _ in range(2)]
    await asyncio.sleep(0)
    for task in holding:
        task.cancel()
    await asyncio.gather(*holding, return_exceptions=True)
    release.set()
    done = Event()
    while not done.is_set():
        try:
            await threads.run(done.set, 60)
        except NamesUnavailable:
            await asyncio.sleep(0)


async def test_an_error_that_comes_too_late_is_not_logged(threads: Threads, caplog: pytest.LogCaptureFixture) -> None:
    release = Event()

    def work() -> None:
        release.wait()
        raise ValueError("a user's text")

    with caplog.at_level(logging.DEBUG), pytest.raises(NamesUnavailable):
        await threads.run(work, 0.01)
    release.set()
    await threads.run(lambda: None, 60)
    assert "a user's text" not in caplog.text


def test_a_refused_caller_is_told_when_to_retry() -> None:
    assert issubclass(NamesUnavailable, Unavailable)


async def test_short_work_that_arrives_at_once_leaves_the_loop_room_between_two_pieces() -> None:
    order: list[str] = []

    async def everybody_else() -> None:
        while len(order) < 8:
            order.append("else")
            await asyncio.sleep(0)

    steps = Steps()
    serving = asyncio.create_task(everybody_else())
    work = (steps.run(lambda _: order.append("work"), PATTERNS, among=number) for number in range(3))
    await asyncio.gather(*work)
    await serving
    worked = [at for at, each in enumerate(order) if each == "work"]
    assert all("else" in order[first:second] for first, second in pairwise(worked))


async def test_short_work_is_done_on_the_loop_and_its_result_is_returned() -> None:
    assert await Steps().run(lambda _: get_ident(), PATTERNS, among="") == get_ident()
    with pytest.raises(ZeroDivisionError):
        await Steps().run(lambda _: 1 // 0, PATTERNS, among="")


class Asked(PatternDetector):
    """Records which texts it is asked for at once."""

    def __init__(self) -> None:
        super().__init__()
        self.together: list[list[str]] = []

    def detect_all(self, texts: Sequence[str]) -> Sequence[tuple[Span, ...]]:
        self.together.append([*texts])
        return super().detect_all(texts)


def wanting(text: str) -> Step[int]:
    """A step that returns how much is found in a text."""

    def step(detectors: Detectors) -> Detecting[int]:
        [spans] = yield [Leaf("text", LeafKind.TEXT, text, 0)]
        return len(spans)

    return step


async def test_short_steps_that_wait_for_the_same_detectors_are_detected_together_and_others_are_not() -> None:
    asked = Asked()
    steps, own = Steps(), Detectors(asked, PATTERNS.words)
    texts = [f"ann{number}@example.org" for number in range(4)]
    run = [steps.run(wanting(text), own, among=number % 2) for number, text in enumerate(texts)]
    assert await asyncio.gather(*run) == [1, 1, 1, 1]
    assert asked.together == [[texts[0], texts[2]], [texts[1], texts[3]]]


async def test_no_more_short_steps_are_taken_along_than_hold_the_loop_for_a_moment() -> None:
    asked = Asked()
    steps, own = Steps(), Detectors(asked, PATTERNS.words)
    await asyncio.gather(*(steps.run(wanting(f"{number} " * 1_000), own, among="") for number in range(5)))
    assert [len(texts) for texts in asked.together] == [3, 2]


async def test_a_short_step_that_nobody_waits_for_any_more_is_not_begun() -> None:
    asked = Asked()
    steps, own = Steps(), Detectors(asked, PATTERNS.words)
    run = [steps.run(wanting(text), own, among=among) for text, among in (("a", 1), ("b", 2), ("c", 2))]
    first, left, last = map(asyncio.create_task, run)
    await asyncio.sleep(0)
    left.cancel()
    assert [await first, await last] == [0, 0]
    assert [text for texts in asked.together for text in texts] == ["a", "c"]
