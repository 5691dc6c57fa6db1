"""Statements of a person's marital status."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, THEY_ARE
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_STATUS: Final = "(?:[mM]arried|[dD]ivorced|[wW]idowed|[sS]ingle|[sS]eparated|[eE]ngaged|[uU]nmarried)"

_BECAME: Final = (
    "[gG]ot|[gG]etting|[hH]ave been|[hH]as been|[nN]ewly|[rR]ecently|[tT]hey(?:['’]re| are)|[pP]arents (?:are|were"
    "|have)"
    "|[yY]ou and (?:my|his|her|their) [a-z]{3,8}|[mM]arital status"
)

PATTERNS: Final = (
    Pattern(
        name="marital_status",
        entity_type=EntityType.MARITAL_STATUS,
        expression=(
            f"{with_initials_first(f'{THEY_ARE}|{_BECAME}')}{DEGREE} "
            f"(?!engaged (?:in|with)\\b)(?P<value>{_STATUS})(?: (?=with\\b|to (?:my|his|her|a|an|[A-Z])|for\\b"
            f"|and\\b|but\\b|in\\b"
            "|since\\b)|(?=[.,;!?)\\n]|$))"
        ),
        score=0.7,
        prefilter=f"{_STATUS}(?: (?:with|to|for|and|but|in|since)|[.,;!?)\\n]|$)",
        languages=("en",),
    ),
    Pattern(
        name="single_parent",
        entity_type=EntityType.MARITAL_STATUS,
        expression=(
            "(?<!\\w)(?P<value>(?:[sS]ingle|[dD]ivorced|[wW]idowed|[mM]arried) (?:mother|father|mom|mum|dad"
            "|parent|man|woman|couple))\\b"
        ),
        score=0.6,
        prefilter="(?:ingle|ivorced|idowed|arried) (?:m|f|d|p|w|c)",
        languages=("en",),
    ),
    Pattern(
        name="marital_status_labelled",
        entity_type=EntityType.MARITAL_STATUS,
        expression=f"\\b(?:[mM]arital|[rR]elationship) [sS]tatus ?[:=]? ?(?:is )?(?P<value>{_STATUS})\\b",
        score=0.8,
        prefilter="[sS]tatus",
        languages=("en",),
    ),
    Pattern(
        name="spouse",
        entity_type=EntityType.MARITAL_STATUS,
        expression=(
            "\\b[mM]y (?P<value>(?:ex-?|late |soon-to-be |future )?(?:wife|husband|spouse|fianc[eé]e?|ex-wife"
            "|ex-husband))\\b"
        ),
        score=0.5,
        prefilter="[mM]y (?:[a-z-]{2,12} ?)?(?:wife|husband|spouse|fianc)",
        languages=("en",),
    ),
)
