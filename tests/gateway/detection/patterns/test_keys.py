"""API keys, tokens, private keys, connection strings and assigned secrets."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import api_keys, assignment, connection_string, jwt, private_key
from tests.gateway.detection.finding import found

LONG = "aB3" * 12


@pytest.mark.parametrize(
    "value",
    [
        f"sk-{LONG}",
        f"sk-proj-{LONG}_-{LONG}",
        f"cg-{LONG}",
        f"pypi-{LONG}",
    ],
)
def test_a_key_with_a_short_prefix_is_found_however_long_it_is(value: str) -> None:
    assert found(api_keys.PATTERNS, f"密钥{value}。") == [value]
    assert found(api_keys.PATTERNS, f'"{value}0"') == [f"{value}0"]


@pytest.mark.parametrize("text", ["task-oriented-dialogue-systems", "risk-2024", "sk-x"])
def test_hyphenated_words_are_no_keys(text: str) -> None:
    assert found(api_keys.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("password=hunter2", ["hunter2"]),
        ("{'api_key': 'x9f8a7s6d5'}", ["x9f8a7s6d5"]),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", ["wJalrXUtnFEMI/K7MDENG"]),
        ("my password is Tr0ub4dor&3.", ["Tr0ub4dor&3."]),
        ("Authorization: Bearer abcDEF123.456", ["abcDEF123.456"]),
        ("Authorization: Basic YWxleDpodW50ZXIy", ["YWxleDpodW50ZXIy"]),
        ("data:\n  password: S3cr3tPw9x", ["S3cr3tPw9x"]),
        ("Here is my env: API_KEY=9f86d081884c7d65", ["9f86d081884c7d65"]),
        ("Error: password=hunter2 is wrong", ["hunter2"]),
        ("credentials:\npassword: hunter2", ["hunter2"]),
        ("password is required", []),
        ("token = tokenizer.encode2(text)", []),
        ("secret: self.secret_name", []),
        ("max_tokens: 4096000", []),
        ("total: x9f8a7s6d5", []),
    ],
)
def test_a_secret_is_found_where_a_word_announces_it(text: str, values: list[str]) -> None:
    assert found(assignment.PATTERNS, text) == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("postgres://user:p4ss@db.corp.internal:5432/app, then", ["postgres://user:p4ss@db.corp.internal:5432/app"]),
        ("redis://:p4ss@h", ["redis://:p4ss@h"]),
        ("https://x.example:8080/a@b", []),
    ],
)
def test_a_connection_string_counts_if_it_has_a_password(text: str, values: list[str]) -> None:
    assert found(connection_string.PATTERNS, text) == values


def test_a_web_token_is_found_whole_or_cut_short() -> None:
    token = f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx{LONG}.{LONG}_-x"
    assert found(jwt.PATTERNS, f"令牌{token}!") == [token]
    assert found(jwt.PATTERNS, token[:30]) == [token[:30]]
    assert found(jwt.PATTERNS, "example.com/klog v2.130.1 h1:3Jpz1GvMt720eyJH1ckRHK1EDfpxISzJ7I9OYgaDtPE=") == []


def test_a_private_key_is_found_to_its_end_or_as_far_as_base64_goes() -> None:
    begin, end = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    whole = f"{begin}\nProc-Type: 4,ENCRYPTED\n\nMIIEow==\n{end}"
    assert found(private_key.PATTERNS, f"key: {whole} done") == [whole]
    assert found(private_key.PATTERNS, f"{begin}\\nMIIEow==\\n{end}") == [f"{begin}\\nMIIEow==\\n{end}"]
    assert found(private_key.PATTERNS, f"{begin}\nMIIEow==, cut") == [f"{begin}\nMIIEow=="]
    assert found(private_key.PATTERNS, "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----") == []
