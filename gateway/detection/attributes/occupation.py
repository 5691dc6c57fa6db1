"""Occupations and job titles of people."""

from typing import Final

from gateway.detection.attributes.contexts import DEGREE, KIN, THEY_ARE
from gateway.detection.attributes.phrases import any_of, before_stop_word, ending_in
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
# A job that no list has: "beekeeper".
_ANY_JOB: Final = "(?P<value>[a-z][a-z-]{2,24}(?: [a-z][a-z-]{2,24}){0,2})"
_PERSON: Final = f"[iI]|[sS][hH]e|[hH]e|[wW]ho|[mM]y {KIN}|[hH](?:is|er) {KIN}"
_STILL: Final = "(?:['’](?:m|s|ve)| (?:am|is|was|has|have|been|now|still|also|currently|used to)){0,3}"
_TRADE: Final = " by (?:trade|profession|training|vocation)"

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
    Pattern(
        name="person_works_as",
        entity_type=EntityType.OCCUPATION,
        expression=(
            f"{with_initials_first(_PERSON)}{_STILL} (?:work(?:s|ed|ing)?|employed) (?:full-time |part-time )?as an? "
            f"(?!team|whole|group|pair|unit){_ANY_JOB}"
        ),
        score=0.6,
        judge=before_stop_word,
        prefilter="(?:work(?:s|ed|ing)?|employed) (?:full-time |part-time )?as an? ",
        languages=("en",),
    ),
    Pattern(
        name="job_by_trade",
        entity_type=EntityType.OCCUPATION,
        expression=f"\\ban? (?P<value>[a-z][a-z-]{{2,24}}(?: [a-z][a-z-]{{2,24}})?){_TRADE}\\b",
        score=0.7,
        prefilter=_TRADE,
        languages=("en",),
    ),
)
