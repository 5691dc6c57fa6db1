"""Tells the numbers of orders, cases and devices from versions, standards, dates and ordinary words with a digit."""

from __future__ import annotations

import re
from typing import Final

from gateway.detection.recognizer import Extent

_TRAILING: Final = "-/.#"
_DIGITS: Final = re.compile(r"\d")
_NO_NUMBER: Final = re.compile(
    r"v?\d+(?:\.\d+)+|(?:19|20)\d{2}(?:[-/](?:0?[1-9]|1[0-2])(?:[-/]\d{1,2})?)?|\d{1,2}[/-]\d{1,2}(?:[/-](?:19|20)?\d{2})?"
    r"|\d{1,4}-\d{1,4}|0x[0-9a-f]*|(?=\d*[a-f])[0-9a-f]{7,}|\d+(?:[a-z]|[ap]m|st|nd|rd|th|kb|mb|gb|tb|px|ms|min|hz|kg|km|mm|cm|ml|mg|mah|usd|eur|gbp|chf)"
    r"|[a-z]{1,6}-?\d{1,2}|nvme\d+n\d+(?:p\d+)?"
    r"|(?:iso|rfc|iec|din|ieee|cve|cwe|erc|eip|pep|bip|gpl|lgpl|agpl|apache|bsd|mpl|gpt|covid|sars|utf|ascii|unicode"
    r"|sha|md|aes|rsa|tls|ssl|ipv|http|html|css|ecma|php|python|java|node|react|vue|rtx|gtx|ryzen|core|intel|amd|arm|cortex|usb"
    r"|hdmi|ddr|pcie|wpa|oauth|oidc|win|windows|ios|android|ubuntu|debian|fedora|macos|llama|claude|gemini|airbus|boeing|nasa"
    r"|type|level|phase|part|step|tier|section|table|figure|line|row|column|col|page|item|slot|port|bit|version|ver|rev|build|release"
    r"|shard|node|pod|worker|thread|rank|gpu|cpu|q[1-4])(?:[-/.]?[a-z]{0,3})?[-/.]?\d[\d.-]*[a-z]?"
    r"|q[1-4][-/](?:19|20)\d{2}|(?:19|20)\d{2}[-/]q[1-4]|[0-9a-f]{8}-[0-9a-f]{4}-.*",
    re.IGNORECASE,
)
_ORDINARY: Final = re.compile(r"[a-z]+[-/.][a-z-]+\d?|[a-z]+\d?|[a-z_]+\d{1,2}", re.IGNORECASE)


def numbered(candidate: str) -> tuple[Extent, ...]:
    """Returns the extent of a number after the word for what it numbers: an order, a case, a device, a member.

    It has digits, and letters or signs among them, or is long; versions, years, standards and digests are none.

    >>> numbered("INC0071193"), numbered("77120-1."), numbered("2024"), numbered("RFC-2616"), numbered("2.45.1")
    (((0, 10),), ((0, 7),), (), (), ())
    """
    value = candidate.rstrip(_TRAILING)
    digits = len(_DIGITS.findall(value))
    is_number = digits >= 3 and len(value) >= 4 and not _NO_NUMBER.fullmatch(value) and not _ORDINARY.fullmatch(value)
    return ((0, len(value)),) if is_number else ()
