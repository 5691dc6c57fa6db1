from __future__ import annotations

import numpy as np

from gateway.detection.names.decoding import NEIGHBOUR, counting
from gateway.detection.names.features import GAPS

SPACE, COMMA, END = (GAPS.index(gap) for gap in ("space", "comma", "end"))
LOW = 0.5 * (NEIGHBOUR + 0.01)  # a share of the threshold just above that of a neighbour


def counted(text: str, *scores: float, gap: int = SPACE) -> list[str]:
    forms = text.split()
    gaps = [SPACE, *(gap for _ in forms[1:]), END]
    return [forms[at] for at in counting(np.array(scores), np.full(len(forms), 0.5), gaps, forms)]


def test_a_word_beside_a_sure_one_needs_only_a_share_of_the_threshold() -> None:
    assert counted("Dunmarsh pottery opens", 0.9, LOW, 0.01) == ["Dunmarsh", "pottery"]
    assert counted("old Dunmarsh opens", LOW, 0.9, 0.01) == ["old", "Dunmarsh"]


def test_a_word_beside_an_unsure_one_or_behind_a_comma_needs_all_of_it() -> None:
    assert counted("Dunmarsh old pottery", 0.9, LOW, LOW) == ["Dunmarsh", "old"]
    assert counted("Dunmarsh pottery", 0.9, LOW, gap=COMMA) == ["Dunmarsh"]
    assert counted("old pottery", LOW, LOW) == []


def test_a_function_word_needs_more_than_another_neighbour() -> None:
    assert counted("in Dunmarsh was", LOW, 0.9, LOW) == ["Dunmarsh"]
    assert counted("the Dunmarsh was", 0.3, 0.9, LOW) == ["the", "Dunmarsh"]


def test_a_word_beside_a_long_number_needs_more_than_one_beside_a_short_number() -> None:
    assert counted("0123 now", 0.9, LOW) == ["0123"]
    assert counted("5 nights", 0.9, LOW) == ["5", "nights"]
