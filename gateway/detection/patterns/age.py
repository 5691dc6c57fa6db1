"""Ages of people, in figures and in words."""

import re
from collections.abc import Iterator
from typing import Final

from gateway.detection.recognizer import Extent, Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ONES: Final = "one|two|three|four|five|six|seven|eight|nine"
_WORDS: Final = somewhere(
    f"(?:{_TENS})(?:[ -](?:{_ONES}))?|{_ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen"
)
_FIGURES: Final = "(?:1[01][0-9]|[1-9]?[0-9])"
_AGE: Final = f"(?:{_FIGURES}(?:\\.5)?|{_WORDS})"
_UNITS: Final = "[yY](?:ea)?rs?|[mM]onths?|[wW]eeks?|[dD]ays?|YEARS?"
_OTHER_LANGUAGES: Final = (
    f"{_FIGURES} (?:Jahre alt|ans\\b|años\\b|anni\\b|jaar oud|anos\\b|lat\\b)|{_FIGURES}-?(?:jährig|jarige)[a-z]{{0,2}}"
)
_CLINICAL: Final = "presents|presenting|presented|c/o|s/p|p/w|h/o|hx|pmh|admitted"
_GERMAN_KIN: Final = (
    "Mutter|Vater|Sohn|Tochter|Frau|Mann|Oma|Opa|Bruder|Schwester|Partner(?:in)?|Freund(?:in)?|Neffe|Nichte|Tante|Onkel"
    "|Nachbar(?:in)?|Patient(?:in)?|Mandant(?:in)?|Chef(?:in)?|Mieter(?:in)?|Schüler(?:in)?|Enkel(?:in)?"
)
_CHILDREN: Final = (
    "(?:kids|children|sons|daughters|boys|girls|Kinder|Söhne|Töchter|enfants|fils|filles|hijos|hijas|niños|figli|figlie"
    "|filhos|kinderen)"
)
_SOME: Final = f"{_FIGURES}(?:, {_FIGURES})*,? (?:and|und|et|y|e|en|&) {_FIGURES}"
_BEFORE: Final = "\\b[aA]ged?(?: of|:| is| was|\\W{0,3}=)? ?|\\b[tT]urn(?:ed|ing|s) |AGE: ?"
_SUBJECTS: Final = "\\b[iI](?:'|’)?(?:m| am| was) |\\b[hH]e(?:'s|’s| is| was) |\\b[wW]ho is "


def _figures(phrase: str) -> Iterator[Extent]:
    """Yields the extent of each number of a phrase; a judge."""
    return (match.span() for match in re.finditer("[0-9]+", phrase))


PATTERNS: Final = (
    Pattern(
        name="age",
        entity_type=EntityType.AGE,
        expression=(
            f"(?<![\\w.$-]){_AGE}(?:[ -](?:{_UNITS})[ -]?(?:[oO]ld|of age|OLD)(?:s\\b)?| ?y[/.]?o\\b|(?:-"
            "|\\s)year-?olds?\\b)"
        ),
        score=0.85,
        prefilter=f"{_AGE}[ -](?:{_UNITS})[ -]?(?:[oO]ld|of age|OLD)|[0-9] ?y[/.]?o",
        languages=("en",),
    ),
    Pattern(
        name="age_in_other_words",
        entity_type=EntityType.AGE,
        expression=f"(?<![\\w.$,-])(?:{_OTHER_LANGUAGES})",
        score=0.5,
        prefilter="[0-9] (?:Jahre alt|ans|años|anni|jaar oud|anos|lat)|[0-9]-?(?:jährig|jarige)",
        raises=(
            "\\bbin\\b|\\bist\\b|\\bj'ai|\\ba\\b|\\btengo|tiene|\\bho\\b|\\bha\\b|\\bben\\b|\\btenho|\\btem\\b"
            "|\\bmam\\b|\\bma\\b"
        ),
        languages=("de", "fr", "es", "it", "nl", "pt", "pl"),
    ),
    Pattern(
        name="age_labelled",
        entity_type=EntityType.AGE,
        expression=f"(?:{_BEFORE})(?P<value>{_FIGURES}|{_WORDS})(?![\\w:/%]|[.,-]\\d|\\(| (?:[a-z]+ )?into\\b)",
        score=0.7,
        prefilter=f"(?:[aA]ged?(?: of|:| is| was|[^0-9A-Za-z]{{0,3}}=)? ?|[tT]urn(?:ed|ing|s) |AGE: ?){_AGE}",
        languages=("en",),
    ),
    Pattern(
        name="age_of_speaker",
        entity_type=EntityType.AGE,
        expression=(
            f"(?:{_SUBJECTS}|\\b[sS]he(?:'s|’s| is| was) )(?:(?:now|only|just|about|almost|nearly|currently) )?"
            "(?P<value>[1-9][0-9])(?=[.,;!?)]*(?:[^\\S\\n]*(?:$|\\n)|\\s(?:and|but|years?|with|from|now|old|male|female"
            "|[MmFf]\\b|single|married|I\\b|living|working|a\\b)|[.,;!?]\\s))"
        ),
        score=0.6,
        prefilter="(?:[iI](?:'|’)?(?:m| am| was)|[hH]e(?:'s|’s| is| was)|[wW]ho is) (?:[a-z]{3,9} )?[1-9][0-9]",
        languages=("en",),
    ),
    Pattern(
        name="age_and_sex",
        entity_type=EntityType.AGE,
        expression="(?<=[(\\[/ ])(?<!\\w\\()(?:[1-9][0-9] ?[MF]|[MF] ?[1-9][0-9])(?=[)\\]])",
        score=0.7,
        prefilter="(?:[1-9][0-9] ?[MF]|[MF] ?[1-9][0-9])[)\\]]",
    ),
    Pattern(
        name="age_and_sex_of_patient",
        entity_type=EntityType.AGE,
        expression=(
            f"(?m:^)[1-9][0-9] ?[MF](?=, | with | w/)|[1-9](?<![\\w.,$€£-].)[0-9] ?[MF](?=,? (?:{_CLINICAL})(?!\\w))"
        ),
        score=0.7,
        prefilter=f"[1-9][0-9] ?[MF](?:, | with | w/| (?:{_CLINICAL}))",
        languages=("en",),
    ),
    Pattern(
        name="ages_of_children",
        entity_type=EntityType.AGE,
        expression=(
            f"(?<!\\w){_CHILDREN}(?:,| \\(| aged| \\(aged) ?(?P<value>{_SOME})"
            "(?![\\w%:/]|[.,-]\\d| [^\\W\\d_]{4,} (?:out )?of)"
        ),
        score=0.7,
        judge=_figures,
        prefilter=f"{_CHILDREN}(?:,| \\(| aged| \\(aged) ?[0-9]",
    ),
    Pattern(
        name="age_of_relative",
        entity_type=EntityType.AGE,
        expression=(
            f"(?<!\\w)(?:{_GERMAN_KIN}) (?:ist|war|wird) (?:jetzt |erst |schon |fast |gerade )?(?P<value>{_FIGURES})"
            "(?=[.,;!?)](?!\\d)| und | Jahre|\\s*$)"
        ),
        score=0.7,
        prefilter=f"(?:{_GERMAN_KIN}) (?:ist|war|wird) (?:jetzt |erst |schon |fast |gerade )?[0-9]",
        languages=("de",),
    ),
)
