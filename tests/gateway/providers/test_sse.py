from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from gateway.providers.sse import EventParser

line_ends = st.sampled_from(["\n", "\r\n", "\r"])
data_lines = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1)
events_of_lines = st.lists(st.lists(data_lines, min_size=1, max_size=3), max_size=6)
noise = st.sampled_from(["", ": a comment", "event: message", "id: 7", "retry: 10", "unknown", "database: 1"])


def wire(events: list[list[str]], draw: st.DataObject) -> bytes:
    lines: list[str] = []
    for event in events:
        for text in event:
            space = " " if text.startswith(" ") else draw.draw(st.sampled_from(["", " "]))
            lines += [draw.draw(noise) or ":", f"data:{space}{text}"]
        lines.append("")
    line_end = draw.draw(line_ends)
    return "".join(line + line_end for line in lines).encode()


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    marks = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:end] for start, end in pairwise(marks)]


@given(events_of_lines, st.lists(st.integers(0, 1 << 16), max_size=20), st.data())
def test_events_come_back_whatever_the_line_ends_and_the_chunking(
    events: list[list[str]], cuts: list[int], draw: st.DataObject
) -> None:
    parser = EventParser()
    parsed = [event for chunk in chunks(wire(events, draw), cuts) for event in parser.feed(chunk)]
    assert parsed == ["\n".join(event).encode() for event in events]


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=20))
def test_any_bytes_parse_alike_in_one_piece_and_in_many(data: bytes, cuts: list[int]) -> None:
    parser = EventParser()
    assert [event for chunk in chunks(data, cuts) for event in parser.feed(chunk)] == EventParser().feed(data)


def test_an_event_is_handed_on_with_its_last_byte_and_not_later() -> None:
    parser = EventParser()
    assert parser.feed(b"data: 1\n") == []
    assert parser.feed(b"\n") == [b"1"]
    assert parser.feed(b"data: 2\r") == []
    assert parser.feed(b"\r") == [b"2"]


def test_an_event_that_the_end_cuts_is_dropped() -> None:
    assert EventParser().feed(b"data: [DONE]") == []


def test_a_byte_order_mark_at_the_start_is_skipped() -> None:
    assert EventParser().feed(b"\xef\xbb\xbfdata: 1\n\n") == [b"1"]


def test_events_without_data_are_dropped() -> None:
    assert EventParser().feed(b"event: ping\n\ndata:\n\ndata: 1\n\n") == [b"1"]
