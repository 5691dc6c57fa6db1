"""Splits labels into words: ``customerFirstName``, ``CUSTOMER_FIRST_NAME`` and ``Customer's first name`` are alike."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from unicodedata import normalize

from gateway.detection.characters import VOWEL_SIGNS

LONGEST: Final = 64  # characters; what is longer is a sentence

_WORDS: Final = re.compile(rf"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z](?:[^\W\d_A-Za-z]|[{VOWEL_SIGNS}])*")
# Accents, Hebrew and Arabic vowels, the dots below letters of Indian scripts: whoever is in a hurry leaves them out.
_MARKS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u093c\u09bc]+")
_ARTICLE: Final = re.compile("^ال(?=..)")  # Arabic "the", which labels have or not
_PLAIN: Final = str.maketrans(
    {
        "ß": "ss",
        "ı": "i",
        "ł": "l",
        "Ł": "L",
        "ø": "o",
        "Ø": "O",
        "đ": "d",
        "æ": "ae",
        "’": "'",
        "ة": "ه",
        "ى": "ي",
        "ـ": "",
    }
)
_ABBREVIATED: Final = {
    "acc": "account", "acct": "account", "addr": "address", "adr": "address", "appt": "appointment",
    "auth": "auth", "cert": "certificate", "cred": "credentials", "creds": "credentials", "cust": "customer",
    "dept": "department", "dl": "driverlicense", "doc": "doctor", "emerg": "emergency", "emp": "employee",
    "fam": "family", "ident": "id", "lic": "license", "licence": "license", "mob": "mobile", "nat": "national",
    "nbr": "number", "no": "number", "nr": "number", "num": "number", "org": "organization", "orga": "organization",
    "organisation": "organization", "passwd": "password", "passwort": "password", "pasword": "password",
    "pat": "patient", "ph": "phone", "pswd": "password", "psw": "password", "pt": "patient", "pw": "password",
    "pwd": "password", "ref": "reference", "soc": "social",
    "tel": "phone", "telephone": "phone", "tlf": "phone", "tfn": "phone", "usr": "user", "veh": "vehicle",
    "xref": "reference",
}  # fmt: skip
_IDLE: Final = frozenset(
    [
        "the",
        "of",
        "a",
        "an",
        "s",
        "my",
        "your",
        "his",
        "her",
        "their",
        "our",
        "de",
        "la",
        "le",
        "du",
        "des",
        "del",
        "da",
        "do",
        "di",
        "der",
        "die",
        "das",
    ]
)


@lru_cache(maxsize=4096)
def words(label: str) -> tuple[str, ...]:
    """Returns the words of a label: folded, abbreviations written out, without digits and little words.

    >>> words("custFirstName"), words("Geburtsdatum:"), words("the patient's DOB"), words("Прізвище")
    (('customer', 'first', 'name'), ('geburtsdatum',), ('patient', 'dob'), ('прізвище',))
    """
    plain = label if label.isascii() else _MARKS.sub("", normalize("NFKD", label.translate(_PLAIN)))
    plain = plain if label.isascii() else normalize("NFC", plain)
    folded = (_ARTICLE.sub("", word.casefold()) for word in _WORDS.findall(plain))
    return tuple(_ABBREVIATED.get(word, word) for word in folded if word not in _IDLE)
