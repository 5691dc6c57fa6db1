from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.structure.blanks import _CODE, is_blank, is_code

PIECES = st.sampled_from(["a", "Ann", "x_1", "(", ")", "[", "0", "->", "=>", " = ", " =", "==", ".", "::", "\\", " "])


@given(st.lists(PIECES | st.sampled_from(["None", "return", "self.", "nonce", ":", ">", "=", "é"])).map("".join))
def test_the_signs_of_code_are_in_all_code(value: str) -> None:
    assert is_code(value) is (_CODE.search(value) is not None)


@pytest.mark.parametrize(
    "value",
    [
        "type 2 diabetes",
        "Type II diabetes",
        "!cB2+tQnF%2F",
        "!hunter2",
        "!fF2kBmpY1F!P",
        "Theo Lind",
        "Mya Berg",
        "MYRTLE BEACH",
        "Addison Smith",
        "Putnam Valley",
        "Someya Kenji",
        "myDogRex99",
        "The9Tulips",
        "testa rossa 4",
    ],
)
def test_what_only_begins_like_a_stand_in_is_a_value(value: str) -> None:
    assert not is_blank(value)


@pytest.mark.parametrize(
    "value",
    [
        "type your password",
        "!Ref DbPassword",
        "!vault |",
        "!secret db_key",
        "!!str x",
        "yourPassword",
        "MY_KEY",
        "test-key-1",
    ],
)
def test_a_stand_in_is_none(value: str) -> None:
    assert is_blank(value)
