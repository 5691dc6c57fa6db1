"""English jobs by the words around them: "head groundsman at Corran", "her cleaning job", "his mother, a rigger,".

What stands there must end in a job of the English list, or in a word that is one by its make-up ("braider").
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from gateway.detection.attributes.contexts import KIN, THEY_ARE
from gateway.detection.attributes.listed import sections, terms
from gateway.detection.attributes.made_jobs import MadeJobs
from gateway.detection.attributes.terms import JOBS
from gateway.detection.recognizer import Extent, Pattern
from gateway.detection.words import with_initials_first
from gateway.types import EntityType

_WORD: Final = "[A-Za-z][A-Za-z'’/-]{1,24}"
_PHRASE: Final = f"(?P<value>{_WORD}(?: (?:{_WORD}|&|[0-9])){{0,4}})"
_SEEKS: Final = (
    "[mM]y|[hH]is|[hH]er|[aA]ppl(?:y|ied|ying) for (?:the|an?|your)|[iI]nterview(?:ed)? for (?:the|an?)"
    "|[lL]o(?:st|sing) (?:the|an?)|[oO]ffered (?:me |him |her )?(?:the|an?)|[gG]ot (?:the|an?)"
    "|[fF]or (?:your|the advertised)"
)
_POST: Final = "(?:role|post|position|vacancy|job|shifts?|apprenticeship|licen[cs]e|course|traineeship)"
_WHOSE: Final = "[mM]y|[hH]is|[hH]er|[oO]ur|[tT]heir"
_LETTERS: Final = "[A-Za-z][A-Za-z0-9'’/& -]*"  # of a phrase, for prefilters
_NO_TITLE: Final = frozenset({"a", "an", "the", "my", "your", "her", "his", "our", "their", "new", "old", "with", "to"})


def _last_is_job(phrase: str) -> Iterable[Extent]:
    """Returns the whole phrase if it ends in a job; a judge."""
    words = phrase.lower().split()
    return ((0, len(phrase)),) if _is_job(words[-1]) and _NO_TITLE.isdisjoint(words) else ()


def _is_job(word: str) -> bool:
    made = MadeJobs.of("en")
    return word in _heads() or (made is not None and made.have(word))


@cache
def _heads() -> frozenset[str]:
    return JOBS | {term.split()[-1] for term in terms(sections("en"), "OCCUPATION")}


def _pattern(name: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(
        name=name,
        entity_type=EntityType.OCCUPATION,
        expression=expression,
        score=0.6,
        judge=_last_is_job,
        prefilter=prefilter,
        languages=("en",),
    )


PATTERNS: Final = (
    _pattern(
        "job_at",
        f"{with_initials_first(THEY_ARE)}(?: (?:the|an?|our|now|still|currently))? {_PHRASE}"
        "(?= (?:at|for|with|of) (?:the |a |an )?[A-Za-z])",
        f"(?:['’](?:m|s|re)| am| is| are| was| were)(?: (?:the|an?|our|now|still|currently))? {_LETTERS}"
        " (?:at|for|with|of) ",
    ),
    _pattern(
        "job_as_whom",
        f"[aA](?<!\\w.)s (?:an?|the) {_PHRASE}(?=,? (?:I|i|my|we|he|she|his|her)\\b)",
        f"[aA]s (?:a|an|the) {_LETTERS},? (?:I|i|my|we|he|she|his|her)",
    ),
    _pattern(
        "job_sought",
        f"{with_initials_first(_SEEKS)} (?:old |new |last |first |current |previous )?{_PHRASE}(?= {_POST}\\b)",
        f" {_POST}",
    ),
    _pattern(
        "job_in_apposition",
        f"{with_initials_first(_WHOSE)} {KIN}(?: [A-Z][a-z]{{1,15}})?(?:, | )(?:an?|the) {_PHRASE}(?=[,.;!?)\\n]|$)",
        f"(?:{_WHOSE}) {KIN}(?: [A-Z][a-z]+)?,? (?:an?|the) ",
    ),
)
