"""Whom a request is about: the same hashes as the minimizer's, in every window that is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.analytics import contributor, subject, window_of
from gateway.records import PrivacyRequest
from streams.commands.person import DAY_MS, doubts, kept_windows, person_of, request_of

KEY = b"an analytics key of 32 characters"
MINUTE_MS = 60_000

times = st.integers(DAY_MS * 1000, DAY_MS * 30_000)
lengths = st.integers(1, 168 * 60).map(lambda minutes: minutes * MINUTE_MS)


@given(times, lengths, st.integers(1, 30), st.floats(0, 1))
def test_every_window_that_is_kept_has_the_hash_that_the_minimizer_makes(
    now_ms: int, window_ms: int, days: int, share: float
) -> None:
    if days * DAY_MS > 500 * window_ms:
        window_ms = 24 * 60 * MINUTE_MS
    windows = kept_windows(now_ms, window_ms, days)
    person = person_of(KEY, "support", "u-17", windows)
    said_ms = now_ms - int(share * max(days * DAY_MS, 2 * window_ms))
    window = window_of(said_ms, window_ms)
    assert person.contributors[window] == contributor(KEY, "support", window, "u-17")
    assert window_of(now_ms + window_ms, window_ms) in person.contributors


def test_another_tenant_or_another_spelling_is_another_person() -> None:
    persons = [
        person_of(KEY, tenant, identifier, range(0, 120, 60))
        for tenant, identifier in (("support", "u-17"), ("sales", "u-17"), ("support", "U-17"), ("support", "u-17 "))
    ]
    assert len({person.subject for person in persons}) == 4
    assert len({known_as for person in persons for known_as in person.contributors.values()}) == 8


def test_a_person_is_not_printed() -> None:
    assert subject(KEY, "support", "u-17") not in repr(person_of(KEY, "support", "u-17", range(0, 120, 60)))


def asked(action: str, **contributors: str) -> PrivacyRequest:
    by_window = {int(window.removeprefix("w")): known_as for window, known_as in contributors.items()}
    return PrivacyRequest(action=action, contributors=by_window, requested_ms=1)  # type: ignore[arg-type]


def test_who_has_opted_out_stays_out_when_a_deletion_follows() -> None:
    person = person_of(KEY, "support", "u-17", range(600, 720, 60))
    assert request_of(person, None, "delete", 5).action == "delete"
    assert request_of(person, asked("delete"), "opt_out", 5).action == "opt_out"
    assert request_of(person, asked("opt_out"), "delete", 5).action == "opt_out"


def test_hashes_of_windows_of_another_length_are_carried_on_while_they_may_be_kept() -> None:
    person = person_of(KEY, "support", "u-17", range(600, 720, 60))
    request = request_of(person, asked("delete", w599="old", w601="kept", w660="other"), "delete", 5)
    assert request.contributors == {**person.contributors, 601: "kept"}
    assert request.requested_ms == 5


def test_a_tenant_or_a_key_that_nothing_is_counted_under_is_doubted() -> None:
    names = {"support": frozenset({"bot"})}
    assert "no API key of the configuration has this tenant" in next(doubts("suport", "bot", names, trusted=False))
    assert "none of its keys has this name" in next(doubts("support", "u-17", names, trusted=False))
    assert list(doubts("support", "u-17", names, trusted=True)) == []
    assert list(doubts("support", "u-17", {}, trusted=False)) == []
