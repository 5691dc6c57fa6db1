from __future__ import annotations

import pytest

from gateway.detection.links import link


@pytest.mark.parametrize(
    ("candidate", "url"),
    [
        ("https://x.example).", "https://x.example"),
        ("https://x.example/(a)", "https://x.example/(a)"),
        ("https://x.example/[a]]}**", "https://x.example/[a]"),
        ("https://x.example/?a=b!", "https://x.example/?a=b"),
    ],
)
def test_the_sentences_punctuation_is_left_off(candidate: str, url: str) -> None:
    assert [candidate[start:end] for start, end in link(candidate)] == [url]


@pytest.mark.parametrize("candidate", ["https://", "https://...", "https://)"])
def test_a_scheme_alone_is_no_url(candidate: str) -> None:
    assert link(candidate) == ()


def test_a_million_brackets_are_trimmed_in_one_pass() -> None:
    assert link("https://x" + ")" * 1_000_000) == ((0, 9),)
