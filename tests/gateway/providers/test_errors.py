from __future__ import annotations

from datetime import UTC, datetime

import aiohttp
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import GatewayError
from gateway.providers.answers import object_of
from gateway.providers.errors import Remedy, code_and_param, from_status, remedy, retry_after_seconds, transport_errors

NOW = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("provider_status", "status", "expected"),
    [
        (301, 502, Remedy.ANOTHER_DEPLOYMENT),
        (400, 400, Remedy.NOTHING),
        (401, 502, Remedy.ANOTHER_DEPLOYMENT),
        (402, 502, Remedy.ANOTHER_DEPLOYMENT),
        (403, 502, Remedy.ANOTHER_DEPLOYMENT),
        (404, 404, Remedy.ANOTHER_DEPLOYMENT),
        (405, 502, Remedy.ANOTHER_DEPLOYMENT),
        (408, 504, Remedy.THE_SAME_AGAIN),
        (413, 413, Remedy.NOTHING),
        (418, 502, Remedy.ANOTHER_DEPLOYMENT),
        (422, 400, Remedy.NOTHING),
        (429, 429, Remedy.THE_SAME_AGAIN),
        (500, 502, Remedy.THE_SAME_AGAIN),
        (503, 502, Remedy.THE_SAME_AGAIN),
        (504, 504, Remedy.THE_SAME_AGAIN),
        (529, 502, Remedy.THE_SAME_AGAIN),
    ],
)
def test_each_status_is_translated_once(provider_status: int, status: int, expected: Remedy) -> None:
    error = from_status(provider_status)
    assert (error.status, remedy(error)) == (status, expected)


@given(st.integers(100, 599), st.text(), st.text())
def test_an_error_knows_the_providers_status_and_says_nothing_of_its_answer(status: int, code: str, param: str) -> None:
    error = from_status(status, code=code, param=param)
    assert (error.upstream, error.message) == (status, from_status(status).message)


def test_a_used_up_quota_is_not_asked_again() -> None:
    assert remedy(from_status(429, code="insufficient_quota")) is Remedy.ANOTHER_DEPLOYMENT


def test_the_code_of_a_refused_key_is_not_passed_on() -> None:
    assert from_status(401, code="invalid_api_key").code == "provider_failed"


@given(st.text(), st.text(), st.text())
def test_no_free_text_of_a_providers_error_passes(message: str, code: str, param: str) -> None:
    error = {"message": message, "code": f"Z{code}", "type": f"{code}!", "param": f"{param}?"}
    assert code_and_param(msgspec.json.encode({"error": error})) == (None, None)


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b'{"error": "Ann"}', b'{"error": {"code": 7}}', b"[" * 100_000]
)
def test_an_error_body_of_another_form_passes_nothing(body: bytes) -> None:
    assert code_and_param(body) == (None, None)


@pytest.mark.parametrize("param", ["messages[0].content", "tools.0.function.parameters", "max_tokens"])
def test_a_path_of_known_fields_passes(param: str) -> None:
    assert code_and_param(msgspec.json.encode({"error": {"type": "bad_thing", "param": param}})) == ("bad_thing", param)


@pytest.mark.parametrize(
    "param", ["messages[12345678]", "ann", "messages.ann", "messages[0].content: Ann", "messages\n"]
)
def test_a_path_with_anything_else_does_not_pass(param: str) -> None:
    assert code_and_param(msgspec.json.encode({"error": {"param": param}})) == (None, None)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'"text"', b"NaN", b'{"a": "\xff"}', b"[" * 100_000, b'{"n": ' + b"9" * 5000 + b"}x"]
)
def test_an_answer_that_is_no_json_object_is_a_failed_provider(data: bytes) -> None:
    with pytest.raises(GatewayError) as raised:
        object_of(data)
    assert raised.value.status == 502
    assert raised.value.__context__ is None or raised.value.__suppress_context__


@pytest.mark.parametrize(
    ("answer", "status"), [({"error": {"code": 429}}, 429), ({"error": "Ann"}, 502), ({"error": {"code": "x"}}, 502)]
)
def test_an_error_within_an_answer_counts_as_one(answer: dict[str, object], status: int) -> None:
    with pytest.raises(GatewayError) as raised:
        object_of(msgspec.json.encode(answer))
    assert (raised.value.status, "Ann" in str(raised.value)) == (status, False)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (TimeoutError("Ann"), 504),
        (aiohttp.ServerTimeoutError("Ann"), 504),
        (aiohttp.ServerDisconnectedError("Ann"), 502),
        (aiohttp.ClientPayloadError("Ann"), 502),
        (aiohttp.InvalidURL("Ann"), 502),
        (ConnectionResetError("Ann"), 502),
        (ValueError("Ann"), 502),
    ],
)
def test_what_the_transport_raises_becomes_ours_without_its_words(error: Exception, status: int) -> None:
    with pytest.raises(GatewayError) as raised, transport_errors():
        raise error
    assert (raised.value.status, "Ann" in str(raised.value)) == (status, False)
    assert raised.value.__suppress_context__


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, None),
        ("2", 2.0),
        ("0.5", 0.5),
        ("Wed, 01 Jan 2025 00:01:00 GMT", 60.0),
        ("Tue, 31 Dec 2024 00:00:00 GMT", 0.0),
        ("1e999", 86_400.0),
        ("nan", None),
        ("-1", None),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(value: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(value, NOW) == seconds
