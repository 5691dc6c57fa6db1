from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from gateway.records import Analytics, AnalyticsText, WindowEnd
from streams.analyst.batches import BATCH_TEXTS, Batch, Batches, Progress

WINDOW = 600


def text(window: int = WINDOW, contributor: str = "a", said: str = "text") -> AnalyticsText:
    return AnalyticsText(event_id="e", window=window, contributor=contributor, language="en", text=said)


def end(window: int = WINDOW) -> WindowEnd:
    return WindowEnd(window=window, next=window + 60, latest=window + 120, ended_ms=0)


def batches_of(progress: Progress, records: Sequence[Analytics], without: Sequence[str] = ()) -> list[Batch]:
    """What is learned of a partition's records from where the progress stands, to the window's end if that comes."""
    taking, found = Batches(progress, without), []
    for offset, record in list(enumerate(records))[progress.next :]:
        batch = taking.take(offset, record)
        if batch is not None:
            found.append(batch)
            if batch.progress.end is not None:
                break
    return found


def repeated(runs: list[tuple[Analytics, int]]) -> list[Analytics]:
    return [record for record, times in runs for _ in range(times)]


windows = st.sampled_from([WINDOW - 60, WINDOW, WINDOW, WINDOW, WINDOW + 60, WINDOW + 120])
some_texts = st.builds(text, windows, st.sampled_from("abc"))
ends = st.builds(end, st.sampled_from([WINDOW - 60, WINDOW]))
runs = st.lists(st.tuples(st.one_of(some_texts, some_texts, ends), st.integers(1, 300)), max_size=12)
partitions = runs.map(repeated)
START = Progress.at(WINDOW, 0, 0)


@given(partitions, st.data())
def test_whoever_goes_on_from_any_batch_cuts_the_same_batches_as_whoever_reads_all(
    records: list[Analytics], data: st.DataObject
) -> None:
    whole = batches_of(START, records)
    assert all(len(batch.texts) <= BATCH_TEXTS for batch in whole)
    if whole:
        number = data.draw(st.integers(0, len(whole) - 1))
        if whole[number].progress.end is None:
            assert batches_of(whole[number].progress, records) == whole[number + 1 :]


@given(partitions)
def test_a_record_that_comes_after_the_end_changes_nothing(records: list[Analytics]) -> None:
    ended: list[Analytics] = [*records, end()]
    assert batches_of(START, ended) == batches_of(START, [*ended, end(), text()])


@given(partitions)
def test_who_is_left_out_is_not_learned_and_ends_the_window_at_the_same_offset(records: list[Analytics]) -> None:
    ended: list[Analytics] = [*records, end()]
    without = batches_of(START, ended, ["a"])
    silent = [each for each in ended if isinstance(each, WindowEnd) or each.contributor != "a"]
    assert [batch.texts for batch in without] == [batch.texts for batch in batches_of(START, silent)]
    assert without[-1].progress.next == batches_of(START, ended)[-1].progress.next


def test_texts_of_later_windows_are_held_by_their_first_offset() -> None:
    records: list[Analytics] = [text(), text(WINDOW + 60), text(WINDOW + 120), text(WINDOW + 60), end()]
    assert batches_of(START, records)[-1].progress.held == {WINDOW + 60: 1, WINDOW + 120: 2}


def test_texts_of_earlier_windows_are_late_only_where_these_had_ended() -> None:
    records: list[Analytics] = [text(WINDOW - 60), text(WINDOW - 60), text(), text(WINDOW - 60), end()]
    assert batches_of(Progress.at(WINDOW, 0, late_from=1), records)[-1].progress.late == 2


def test_a_batch_is_full_or_the_last_one() -> None:
    found = batches_of(START, [*repeated([(text(), BATCH_TEXTS + 1)]), end()])
    assert [(len(batch.texts), batch.progress.next) for batch in found] == [
        (BATCH_TEXTS, BATCH_TEXTS),
        (1, BATCH_TEXTS + 2),
    ]


def test_a_batch_shows_no_text() -> None:
    assert "secret" not in repr(batches_of(START, [text(said="secret"), end()]))
