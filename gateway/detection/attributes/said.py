"""What a sentence says of a person, in any word order: a recognizer of the terms of all languages' lists."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final

from gateway.detection.attributes.listed import LANGUAGES, SCRIPTS, lowered
from gateway.detection.attributes.made_jobs import MadeJobs
from gateway.detection.attributes.openings import WORD
from gateway.detection.attributes.sentences import Sentences
from gateway.detection.attributes.sheets import SAID, Beginning, BegunClause, Hit, Sheet
from gateway.detection.recognizer import Recognizer
from gateway.detection.sre_codes import Expression
from gateway.detection.word_cache import CACHED
from gateway.types import EntityType, Span

_SCORE: Final = 0.6
_BEGINNING: Final = 3  # letters: few words begin like the first one of a term
_ENDING: Final = 4  # letters: few words end like one that a clause names
_END: Final = 2  # letters that all words of a kind end in
_LONGEST: Final = 64  # letters: longer words are not kept, so that what is kept is bounded

_Begun = Beginning | BegunClause | MadeJobs


class SaidOfPeople(Recognizer):
    """Finds the listed terms in sentences with a word for a person; its spans are disjoint.

    Those in other sentences are named ``said_beside``: they count only where other recognizers find a person beside
    them. A text is read once for all languages.

    >>> said = SaidOfPeople({"en", "de"})
    >>> [span.recognizer for span in said.find("She is vegan. Anna Schmidt: vegan")]
    ['said', 'said_beside']
    """

    name: Final = SAID
    has_checksum: Final = False

    def __init__(self, languages: Set[str]) -> None:
        self._sheets = {language: Sheet.of(language) for language in LANGUAGES if language in languages}
        self._words: defaultdict[str, list[Beginning | BegunClause]] = defaultdict(list)
        self._stems: defaultdict[str, list[Beginning]] = defaultdict(list)
        self._ends: defaultdict[str, list[MadeJobs]] = defaultdict(list)
        self._endings: defaultdict[str, list[tuple[str, BegunClause]]] = defaultdict(list)
        for language, sheet in self._sheets.items():
            for each in sheet.beginnings() if language not in SCRIPTS else ():
                if each.is_open:
                    self._stems[each.word[:_BEGINNING]].append(each)
                else:
                    self._words[each.word].append(each)
            for word, clause in sheet.clauses():
                self._words[word].append(clause)
            for ending, clause in sheet.clauses_by_ending():
                self._endings[ending[-_ENDING:]].append((ending, clause))
            if made := sheet.made_jobs():
                for end in {each[-_END:] for each in made.ends}:
                    self._ends[end].append(made)
        self._of_word = lru_cache(CACHED)(self._search)

    @property
    def entity_types(self) -> frozenset[EntityType]:
        """The types of the lists."""
        return frozenset(each for sheet in self._sheets.values() for each in sheet.terms)

    @property
    def expressions(self) -> Iterator[Expression]:
        """What takes long to compile, of all that it searches a text with."""
        return chain.from_iterable(sheet.expressions() for sheet in self._sheets.values())

    def find(self, text: str) -> Iterator[Span]:
        """Yields the spans in a text, in order."""
        yield from self.find_all([text])[0]

    def find_all(self, texts: Sequence[str]) -> list[list[Span]]:
        """Returns the spans in each text: the same as one by one, but many short texts take far less time together."""
        begins = [*accumulate([len(text) + 1 for text in texts], initial=0)]
        found: list[list[Span]] = [[] for _ in texts]
        for span in self._spans("\n".join(texts)):
            number = bisect_right(begins, span.start) - 1
            found[number].append(span._replace(start=span.start - begins[number], end=span.end - begins[number]))
        return found

    def _spans(self, text: str) -> Iterator[Span]:
        sentences = Sentences(text)
        found = [span for hit in self._hits(text) for span in self._judged(hit, text, sentences)]
        done = 0
        for span in sorted(found, key=lambda each: (each.start, -each.end, each.recognizer, each.entity_type)):
            if span.end > done:
                yield span._replace(start=max(span.start, done))
                done = span.end

    def _hits(self, text: str) -> Iterator[Hit]:
        small = lowered(text)
        words = WORD.findall(small)
        begun = self._begun(frozenset(words))
        for word, at in _places(small, filter(begun.__contains__, words)):
            for each in begun[word]:
                if match := each.expression.match(text, at):
                    yield Hit(each.language, each.entity_type, *match.span())
        letters = "" if text.isascii() else "".join(set(text))
        for language, script in SCRIPTS.items():
            if language in self._sheets and script.search(letters):
                yield from self._sheets[language].hits(text)

    def _begun(self, words: Set[str]) -> Mapping[str, Sequence[_Begun]]:
        """Returns the terms that a text's words may begin, and the jobs that they are by their ends."""
        begun: dict[str, list[_Begun]] = {}
        for word in words:
            exactly, by_a_part = (self._of_word if len(word) <= _LONGEST else self._search)(word)
            own = [each for each in exactly if not (each.others and each.others.isdisjoint(words))]
            if own or by_a_part:
                begun[word] = [*own, *by_a_part]
        return begun

    def _search(self, word: str) -> tuple[Sequence[Beginning | BegunClause], Sequence[_Begun]]:
        """Returns what a word begins exactly, and what it begins or is by how it begins or ends."""
        stems = (each for each in self._stems.get(word[:_BEGINNING], ()) if word.startswith(each.word))
        clauses = (clause for ending, clause in self._endings.get(word[-_ENDING:], ()) if word.endswith(ending))
        jobs = (made for made in self._ends.get(word[-_END:], ()) if made.have(word))
        return self._words.get(word, ()), (*stems, *clauses, *jobs)

    def _judged(self, term: Hit, text: str, sentences: Sentences) -> Iterator[Span]:
        sheet = self._sheets[term.language]
        hit = sheet.whole(term, text)
        if name := sheet.judged(hit, text, sentences):
            yield Span(hit.start, hit.end, hit.entity_type, _SCORE, name)


def _places(text: str, words: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yields some of a text's words, which are given in their order, and where each stands; not in a longer word."""
    end = 0
    for word in words:
        at = text.find(word, end)
        while text[at - 1 : at].isalnum() or text[at + len(word) : at + len(word) + 1].isalnum():
            at = text.find(word, at + 1)
        yield word, at
        end = at + len(word)
