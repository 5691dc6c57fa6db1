"""Addresses of cryptocurrencies: anyone who knows one can see every payment to and from it."""

from typing import Final

from gateway.detection.checksums import is_bitcoin
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType

_BASE58: Final = "[1-9A-HJ-NP-Za-km-z]"

PATTERNS: Final = (
    Pattern(
        name="bitcoin",
        entity_type=EntityType.BANK_ACCOUNT,
        expression=f"(?<![A-Za-z0-9])(?:[13]{_BASE58}{{25,34}}|(?i:bc1[02-9ac-hj-np-z]{{11,87}}))(?![A-Za-z0-9])",
        score=0.95,
        judge=whole_if(is_bitcoin),
        has_checksum=True,
        prefilter=f"[13]{_BASE58}{{25}}|[bB][cC]1[02-9A-Za-z]{{11}}",
    ),
    Pattern(
        name="ethereum",
        entity_type=EntityType.BANK_ACCOUNT,
        expression="(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])",
        score=0.8,
        prefilter="0x[0-9a-fA-F]{40}",
    ),
    Pattern(
        name="crypto_labelled",
        entity_type=EntityType.BANK_ACCOUNT,
        expression=(
            f"(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])(?:{_BASE58}{{32,106}}|addr1[a-z0-9]{{40,110}}"
            f"|[a-z]{{2,6}}1[a-z0-9]{{38,60}})(?![A-Za-z0-9])"
        ),
        score=0.75,
        context=(
            "wallet|bitcoin|\\bbtc\\b|\\bltc\\b|litecoin|\\bdoge|solana|\\bsol\\b|monero|\\bxmr\\b|ripple"
            "|\\bxrp\\b|cardano|\\btron\\b|\\bcrypto"
        ),
    ),
)
