from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.edge.binding import RIVAL_GRACE_SECONDS, Binding
from gateway.errors import ProviderFailed
from gateway.records import Chunk, DryRun, Failure, Reply

LENGTHS = st.integers(1, 5)


def chunk(attempt: str, sequence: int, *, last: bool = False) -> Chunk:
    event = msgspec.Raw(f'"{attempt}{sequence}"'.encode())
    return Chunk(attempt_id=attempt, sequence=sequence, last=last, events=[event])


def failure(attempt: str | None = None) -> Failure:
    return Failure.of(ProviderFailed("broken"), attempt)


def attempt_records(attempt: str, length: int, *, complete: bool) -> list[Reply]:
    """The replies of one attempt: its chunks and their end, or its failure after them."""
    chunks: list[Reply] = [chunk(attempt, at, last=complete and at == length - 1) for at in range(length)]
    return chunks if complete else [*chunks, failure(attempt)]


def seen(replies: Sequence[Reply], binding: Binding | None = None) -> list[Reply]:
    """What a client sees of these."""
    binding = binding or Binding()
    return [reply for each in replies if (reply := binding.accept(each, now=0.0)) is not None]


@st.composite
def deliveries(draw: st.DrawFn) -> tuple[list[Reply], dict[str, int]]:
    """Two attempts, whole or broken off, in any interleaving, with any record delivered again at any later time."""
    lengths: dict[str, int] = {attempt: draw(LENGTHS) for attempt in ("A", "B")}
    waiting: dict[str, list[Reply]] = {}
    for attempt, length in lengths.items():
        waiting[attempt] = attempt_records(attempt, length, complete=draw(st.booleans()))
    came: list[Reply] = []
    while any(waiting.values()):
        if draw(st.booleans()) and came:
            came.append(came[draw(st.integers(0, len(came) - 1))])
        comes_from: str = draw(st.sampled_from(sorted(name for name, records in waiting.items() if records)))
        came.append(waiting[comes_from].pop(0))
    return came, lengths


@given(deliveries())
def test_a_client_sees_a_prefix_of_exactly_one_attempt_whole_if_and_only_if_it_ended_normally(
    delivered: tuple[list[Reply], dict[str, int]],
) -> None:
    replies, lengths = delivered
    shown = seen(replies)
    chunks = [reply for reply in shown if isinstance(reply, Chunk)]
    attempts = {each.attempt_id for each in chunks}
    assert len(attempts) <= 1
    assert [each.sequence for each in chunks] == list(range(len(chunks)))
    if chunks and chunks[-1].last:
        assert shown == chunks
        assert len(chunks) == lengths[chunks[0].attempt_id]
    else:
        assert isinstance(shown[-1], Failure)
        assert shown[:-1] == chunks


@given(deliveries())
def test_a_second_delivery_of_any_record_changes_nothing(delivered: tuple[list[Reply], dict[str, int]]) -> None:
    replies, _ = delivered
    twice = [reply for each in replies for reply in (each, each)]
    assert seen(twice) == seen(replies)


@given(deliveries(), st.data())
def test_a_lost_record_never_splices_an_answer(
    delivered: tuple[list[Reply], dict[str, int]], data: st.DataObject
) -> None:
    replies, lengths = delivered
    lost = data.draw(st.sampled_from(replies))
    shown = seen([reply for reply in replies if reply is not lost])
    chunks = [reply for reply in shown if isinstance(reply, Chunk)]
    assert len({each.attempt_id for each in chunks}) <= 1
    assert [each.sequence for each in chunks] == list(range(len(chunks)))
    assert not chunks or not chunks[-1].last or len(chunks) == lengths[chunks[0].attempt_id]


@given(deliveries())
def test_nothing_is_seen_after_the_end(delivered: tuple[list[Reply], dict[str, int]]) -> None:
    replies, _ = delivered
    binding = Binding()
    ended = False
    for reply in replies:
        shown = binding.accept(reply, now=0.0)
        assert not (ended and shown)
        ended = ended or isinstance(shown, Failure) or (isinstance(shown, Chunk) and shown.last)
        assert binding.ended == ended


def test_a_gap_ends_the_turn_with_an_error_that_names_the_attempt() -> None:
    shown = seen([chunk("A", 0), chunk("A", 2), chunk("A", 1), chunk("A", 3, last=True)])
    assert shown[0] == chunk("A", 0)
    assert len(shown) == 2
    assert isinstance(shown[1], Failure)
    assert (shown[1].status, shown[1].attempt_id) == (502, "A")


def test_an_answer_whose_beginning_was_lost_is_an_error() -> None:
    assert [type(reply) for reply in seen([chunk("A", 1, last=True)])] == [Failure]


def test_another_attempts_failure_is_not_shown_to_the_client() -> None:
    assert seen([chunk("A", 0), failure("B"), chunk("A", 1, last=True)]) == [chunk("A", 0), chunk("A", 1, last=True)]


@pytest.mark.parametrize("attempt", [None, "A"])
def test_a_failure_of_the_attempt_or_of_the_whole_turn_ends_it(attempt: str | None) -> None:
    assert seen([chunk("A", 0), failure(attempt), chunk("A", 1, last=True)]) == [chunk("A", 0), failure(attempt)]


def test_a_dry_run_is_one_reply() -> None:
    assert seen([DryRun(sealed=b"1"), DryRun(sealed=b"2")]) == [DryRun(sealed=b"1")]


def test_an_attempt_without_a_rival_is_never_given_up() -> None:
    binding = Binding()
    binding.accept(chunk("A", 0), now=0.0)
    binding.accept(chunk("A", 0), now=100.0)
    assert binding.give_up_at() is None
    assert binding.attempts == 1


def test_the_grace_period_of_a_bound_attempt_starts_with_the_rivals_first_record() -> None:
    binding = Binding()
    binding.accept(chunk("A", 0), now=0.0)
    binding.accept(chunk("B", 0), now=60.0)
    binding.accept(chunk("B", 1), now=63.0)
    assert binding.give_up_at() == 60.0 + RIVAL_GRACE_SECONDS


def test_a_bound_attempt_that_goes_on_beside_a_rival_gets_a_new_grace_period() -> None:
    binding = Binding()
    binding.accept(chunk("A", 0), now=0.0)
    binding.accept(chunk("B", 0), now=60.0)
    binding.accept(chunk("A", 1), now=64.0)
    assert binding.give_up_at() == 64.0 + RIVAL_GRACE_SECONDS


def test_a_repeated_chunk_does_not_extend_the_grace_period() -> None:
    binding = Binding()
    binding.accept(chunk("A", 0), now=0.0)
    binding.accept(chunk("B", 0), now=60.0)
    binding.accept(chunk("A", 0), now=64.0)
    assert binding.give_up_at() == 60.0 + RIVAL_GRACE_SECONDS


def test_a_reply_that_cannot_be_read_ends_the_turn_with_an_error() -> None:
    binding = Binding()
    assert seen([chunk("A", 0)], binding)
    failure = binding.accept(None, now=0.0)
    assert isinstance(failure, Failure)
    assert failure.status == 502
    assert seen([chunk("A", 1, last=True)], binding) == []


@pytest.mark.parametrize(
    ("replies", "settled"),
    [
        ([chunk("A", 0)], False),
        ([chunk("A", 0, last=True)], True),
        ([chunk("A", 0), failure("A")], True),
        ([chunk("A", 0), chunk("B", 0), chunk("A", 1, last=True)], False),
        ([chunk("A", 0), chunk("A", 2)], False),
        ([None], False),
    ],
    ids=["goes on", "whole", "failed", "two attempts", "a gap", "unreadable"],
)
def test_a_turn_is_settled_when_its_only_attempt_has_said_that_it_ended(
    replies: list[Reply | None], settled: bool
) -> None:
    binding = Binding()
    for reply in replies:
        binding.accept(reply, now=0.0)
    assert binding.settled is settled
