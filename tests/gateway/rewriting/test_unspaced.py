"""Rewriting and restoring where placeholders stand beside letters without a space."""

from __future__ import annotations

import pytest

from gateway.entities.numbering import find_entities
from gateway.policy import Policy
from gateway.rewriting.phrases import Phrases
from gateway.rewriting.restoring import Channel, restore
from gateway.rewriting.rewriter import Minimization, rewrite
from gateway.types import EntityType, Leaf, LeafKind, Plan, Span


def rewritten(text: str, value: str) -> Minimization:
    """Returns the text without a value of which only the first occurrence was found."""
    at = text.index(value)
    spans = [Span(at, at + len(value), EntityType.NAME, 1.0, "eastern")]
    found = find_entities([Leaf("leaf", LeafKind.TEXT, text, 0)], [spans], Policy())
    return rewrite(found, Plan({}), Phrases({}), str.upper)


@pytest.mark.parametrize(
    ("text", "value", "minimized"),
    [
        ("我叫王小明，王小明说他喜欢王小明。", "王小明", "我叫[NAME1]，[NAME1]说他喜欢[NAME1]。"),
        ("田中健太です。田中健太さんへ", "田中健太", "[NAME1]です。[NAME1]さんへ"),
        ("저는 김민수입니다. 김민수가 갔다", "김민수", "저는 [NAME1]입니다. [NAME1]가 갔다"),
        ("ผมชื่อสมชาย คุณสมชายมา", "สมชาย", "ผมชื่อ[NAME1] คุณ[NAME1]มา"),
        ("王先生，这是中国王朝", "王", "[NAME1]先生，这是中国王朝"),
    ],
)
def test_every_occurrence_is_hidden_and_comes_back(text: str, value: str, minimized: str) -> None:
    result = rewritten(text, value)
    assert result.replacements["leaf"] == minimized
    assert restore(minimized, result.replacement_map, Channel.TEXT).text == text


def test_a_placeholder_in_an_answer_comes_back_between_letters() -> None:
    result = rewritten("王小明在这里", "王小明")
    assert restore("请[NAME1]先生来", result.replacement_map, Channel.TEXT).text == "请王小明先生来"
