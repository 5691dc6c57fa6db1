"""Names of several parts, and names that the model cuts: the whole detector makes them whole."""

from __future__ import annotations

import pytest

from gateway.detection.eastern.installed import load
from gateway.detection.eastern.tagger import EasternTagger
from gateway.detection.eastern.told import rows


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("|1|薬袋 フミ|93|", "薬袋 フミ"),
        ("差出人は母、柘植 麻由。", "柘植 麻由"),
        ("热依扎·买买提，你好", "热依扎·买买提"),
        ("妻の凛は入院中です", "凛"),
        ("收件人逄小满，电话", "逄小满"),
    ],
)
def test_a_name_that_the_model_cuts_is_whole(text: str, name: str) -> None:
    assert name in [text[span.start : span.end] for span in EasternTagger(load()).find(text)]


def test_a_row_is_only_a_candidate() -> None:
    assert [*rows("|2|勘解由小路 章|79|\n氏名　住所など")] == [(3, 10)]
