"""Jobs of people in Chinese, Japanese, Korean and Thai: the lists of ``job_words``, one file a language.

A word of ``jobs`` counts in a sentence with a word for a person. One of ``posts``, which may also be how somebody is
addressed, counts only after a word of ``fields`` ("人事" in "人事经理") or of ``before``, or before one of ``after``,
in which ``#`` stands for a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from gateway.detection.attributes.listed import sections, terms
from gateway.detection.recognizer import Extent, Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

FOLDER: Final = Path(__file__).with_name("job_words")
LANGUAGES: Final = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))

_SENTENCE: Final = "(?P<value>[^.!?。！？\\n]{2,300})"
_NUMBER: Final = "[0-9０-９一二三四五六七八九十]{1,3}"
_BEGINNING: Final = 3  # letters: enough to pass over texts without a job


def _pattern(language: str) -> Pattern:
    own, listed = sections(language, FOLDER), sections(language)
    jobs, posts = terms(own, "jobs"), terms(own, "posts")
    nobody = re.compile(_any_of((*terms(listed, "nobody"), *terms(own, "nobody"))))
    return Pattern(
        name=f"job_{language}",
        entity_type=EntityType.OCCUPATION,
        expression=_SENTENCE,
        score=0.6,
        judge=partial(_jobs, _said(own), re.compile(_any_of(terms(listed, "person"))), nobody),
        prefilter=somewhere("|".join(sorted({each[:_BEGINNING].strip() for each in (*jobs, *posts)}))),
        languages=(language,),
    )


def _said(own: Mapping[str, str]) -> re.Pattern[str]:
    jobs, posts, fields = (_any_of(terms(own, name)) for name in ("jobs", "posts", "fields"))
    before = "|".join(f"(?<={re.escape(each)} )|(?<={re.escape(each)})" for each in terms(own, "before"))
    after = _any_of(terms(own, "after")).replace("\\#", _NUMBER)
    of_field = f"(?:(?:{fields}) ?){{1,3}}"
    return re.compile(
        f"(?:{of_field})?(?:{jobs})|{of_field}(?:{posts})|(?:{before})(?:{posts})|(?:{posts})(?= ?(?:{after}))",
        re.IGNORECASE,
    )


def _any_of(words: Iterable[str]) -> str:
    """Returns an expression for any of these words, the longest first; it matches nothing if there are none."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


def _jobs(wanted: re.Pattern[str], person: re.Pattern[str], nobody: re.Pattern[str], sentence: str) -> list[Extent]:
    """Returns where a sentence has the jobs, if it is about a person; a judge."""
    found = [match.span() for match in wanted.finditer(sentence)]
    return found if found and person.search(sentence) and not nobody.search(sentence) else []


PATTERNS: Final = tuple(map(_pattern, LANGUAGES))
