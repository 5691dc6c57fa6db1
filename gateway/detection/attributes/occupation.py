"""Occupations and job titles of people."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, THEY_ARE
from gateway.detection.attributes.phrases import any_of, ending_in
from gateway.detection.attributes.terms import JOBS
from gateway.detection.recognizer import Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_PHRASE: Final = "(?P<value>[A-Za-z][A-Za-z'’/-]{1,24}(?: [A-Za-z&][A-Za-z'’/-]{0,24}){0,3})"
_WORKS: Final = (
    "[wW]ork(?:s|ed|ing)?|[jJ]obs?|[cC]areer|[eE]mployed|[hH]ired|[aA]ppointed|[pP]romoted|[eE]xperience"
    "|[tT]rained|[qQ]ualified|[sS]erv(?:es|ed|ing)|[sS]tarted|[yY]ears|[tT]ime|[jJ]oined [A-Za-z]{2,20}|[iI]nternship"
    "|[mM]oved up"
)
_HOW: Final = " (?:out |off |full-time |part-time |currently |now )?(?:as|to)"
_IS_JOB: Final = ending_in(JOBS)

PATTERNS: Final = (
    Pattern(
        name="work_as",
        entity_type=EntityType.OCCUPATION,
        expression=f"{with_initials_first(_WORKS)}{_HOW}(?: (?:an?|the))? {_PHRASE}",
        score=0.7,
        judge=_IS_JOB,
        prefilter=f"(?:{_WORKS}){_HOW} ",
        languages=("en",),
    ),
    Pattern(
        name="is_job",
        entity_type=EntityType.OCCUPATION,
        expression=f"{with_initials_first(THEY_ARE)}{DEGREE} {_PHRASE}",
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
