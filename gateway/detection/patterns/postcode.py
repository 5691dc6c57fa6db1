"""Postcodes with a distinctive form, after a US state, or beside a word for postcode."""

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

STATES: Final = (
    "A[AEKLPRSZ]|C[AOT]|D[CE]|F[LM]|G[AU]|HI|I[ADLN]|K[SY]|LA|M[ADEHINOPST]|N[CDEHJMVY]|O[HKR]|P[AWR]|RI|S[CD]|T[NX]|UT"
    "|V[AIT]|W[AIVY]"
)

PATTERNS: Final = (
    Pattern(
        name="postcode_us",
        entity_type=EntityType.ADDRESS,
        expression=f"(?<![A-Za-z0-9])(?:{STATES})[ ,]{{1,3}}[0-9]{{5}}(?:-[0-9]{{4}})?(?![\\w-])",
        score=0.75,
        prefilter=f"(?:{STATES})[ ,]{{1,3}}[0-9]{{5}}",
    ),
    Pattern(
        name="postcode_uk",
        entity_type=EntityType.ADDRESS,
        expression=(
            "(?<![A-Za-z0-9-])(?:[A-PR-UWYZ][A-HK-Y]?[0-9][0-9A-HJKMNP-Y]?|GIR) [0-9][ABD-HJLNP-UW-Z]{2}(?![\\w-])"
        ),
        score=0.6,
        prefilter="[0-9][0-9A-Z]? [0-9][A-Z]{2}",
    ),
    Pattern(
        name="postcode_canada",
        entity_type=EntityType.ADDRESS,
        expression=(
            "(?<![A-Za-z0-9-])[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ -]?[0-9][ABCEGHJ-NPRSTV-Z][0-9](?![\\w-])"
        ),
        score=0.6,
        prefilter="[A-Z][0-9][A-Z][ -]?[0-9][A-Z][0-9]",
    ),
    Pattern(
        name="postcode_labelled",
        entity_type=EntityType.ADDRESS,
        expression=(
            "(?<![\\w.-])(?:[A-Z]{1,2}-)?[0-9](?:[0-9]-[0-9]{3}|[0-9]{3,5}(?:-[0-9]{3,4})?(?: ?[A-Z]{2})?)(?![\\w-])"
        ),
        score=0.75,
        context=(
            "\\bzip(?: ?code)?\\b|\\bpost(?:al|) ?code|\\bplz\\b|postleitzahl|code postal|código postal"
            "|codice postale|\\bcap:"
            "|\\bcep\\b|kod pocztowy|邮编|郵便番号"
        ),
    ),
)
