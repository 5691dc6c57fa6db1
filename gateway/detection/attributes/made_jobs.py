"""Words that are jobs by their make-up, though no list has them: "braider", "Kranführer", "introligatorka"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from gateway.detection.attributes.listed import sections, terms
from gateway.types import EntityType

_SHORTEST: Final = 5  # letters
_NOUN: Final = re.compile(r"[^\W\d_]+")
_SMALL: Final = re.compile(r"(?![A-ZÀ-ÖØ-ÞА-ЯІЇЄҐİŁŚŻŹĆŞĞ])[^\W\d_]+")


@dataclass(frozen=True)
class MadeJobs:
    """The endings that make a word a job in a language, and other words that end so: no jobs, and listed ones."""

    language: str
    ends: tuple[str, ...]
    others: frozenset[str]
    entity_type: EntityType = EntityType.OCCUPATION

    @classmethod
    @cache
    def of(cls, language: str) -> MadeJobs | None:
        """Returns those of a listed language, if it has endings.

        >>> made = MadeJobs.of("en")
        >>> [each for each in ("braider", "whether", "knit") if made.have(each)]
        ['braider']
        """
        listed = sections(language)
        if "job_ends" not in listed:
            return None
        others = frozenset((*terms(listed, "no_jobs"), *terms(listed, EntityType.OCCUPATION)))
        return cls(language, terms(listed, "job_ends"), others)

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """A word as it is written: in other languages than German one with a capital may be a name."""
        return _NOUN if self.language == "de" else _SMALL

    def have(self, word: str) -> bool:
        """Returns whether a word, in lower case, is one of them."""
        return len(word) >= _SHORTEST and word.endswith(self.ends) and word not in self.others
