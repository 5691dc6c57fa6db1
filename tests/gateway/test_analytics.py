from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.analytics import HOUR_MS, contributor, event_id, rounded_ms, subject, window_of

KEY = b"an analytics key"
WINDOWS = st.integers(1, 168 * 60).map(lambda minutes: minutes * 60_000)
TIMES = st.integers(0, 4_000_000_000_000)
SUPPORT = contributor(KEY, "support", 86_400, "u-17")


@given(TIMES, WINDOWS)
def test_a_time_lies_in_its_window_and_so_does_its_rounded_form(time_ms: int, window_ms: int) -> None:
    window = window_of(time_ms, window_ms)
    assert window * 1000 % window_ms == 0
    assert window * 1000 <= rounded_ms(time_ms, window_ms) <= time_ms < window * 1000 + window_ms


@given(TIMES, WINDOWS)
def test_a_rounded_time_tells_no_more_than_the_hour(time_ms: int, window_ms: int) -> None:
    assert (rounded_ms(time_ms, window_ms) - window_of(time_ms, window_ms) * 1000) % HOUR_MS == 0


def test_a_day_begins_at_midnight_and_its_texts_bear_the_clocks_hours() -> None:
    assert window_of(86_400_000 + HOUR_MS, 24 * HOUR_MS) == 86_400
    assert rounded_ms(86_400_000 + HOUR_MS + 1, 24 * HOUR_MS) == 86_400_000 + HOUR_MS


def test_a_contributor_is_the_same_in_one_window_and_another_in_every_other() -> None:
    assert contributor(KEY, "support", 86_400, "u-17") == SUPPORT
    assert contributor(KEY, "support", 172_800, "u-17") != SUPPORT


def test_a_contributor_belongs_to_a_tenant_and_a_key() -> None:
    assert contributor(KEY, "sales", 86_400, "u-17") != SUPPORT
    assert contributor(b"another key", "support", 86_400, "u-17") != SUPPORT
    assert contributor(KEY, "support8", 6_400, "u-17") != SUPPORT


def test_a_subject_is_nobodys_contributor() -> None:
    assert subject(KEY, "support", "u-17") == subject(KEY, "support", "u-17") != SUPPORT
    assert subject(KEY, "support", "u-18") != subject(KEY, "support", "u-17") != subject(KEY, "sales", "u-17")


def test_an_event_is_not_its_turn() -> None:
    turn = "0123456789abcdef" * 2
    assert event_id(b"an audit key", turn) == event_id(b"an audit key", turn) != turn
    assert event_id(b"another key", turn) != event_id(b"an audit key", turn)


@given(st.text(), st.text())
def test_whatever_an_identifier_holds_its_hash_is_hexadecimal(tenant: str, identifier: str) -> None:
    for each in (contributor(KEY, tenant, 0, identifier), subject(KEY, tenant, identifier)):
        assert len(bytes.fromhex(each)) == 16
