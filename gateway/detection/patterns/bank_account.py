"""Bank accounts without an IBAN, and their banks: routing numbers, sort codes, BICs (ISO 9362)."""

from typing import Final

from stdnum.us import rtn

from gateway.detection.characters import DASHES, SPACES
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_ACCOUNT_WORDS: Final = (
    "\\baccount (?:number|no|num|nr|#|is|ending)|\\baccount:|\\bacc?t\\b|\\bacct\\.|bank account"
    "|checking account|savings account|\\bkonto|kontonummer"
    "|numéro de compte|número de cuenta|\\bcuenta\\b|numero di conto|rekening|número da conta|numer konta"
)

PATTERNS: Final = (
    Pattern(
        name="bank_account",
        entity_type=EntityType.BANK_ACCOUNT,
        expression=f"(?<![\\w.$€£-])[0-9](?:[{SPACES}{DASHES}]?[0-9]){{5,19}}(?![\\w]|[.,-][0-9])",
        score=0.75,
        context=_ACCOUNT_WORDS,
    ),
    Pattern(
        name="routing_number",
        entity_type=EntityType.BANK_ACCOUNT,
        expression="(?<![\\w.-])[0-9]{9}(?![\\w-])",
        score=0.9,
        judge=whole_if(rtn.is_valid),
        has_checksum=True,
        context="routing|\\baba\\b|\\brtn\\b|\\bach\\b|transit",
    ),
    Pattern(
        name="sort_code",
        entity_type=EntityType.BANK_ACCOUNT,
        expression=f"(?<![\\w.-])[0-9]{{2}}([ {DASHES}]?)[0-9]{{2}}\\1[0-9]{{2}}(?![\\w-])",
        score=0.8,
        context="sort ?code",
    ),
    Pattern(
        name="bic",
        entity_type=EntityType.BANK_ACCOUNT,
        expression="(?<![A-Za-z0-9])[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![A-Za-z0-9])",
        score=0.8,
        context="\\bswift\\b|\\bbic\\b",
    ),
)
