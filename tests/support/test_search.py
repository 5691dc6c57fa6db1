"""The search sees every form that it claims to see: what it does not find elsewhere is not there."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from tests.support.planting import Kind, Planted, Planter, compact
from tests.support.search import Form, Haystack, Search

VALUES = [value for seed in range(12) for value in Planter(seed).one_of_each()]


def escaped(text: str) -> str:
    return "".join(f"\\u{unit:04x}" for unit in memoryview(text.encode("utf-16-le")).cast("H"))


FORMS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "in capitals": str.upper,
    "JSON": json.dumps,
    "JSON, escaped throughout": escaped,
    "JSON in JSON": lambda text: json.dumps(json.dumps(text)),
    "JSON, escaped throughout, in JSON": lambda text: json.dumps(escaped(text)),
    "URL-encoded": lambda text: quote(text, safe=""),
    "URL-encoded with plus": quote_plus,
    "URL-encoded twice": lambda text: quote(quote(text, safe=""), safe=""),
    "URL-encoded throughout": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "hexadecimal": lambda text: text.encode().hex(),
    "hexadecimal in capitals": lambda text: text.encode().hex().upper(),
    "without separators": compact,
    "with dashes for spaces": lambda text: text.replace(" ", "-"),
    "base64 at alignment 0": lambda text: base64.b64encode(f"{text}end".encode()).decode(),
    "base64 at alignment 1": lambda text: base64.b64encode(f"+{text}end".encode()).decode(),
    "base64 at alignment 2": lambda text: base64.b64encode(f"++{text}end".encode()).decode(),
    "URL-safe base64": lambda text: base64.urlsafe_b64encode(f"~{text}".encode()).decode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_value_is_found_in_every_form(form: str) -> None:
    for value in VALUES:
        content = f'{{"text": "before {FORMS[form](value.text)} after"}}'.encode()
        assert any(find.planted == value for find in Search([value]).find(content)), value


@pytest.mark.parametrize("form", FORMS)
def test_what_gives_a_value_away_is_found_in_every_form(form: str) -> None:
    for value in VALUES:
        for fragment in value.fragments:
            content = f"before {FORMS[form](fragment)} after".encode()
            assert Search([value]).find(content), (value, fragment)


def test_every_value_has_parts_that_give_it_away() -> None:
    assert all(value.fragments for value in VALUES)


def test_a_text_without_the_value_holds_none_of_it() -> None:
    content = b"Nothing but [EMAIL1], [PHONE_NUMBER1], 12345, 2024-01-02 and 4ae81572f06e1b88fd5ced7a1a000945 is here."
    assert Search(VALUES).find(content) == []


def test_another_value_is_not_taken_for_it() -> None:
    one, other = Planter("one").value(Kind.EMAIL), Planter("other").value(Kind.EMAIL)
    assert [find.planted for find in Search([one, other]).find(other.text.encode()) if find.form is Form.PLAIN] == [
        other
    ]


def test_any_six_digits_of_a_number_are_found_across_separators() -> None:
    value = Planted(
        Kind.CARD, "4012 8888 8888 1881", ("401288", "012888", "128888", "888888", "888818", "888188", "881881")
    )
    for content in (b"ends in 88-1881", b"0128 88", b"(012)888"):
        assert Search([value]).find_in(Haystack(content))
    assert not Search([value]).find(b"ends in 1881")
