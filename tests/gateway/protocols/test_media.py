"""Addresses, file names and data of media: what is text in them is a leaf, the rest stays."""

from __future__ import annotations

from base64 import b64decode, b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import Uninspectable
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.protocols.media import walk_base64, walk_url
from gateway.protocols.walk import Walk
from gateway.types import JsonObject, LeafKind

PNG = b64encode(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR").decode()
PDF = b64encode(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3").decode()
SAID = "name,email\nAnn Lee,ann@example.org\n"
HIDDEN = "name,email\nAnn Lee,[EMAIL1]\n"


def hide(path: str, kind: LeafKind, text: str, message: int | None) -> str:
    return text.replace("ann@example.org", "[EMAIL1]")


def encoded(text: str, encoding: str = "utf-8") -> str:
    return b64encode(text.encode(encoding)).decode()


def asked(url: str) -> JsonObject:
    part: JsonObject = {"type": "image_url", "image_url": {"url": url}}
    return {"model": "gpt", "messages": [{"role": "user", "content": [part]}]}


def test_an_address_is_a_text() -> None:
    assert walk_url("https://example.com/ann@example.org.png", "url", Walk(hide)) == "https://example.com/[EMAIL1].png"


@pytest.mark.parametrize("head", ["text/csv;base64", "text/csv;charset=utf-8;base64", ";base64", "Text/CSV ; BASE64"])
def test_data_of_a_type_of_text_are_decoded_and_encoded_again(head: str) -> None:
    walked = walk_url(f"data:{head},{encoded(SAID)}", "url", Walk(hide))
    assert b64decode(walked.partition(",")[2]).decode() == HIDDEN


def test_text_that_calls_itself_something_else_is_seen_too() -> None:
    for url in (f"data:image/png;base64,{encoded(SAID)}", f"data:application/octet-stream;base64,{encoded(SAID)}"):
        assert b64decode(walk_url(url, "url", Walk(hide)).partition(",")[2]).decode() == HIDDEN
    assert b64decode(walk_base64(encoded(SAID), "file_data", Walk(hide))).decode() == HIDDEN


def test_base64_in_the_alphabet_of_addresses_over_lines_and_without_padding_is_read() -> None:
    text = "?>~ ann@example.org ~~"
    data = encoded(text).rstrip("=").replace("+", "-").replace("/", "_")
    walked = walk_base64(f"{data[:7]}\r\n{data[7:]}", "file_data", Walk(hide))
    assert b64decode(walked).decode() == "?>~ [EMAIL1] ~~"


def test_percent_codes_are_read() -> None:
    walked = walk_url("data:text/plain,Write%20to%20ann%40example.org", "url", Walk(hide))
    assert walked == f"data:text/plain;base64,{encoded('Write to [EMAIL1]')}"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_what_spreadsheets_write_comes_back_in_its_encoding(encoding: str) -> None:
    walked = walk_base64(encoded(SAID, encoding), "file_data", Walk(hide))
    assert b64decode(walked).decode(encoding) == HIDDEN


def test_the_charset_that_is_named_is_taken() -> None:
    walked = walk_url(
        f"data:text/plain;charset=latin-1;base64,{encoded('Zoë: ann@example.org', 'latin-1')}", "u", Walk(hide)
    )
    assert b64decode(walked.partition(",")[2]).decode("latin-1") == "Zoë: [EMAIL1]"


def test_a_file_name_beside_the_type_is_a_leaf_and_the_type_is_none() -> None:
    walked = walk_url(f"data:image/png;name=ann@example.org.png;base64,{PNG}", "url", Walk(hide))
    assert walked == f"data:image/png;name=[EMAIL1].png;base64,{PNG}"
    assert walk_url(f"data:ann@example.org;base64,{PNG}", "url", Walk(hide)) == f"data:[EMAIL1];base64,{PNG}"


@pytest.mark.parametrize("data", [PNG, PDF, "no base64 at all!", ""])
def test_what_is_no_text_stays(data: str) -> None:
    assert walk_base64(data, "data", Walk(hide)) == data
    assert walk_url(f"data:image/png;base64,{data}", "url", Walk(hide)) == f"data:image/png;base64,{data}"


@given(st.text(), st.sampled_from(["text/plain;base64", "image/png;base64", "application/json;base64"]))
def test_what_nothing_is_found_in_stays_exactly(text: str, head: str) -> None:
    url = f"data:{head},{encoded(text)}"
    assert walk_url(url, "url", Walk(lambda path, kind, text, message: text)) == url


@pytest.mark.parametrize("data", ["text/plain;base64,/////w==", "text/plain;base64,a", "text/plain;charset=klingon,hi"])
def test_text_that_cannot_be_read_is_refused_before_anything_is_sent(data: str) -> None:
    with pytest.raises(Uninspectable) as refusal:
        CHAT_COMPLETIONS.check(asked(f"data:{data}"), frozenset())
    assert "messages[0].content[0].image_url.url" in str(refusal.value)


def test_json_inside_data_is_walked_leaf_by_leaf() -> None:
    head = "data:application/json;base64,"
    body = asked(head + encoded('{"email": "ann@example.org"}'))
    paths = [leaf.path for leaf in CHAT_COMPLETIONS.leaves(body)]
    place = "messages[0].content[0].image_url.url#/email"
    assert place in paths
    rebuilt = CHAT_COMPLETIONS.rebuild(body, {place: "[EMAIL1]"})
    assert rebuilt == asked(head + encoded('{"email": "[EMAIL1]"}'))
