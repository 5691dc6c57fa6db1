"""What the values of labels look like: a password is no placeholder, an address is no pointer, a name is no path.

Each test gets a trimmed value that is not blank, and how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Written
from gateway.detection.structure.looks.numbers import amount, card, date, number, paid
from gateway.detection.structure.looks.people import account, email, name, person, phone
from gateway.detection.structure.looks.places import address, degrees, device, flat, proper, short, url
from gateway.detection.structure.looks.secrets import code, drawn, passphrase, secret, token
from gateway.detection.structure.looks.traits import age, gender, grade, phrase

Looks = Callable[[str, Written], bool]

LOOKS: Final[Mapping[str, Looks]] = MappingProxyType(
    {
        looks.__name__: looks
        for looks in (
            account, address, age, amount, card, code, date, degrees, device, drawn, email, flat, gender, grade, name,
            number, paid, passphrase, person, phone, phrase, proper, secret, short, token, url,
        )
    }
)  # fmt: skip
"""The tests by the names that the lists of labels have for them."""
