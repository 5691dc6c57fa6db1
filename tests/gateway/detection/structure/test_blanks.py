from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.structure.blanks import _CODE, is_code

PIECES = st.sampled_from(["a", "Ann", "x_1", "(", ")", "[", "0", "->", "=>", " = ", " =", "==", ".", "::", "\\", " "])


@given(st.lists(PIECES | st.sampled_from(["None", "return", "self.", "nonce", ":", ">", "=", "é"])).map("".join))
def test_the_signs_of_code_are_in_all_code(value: str) -> None:
    assert is_code(value) is (_CODE.search(value) is not None)
