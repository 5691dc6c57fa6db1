"""Statements of a person's conditions, medicines and procedures."""

from typing import Final

from gateway.detection.attributes.contexts import KIN
from gateway.detection.attributes.phrases import any_of, before_stop_word, holding
from gateway.detection.attributes.terms import CONDITIONS, TREATMENTS
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_WORD: Final = "[A-Za-z0-9][A-Za-z0-9'’-]{0,24}"
_WORDS: Final = f"{_WORD}(?:,? {_WORD}){{0,7}}"
_ABOUT_PERSON: Final = (
    "\\b(?:i|i['’]m|i['’]ve|me|my|he|she|his|her|him|who|patient|patients?['’]s|woman|man|girl|boy|male|female"
    f"|{KIN})\\b"
)
_VERBS: Final = (
    "ha(?:ve|s|d|ving)|am|is|was|been|got|with|from|of|for|to|tak(?:e|es|en|ing)|took|on|us(?:e|es|ed|ing)"
    "|feels?|felt|feeling"
    "|reports?|denies|experienc(?:e|es|ed|ing)|needs?|prescribed|undergo(?:es|ing)?|underwent|received?|started"
    "|develop(?:s|ed)|my|['’](?:ve|m|s)"
)
_COMPLAINS: Final = (
    "(?:iagnosed with|uffer(?:s|ed|ing)? from|ospitali[sz]ed for|llergic to|omplain(?:s|ed|ing)? of"
    "|est(?:s|ed)? positive for|xperienc(?:es|ed|ing)|resent(?:s|ed|ing) with|eports)"
)
_HAS: Final = (
    "[dD]iagnosed with|[sS]uffer(?:s|ed|ing)? from|[hH]ospitali[sz]ed (?:for|with)|[aA]llergic to|[pP]rescribed"
    "|[rR]ecover(?:ed|ing) from|[hH]istory of|[dD]iagnosis(?: of|:)|[cC]omplain(?:s|ed|ing)? of"
    "|[pP]resent(?:s|ed|ing)? with|[tT]reat(?:ed|ment) for|[dD]ied of|[bB]attl(?:es|ed|ing)"
    "|[tT]est(?:s|ed)? positive for"
)
_HOLDS_TERM: Final = holding(CONDITIONS | TREATMENTS)

PATTERNS: Final = (
    Pattern(
        name="diagnosis",
        entity_type=EntityType.HEALTH_INFORMATION,
        expression=(
            f"{with_initials_first(_HAS)}"
            f"(?: an?| the| my| his| her| severe| acute| chronic| mild| stage [1-4])* (?P<value>{_WORDS})"
        ),
        score=0.8,
        judge=_HOLDS_TERM,
        prefilter=(
            "iagnos|uffer|ospitali|llergic|rescribed|ecover|istory of|omplain|resent(?:s|ed|ing)? with|reat"
            "|ied of|attl|positive for"
        ),
        languages=("en",),
    ),
    Pattern(
        name="complaint",
        entity_type=EntityType.HEALTH_INFORMATION,
        expression=f"\\b[A-Za-z]{_COMPLAINS} (?:an? |the |my |his |her )?(?P<value>{_WORD}(?: {_WORD}){{0,7}})",
        score=0.6,
        judge=before_stop_word,
        prefilter=_COMPLAINS,
        context=_ABOUT_PERSON,
        languages=("en",),
    ),
    Pattern(
        name="health_of_person",
        entity_type=EntityType.HEALTH_INFORMATION,
        expression=f"(?:\\b(?:{_VERBS}) |[0-9][ -]year[ -]old )(?P<value>{_WORDS})",
        score=0.6,
        judge=_HOLDS_TERM,
        prefilter=any_of(CONDITIONS | TREATMENTS),
        context=_ABOUT_PERSON,
        languages=("en",),
    ),
)
