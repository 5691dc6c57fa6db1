"""Occupations and job titles of people."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, THEY_ARE
from gateway.detection.attributes.phrases import any_of, ending_in
from gateway.detection.attributes.terms import JOBS
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_PHRASE: Final = "(?P<value>[A-Za-z][A-Za-z'’/-]{1,24}(?: [A-Za-z&][A-Za-z'’/-]{0,24}){0,3})"
_WORKS: Final = (
    "(?:[wW]ork(?:s|ed|ing)?|[jJ]obs?|[cC]areer|[eE]mployed|[hH]ired|[aA]ppointed|[pP]romoted|[eE]xperience"
    "|[tT]rained|[qQ]ualified|[sS]erv(?:es|ed|ing)|[sS]tarted|[yY]ears|[tT]ime|[jJ]oined [A-Za-z]{2,20}|[iI]nternship"
    "|[mM]oved up) (?:out |off |full-time |part-time |currently |now )?"
)
_IS_JOB: Final = ending_in(JOBS)

PATTERNS: Final = (
    Pattern(
        name="work_as",
        entity_type=EntityType.OCCUPATION,
        expression=f"\\b{_WORKS}(?:as|to)(?: (?:an?|the))? {_PHRASE}",
        score=0.7,
        judge=_IS_JOB,
        prefilter=f"{_WORKS}(?:as|to) ",
        languages=("en",),
    ),
    Pattern(
        name="is_job",
        entity_type=EntityType.OCCUPATION,
        expression=f"{THEY_ARE}{DEGREE} {_PHRASE}",
        score=0.5,
        judge=_IS_JOB,
        prefilter=any_of(JOBS),
        languages=("en",),
    ),
    Pattern(
        name="position",
        entity_type=EntityType.OCCUPATION,
        expression=(
            "\\b(?:[pP]osition|[rR]ole|[tT]itle|[oO]ccupation|[pP]rofession|[jJ]ob)(?: of| as| is| title|:"
            "| for)+(?: an?| the)? ?"
            f"{_PHRASE}"
        ),
        score=0.6,
        judge=_IS_JOB,
        prefilter="(?:osition|ole|itle|ccupation|rofession|ob)(?: (?:of|as|is|title|for)|:)",
        languages=("en",),
    ),
)
