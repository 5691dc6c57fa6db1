"""International bank account numbers, with or without groups, in either case; the country determines the length."""

from collections import defaultdict
from typing import Final

from gateway.detection.characters import DASHES, SPACES
from gateway.detection.checksums import IBAN_LENGTHS, iban_holds
from gateway.detection.recognizer import Pattern, whole_if
from gateway.types import EntityType


def _accounts() -> str:
    """Returns an expression for the rest after the check digits, in the length of the country four characters back."""
    countries: dict[int, list[str]] = defaultdict(list)
    for country, length in IBAN_LENGTHS.items():
        countries[length].append(country)
    return "|".join(
        f"(?i:(?<={'..|'.join(names)}..))(?:[{SPACES}.{DASHES}]?[A-Za-z0-9]){{{length - 4}}}"
        for length, names in countries.items()
    )


PATTERNS: Final = (
    Pattern(
        name="iban",
        entity_type=EntityType.IBAN,
        expression=f"(?=(?P<value>[A-Za-z]{{2}}[0-9]{{2}}(?:{_accounts()})))",
        score=1.0,
        judge=whole_if(iban_holds),
        has_checksum=True,
        prefilter=f"[A-Za-z]{{2}}[0-9]{{2}}(?:[{SPACES}.{DASHES}]?[A-Za-z0-9]){{11}}",
    ),
)
