from __future__ import annotations

from base64 import b64encode

from streams.canaries.forms import Canary
from tests.support.surfaces import leaks

MAIL = Canary("EMAIL", "kofi.weber4711@harbor-quarry12.example")
PHONE = Canary("PHONE_NUMBER", "+44 7400 123456")


def test_a_value_is_found_in_every_form_and_only_where_it_stands() -> None:
    places = {
        "plain": MAIL.value.encode(),
        "base64": b"{" + b64encode(b"x" + MAIL.value.encode()) + b"}",
        "hexadecimal": MAIL.value.encode().hex().encode(),
        "spelled": b"KOFI WEBER 4711 @ harbor quarry 12 example",
        "digits": b"call\n44-7400-123456\n\xff\x00",
        "another": b"kofi.weber4712@harbor-quarry12.example +44 7400 123457",
    }
    assert leaks([MAIL, PHONE], places) == {
        "plain": {MAIL},
        "base64": {MAIL},
        "hexadecimal": {MAIL},
        "spelled": {MAIL},
        "digits": {PHONE},
    }
