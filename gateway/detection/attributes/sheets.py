"""The sheet of a language: its terms by their types, what may begin one, and what a sentence makes of one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from gateway.detection.attributes.anywhere import Anywhere, Passage
from gateway.detection.attributes.english_health import CLAUSES as ENGLISH_HEALTH
from gateway.detection.attributes.english_health.grammar import Clause
from gateway.detection.attributes.having_jobs import HavingJobs
from gateway.detection.attributes.listed import LATIN, MEDICINES, as_expression, expression, lowered, sections, terms
from gateway.detection.attributes.made_jobs import MadeJobs
from gateway.detection.attributes.openings import opening
from gateway.detection.attributes.precision import is_on
from gateway.detection.attributes.qualifiers import BEFORE, BEHIND
from gateway.detection.attributes.sentences import Sentences
from gateway.detection.sre_codes import Expression, compiled
from gateway.types import EntityType

CLAUSES: Final[Mapping[str, tuple[Clause, ...]]] = MappingProxyType({"en": ENGLISH_HEALTH})
SAID: Final = "said"
BESIDE: Final = "said_beside"

_SHORTEST: Final = 5  # letters: shorter terms may be any word of another language where only a name is beside them
_QUALIFIED: Final = re.compile(f"(?<![^\\W_]){BEFORE}$", re.IGNORECASE)
_QUALIFIED_BEHIND: Final = re.compile(BEHIND, re.IGNORECASE)
_LONGEST_QUALIFIED: Final = 48


class Hit(NamedTuple):
    """A term of a language where it stands."""

    language: str
    entity_type: EntityType
    start: int
    end: int


@dataclass(frozen=True)
class Beginning:
    """The terms of a type that begin with one word; ``is_open`` if it may have any ending.

    A text with one of the terms has one of the ``others`` too, if there are any.
    """

    language: str
    entity_type: EntityType
    word: str
    is_open: bool
    others: frozenset[str]
    terms: tuple[str, ...]

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """Any of the terms."""
        return expression(self.terms, self.language)


@dataclass(frozen=True)
class BegunClause:
    """A clause of a grammar where one of its words stands, in a text with one of the ``others``, if there are any."""

    language: str
    clause: Clause
    others: frozenset[str] = frozenset()
    entity_type: EntityType = EntityType.HEALTH_INFORMATION

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The clause, compiled once for all its words."""
        return _compiled(self.clause)


@cache
def _compiled(clause: Clause) -> re.Pattern[str]:
    return compiled(clause.expression, re.IGNORECASE)


@dataclass(frozen=True)
class Sheet:
    """The terms of a language by their types, and its words for people, for texts about nobody, and before jobs."""

    language: str
    terms: Mapping[EntityType, tuple[str, ...]]

    @classmethod
    def of(cls, language: str) -> Sheet:
        """Returns the sheet of a listed language, with the types that are precise enough to use."""
        listed = sections(language)
        own = {each: terms(listed, each) for each in EntityType if each in listed and is_on(each)}
        if language in LATIN:
            own[EntityType.HEALTH_INFORMATION] += MEDICINES
        return cls(language, own)

    def beginnings(self) -> Iterator[Beginning]:
        """Yields all terms, by their types and first words."""
        for entity_type, listed in self.terms.items():
            alike: defaultdict[tuple[str, bool, bool], list[tuple[str, str]]] = defaultdict(list)
            for term in listed:
                small = lowered(term)
                word, other = opening(small)
                alike[word, small.startswith(f"{word}*"), other != ""].append((term, other))
            for (word, is_open, has_other), own in alike.items():
                others = frozenset(other for _, other in own if has_other)
                yield Beginning(self.language, entity_type, word, is_open, others, tuple(term for term, _ in own))

    def clauses(self) -> Iterator[tuple[str, BegunClause]]:
        """Yields the words that open clauses of the language's grammar, and the clauses."""
        for clause in CLAUSES.get(self.language, ()):
            by_word: defaultdict[str, set[str]] = defaultdict(set)
            for word, other in clause.openings():
                by_word[word].add(other)
            for word, others in by_word.items():
                yield word, BegunClause(self.language, clause, frozenset(() if "" in others else others))

    def clauses_by_ending(self) -> Iterator[tuple[str, BegunClause]]:
        """Yields the endings of words that are clauses of the language's grammar, and the clauses."""
        for clause in CLAUSES.get(self.language, ()):
            yield from ((ending, BegunClause(self.language, clause)) for ending in clause.ends())

    def made_jobs(self) -> MadeJobs | None:
        """Returns the words that are jobs by their ends, if these are listed."""
        return MadeJobs.of(self.language) if EntityType.OCCUPATION in self.terms else None

    def expressions(self) -> Iterator[Expression]:
        """Yields what takes long to compile, of all that it searches with."""
        yield from (Expression(clause.expression, re.IGNORECASE) for clause in CLAUSES.get(self.language, ()))
        listed = sections(self.language)
        for section in ("person", "nobody"):
            yield as_expression(terms(listed, section), self.language)

    def hits(self, text: str) -> Iterator[Hit]:
        """Yields the terms in a text of the language's own script."""
        for match in self._any.finditer(text):
            for entity_type, own in self._by_type.items():
                if found := own.match(text, match.start()):
                    yield Hit(self.language, entity_type, *found.span())

    def whole(self, hit: Hit, text: str) -> Hit:
        """Returns a hit with the words beside it that belong to it."""
        if hit.entity_type is EntityType.HEALTH_INFORMATION and self.language in LATIN:
            before = _QUALIFIED.search(text, max(0, hit.start - _LONGEST_QUALIFIED), hit.start)
            behind = _QUALIFIED_BEHIND.match(text, hit.end)
            return hit._replace(start=before.start() if before else hit.start, end=behind.end() if behind else hit.end)
        if hit.entity_type is EntityType.OCCUPATION and self._jobs is not None:
            return hit._replace(start=self._jobs.begin(text, hit.start))
        return hit

    def judged(self, hit: Hit, text: str, sentences: Sentences) -> str:
        """Returns the name for a hit's span by the sentence around it, "" if it says nothing of anybody."""
        sentence = Passage.of(text, *sentences.around(hit.start, hit.end))
        if self._is_had(hit, text) and self._person.are_in(sentence):
            name = SAID
        elif self._may_be_had(hit, text):
            name = BESIDE
        else:
            return ""
        return "" if self._nobody.are_in(sentence) else name

    def _is_had(self, hit: Hit, text: str) -> bool:
        """Returns whether a hit is somebody's in a sentence with a word for a person."""
        is_job = hit.entity_type is EntityType.OCCUPATION
        return not is_job or self._jobs is None or self._jobs.is_had(text, hit.start)

    def _may_be_had(self, hit: Hit, text: str) -> bool:
        """Returns whether a hit is somebody's if a name stands beside it."""
        if hit.entity_type is EntityType.OCCUPATION and self._jobs is not None:
            return self._jobs.may_be_had(text, hit.start, hit.end)
        return self.language not in LATIN or hit.end - hit.start >= _SHORTEST

    @cached_property
    def _person(self) -> Anywhere:
        return Anywhere(terms(sections(self.language), "person"), self.language)

    @cached_property
    def _nobody(self) -> Anywhere:
        return Anywhere(terms(sections(self.language), "nobody"), self.language)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return expression({term for own in self.terms.values() for term in own}, self.language)

    @cached_property
    def _by_type(self) -> Mapping[EntityType, re.Pattern[str]]:
        return {entity_type: expression(own, self.language) for entity_type, own in self.terms.items()}

    @cached_property
    def _jobs(self) -> HavingJobs | None:
        listed = sections(self.language)
        if "before_job" not in listed:
            return None
        beside = terms(listed, "before_job_beside_name") if "before_job_beside_name" in listed else ()
        return HavingJobs(terms(listed, "before_job"), beside, self.language)
