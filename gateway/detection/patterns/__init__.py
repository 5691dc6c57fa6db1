"""The first set of patterns: one file of data per recognizer, listed here."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns import (
    api_keys,
    assignment,
    connection_string,
    credit_card,
    email,
    iban,
    ip_address,
    jwt,
    phone,
    private_key,
    ssn,
    url,
)
from gateway.detection.recognizer import Pattern

PATTERNS: Final[tuple[Pattern, ...]] = (
    *email.PATTERNS,
    *phone.PATTERNS,
    *url.PATTERNS,
    *ip_address.PATTERNS,
    *credit_card.PATTERNS,
    *iban.PATTERNS,
    *ssn.PATTERNS,
    *api_keys.PATTERNS,
    *assignment.PATTERNS,
    *jwt.PATTERNS,
    *private_key.PATTERNS,
    *connection_string.PATTERNS,
)
