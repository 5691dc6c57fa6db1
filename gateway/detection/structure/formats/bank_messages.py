"""Messages between banks (SWIFT MT): ``:50K:/123456`` and the lines below, up to the next tag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from gateway.detection.structure.field import Field

_SIGNS: Final = (":20:", ":25", ":50", ":59", ":61:", ":86:", ":32A:")
_TAGGED: Final = re.compile(
    r"(?m)^[ \t>]*+:(?P<tag>\d\d[A-Z]?):(?P<body>(?:[^\n-]|-(?!\}))*+"
    r"(?:\n(?![ \t>]*+(?::\d\d[A-Z]?:|-\}|\{|-?\r?$))(?:[^\n-]|-(?!\}))*+){0,8}+)"
)
_LINE: Final = re.compile(r"[^\s>][^\r\n]*+")

# Groups are named by their labels.
_IBAN: Final = r"(?P<iban>[A-Z]{2}\d\d[A-Z0-9 ]{10,34})"
_ACCOUNTS: Final = frozenset({"iban", "account_number"})
_ACCOUNT: Final = rf"//?(?:[CD]/)?(?:{_IBAN}|(?P<account_number>.+))"
_IDENTIFIERS: Final = MappingProxyType(
    {
        "ARNU": "alien_number", "CCPT": "passport_number", "CUST": "customer_id", "DRLC": "driver_license",
        "EMPL": "employee_number", "NIDN": "national_id", "SOSE": "social_security_number", "TXID": "tax_id",
    }
)  # fmt: skip
_BY_IDENTIFIER: Final = "|".join(
    rf"{code}/[A-Z]{{2}}/(?:[^/]++/)?(?P<{label}>[^/]++)" for code, label in _IDENTIFIERS.items()
)

# What the lines of a tag are; where there are two kinds, the second is that of the lines below the first.
_PARTY: Final = (
    re.compile(rf"{_ACCOUNT}|(?P<full_name>.+)"),
    re.compile(r"(?P<address>.*[ \d].*)|(?P<city>.+)"),
)
_NUMBERED: Final = (
    re.compile(
        rf"{_ACCOUNT}|{_BY_IDENTIFIER}|1/(?P<full_name>.+)|2/(?P<address>.+)|3/[A-Z]{{2}}/(?P<city>.+)"
        r"|4/(?P<birth_date>\d{8})|5/[A-Z]{2}/(?P<birthplace>.+)|6/(?:[^/]++/)*+(?P<customer_number>[^/]++)"
        r"|7/(?:[^/]++/)?(?P<national_id_number>[^/]++)"
    ),
)
_NOTHING: Final = re.compile("(?!)")
_CODED: Final = (re.compile(rf"{_ACCOUNT}|(?P<bic>[A-Z0-9]{{8,11}})"), _NOTHING)
_BANK: Final = (re.compile(rf"{_ACCOUNT}|(?P<bank_name>.+)"), _NOTHING)
_OWNED: Final = (re.compile(rf"(?:[A-Z0-9]+/)?(?:{_IBAN}|(?P<account_number>.+))"), _NOTHING)
_REFERENCE: Final = (re.compile(r"(?P<reference_number>.+)"), _NOTHING)
_BALANCE: Final = (re.compile(r"[CD]\d{6}[A-Z]{3}(?P<account_balance>[\d,]+)"), _NOTHING)
_PAID: Final = (re.compile(r"(?P<value_date>\d{6})?[A-Z]{3}(?P<amount>[\d,]+)"), _NOTHING)
_BOOKED: Final = (re.compile(r"(?P<value_date>\d{6})(?:\d{4})?R?[CD][A-Z]?(?P<amount>\d+,\d*).*"), _NOTHING)
_TAGS: Final = MappingProxyType(
    {
        "20": _REFERENCE, "21": _REFERENCE, "25": _OWNED, "25P": _OWNED, "32A": _PAID, "32B": _PAID, "33B": _PAID,
        "50": _PARTY, "50H": _PARTY, "50K": _PARTY, "59": _PARTY, "50F": _NUMBERED, "59F": _NUMBERED,
        "60F": _BALANCE, "60M": _BALANCE, "62F": _BALANCE, "62M": _BALANCE, "64": _BALANCE, "65": _BALANCE,
        "61": _BOOKED, "50A": _CODED, "50C": _CODED, "50G": _CODED, "59A": _CODED,
        **{f"{bank}A": _CODED for bank in range(51, 59)}, **{f"{bank}D": _BANK for bank in range(51, 59)},
    }
)  # fmt: skip

_INFORMATION: Final = "86"
_NUMBERED_PART: Final = re.compile(r"\?(?P<code>\d\d)(?P<value>[^?\r\n]*+)(?:\r?\n[ \t>]*+(?P<rest>[^?\r\n]++))?")
_PARTS: Final = MappingProxyType({"31": "account number", "32": "full name", "33": "full name", "38": "iban"})


def read(text: str) -> Iterator[Field]:
    r"""Yields the accounts, names, addresses and amounts of messages; nothing of what is free text.

    >>> text = ":32A:260102EUR15,\n:50K:/99887766\nANN LEE\n4 ELM ST\n:86:166?20RENT?32BO ORR"
    >>> [text[each.start : each.end] for each in read(text)]
    ['260102', '15,', '99887766', 'ANN LEE', '4 ELM ST', 'BO ORR']
    """
    if not any(sign in text for sign in _SIGNS):
        return
    tagged = [*_TAGGED.finditer(text)]
    if len({each["tag"] for each in tagged}) < 2:  # a time, or a line that happens to begin like a tag
        return
    group = 0
    for each in tagged:
        group += each["tag"] == "20"  # begins every message
        yield from _counterparty(each, group) if each["tag"] == _INFORMATION else _lines(each, group)


def _lines(tagged: re.Match[str], group: int) -> Iterator[Field]:
    """Yields what the lines of a tag hold: accounts first, then a line of its own kind, then those below it."""
    kinds = _TAGS.get(tagged["tag"], (_NOTHING,))
    kind = kinds[0]
    for line in _LINE.finditer(tagged.string, *tagged.span("body")):
        found = kind.fullmatch(tagged.string, *line.span())
        if not found:
            continue
        labels = [label for label, value in found.groupdict().items() if value]
        yield from (Field(label.replace("_", " "), *found.span(label), group=group) for label in labels)
        if _ACCOUNTS.isdisjoint(labels):
            kind = kinds[-1]


def _counterparty(tagged: re.Match[str], group: int) -> Iterator[Field]:
    """Yields who paid or was paid, as German banks number it; a part may go on in the next line, in mid-word."""
    for part in _NUMBERED_PART.finditer(tagged.string, *tagged.span("body")):
        if label := _PARTS.get(part["code"]):
            yield from (Field(label, *part.span(piece), group=group) for piece in ("value", "rest") if part[piece])
