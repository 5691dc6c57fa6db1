"""The transformation of the data-minimization paper, section 3.1: a message and one action per entity to what is sent.

For messages whose entities are given, as in calibration data. Live requests, whose entities are found, are rewritten by
``minimize``; the guarantees are the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Final, NamedTuple

from gateway.entities.mentions import Mentions
from gateway.entities.placeholders import Placeholder, literals
from gateway.entities.variants import Variant, read
from gateway.errors import BadRequest, GatewayError
from gateway.rewriting.abstraction.abstract import Abstracted, abstractions
from gateway.types import Action, Actions, EntityType, LeafKind, Original, ReplacementMap, Span

# Of so few letters, words differ by case alone: US and us, IT and it.
_SHORT: Final = 3
_GAP: Final = "\0"


@dataclass(frozen=True, slots=True, repr=False)
class Subject:
    """An entity of a message: its type, every form that it is written in, and the abstraction proposed for it."""

    entity_type: EntityType
    forms: tuple[str, ...]
    abstraction: str = ""

    def __repr__(self) -> str:
        return f"Subject({self.entity_type.value}, forms={len(self.forms)})"


@dataclass(frozen=True, slots=True, repr=False)
class Rewritten:
    """The texts as they are sent, and what brings the originals of their placeholders back."""

    texts: tuple[str, ...]
    replacement_map: ReplacementMap

    def __repr__(self) -> str:
        return f"Rewritten(texts={len(self.texts)}, placeholders={len(self.replacement_map)})"


class _Place(NamedTuple):
    """Where a subject stands in a text; ``is_whole`` is False for what an overlap left of it."""

    start: int
    end: int
    subject: int
    is_whole: bool = True


class Rewriter:
    """Rewrites the texts of one message by any plan.

    Every form is found wherever it stands as a word of its own, case and kinds of space aside, or inside other words
    where it stands nowhere else; and a name in the other ways in which people write it, by surname, initials or handle.
    Of overlapping places the stricter action wins, then the longer; the rest of the other is replaced too. Placeholders
    and abstractions are the same in every plan, and no two entities share one.
    """

    def __init__(self, texts: Sequence[str], subjects: Sequence[Subject]) -> None:
        """Raises BadRequest, naming the entity by its index, for one without a form or that stands nowhere."""
        self._texts = tuple(texts)
        self._expressions = [_expression(subject, index) for index, subject in enumerate(subjects)]
        self._places = [sorted(self._find(text)) for text in texts]
        self._glue(subjects)
        self._mention(subjects)
        self.placeholders = _numbers(texts, subjects)
        """The placeholder of each subject's first form."""
        proposed = [Abstracted(each.entity_type, each.forms, each.abstraction) for each in subjects]
        self.abstractions: tuple[str | None, ...] = tuple(abstractions(proposed))
        """What stands for each subject when it is abstracted; None where there is nothing, so that it is redacted."""

    @property
    def places(self) -> list[list[tuple[int, int, int]]]:
        """Of each subject all places: the index of the text, and half-open offsets in it; they may overlap others'."""
        found: list[list[tuple[int, int, int]]] = [[] for _ in self._expressions]
        for text, places in enumerate(self._places):
            for place in places:
                found[place.subject].append((text, place.start, place.end))
        return found

    def rewritten(self, plan: Actions) -> Rewritten:
        """The texts by this plan. Raises GatewayError if a hidden form could still be read in the result."""
        originals: dict[str, Original] = {}
        variants: Counter[int] = Counter()
        named: dict[tuple[int, str], str] = {}
        sent: list[str] = []
        for text, places in zip(self._texts, self._places, strict=True):
            pieces: list[str] = []
            done = 0
            for place in _disjoint(text, [each for each in places if plan[each.subject] is not Action.RETAIN], plan):
                phrase = self._phrase(place, plan)
                if phrase is None:
                    surface = text[place.start : place.end]
                    if (place.subject, surface) not in named:
                        variants[place.subject] += 1
                        placeholder = str(self.placeholders[place.subject]._replace(variant=variants[place.subject]))
                        named[place.subject, surface] = placeholder
                        originals[placeholder] = Original(surface)
                    phrase = named[place.subject, surface]
                pieces += (text[done : place.start], phrase)
                done = place.end
            sent.append("".join([*pieces, text[done:]]))
        self._check(sent, originals, plan)
        return Rewritten(tuple(sent), ReplacementMap(originals))

    def _phrase(self, place: _Place, plan: Actions) -> str | None:
        """The abstraction that takes this place, if one does."""
        return self.abstractions[place.subject] if plan[place.subject] is Action.ABSTRACT and place.is_whole else None

    def _find(self, text: str) -> Iterator[_Place]:
        for index, expression in enumerate(self._expressions):
            for match in expression.finditer(text):
                yield _Place(match.start(), match.end(), index)

    def _glue(self, subjects: Sequence[Subject]) -> None:
        """Finds the subjects that stand only inside other words."""
        standing = {place.subject for places in self._places for place in places}
        for index in sorted(set(range(len(subjects))) - standing):
            self._expressions[index] = expression = _expression(subjects[index], index, is_word=False)
            found = [[_Place(*match.span(), index) for match in expression.finditer(text)] for text in self._texts]
            if not any(found):
                raise BadRequest(f"entities[{index}] stands nowhere in the text")
            self._places = [sorted(old + new) for old, new in zip(self._places, found, strict=True)]

    def _mention(self, subjects: Sequence[Subject]) -> None:
        """Finds the other ways in which names are written; whoever may be meant is hidden there."""
        names = {index: [read(each.entity_type, form) for form in each.forms] for index, each in enumerate(subjects)}
        index_of_names = Mentions([reading for readings in names.values() for reading in readings if reading.variants])
        owners: defaultdict[Variant, set[int]] = defaultdict(set)
        for index, readings in names.items():
            for variant in chain.from_iterable(reading.variants for reading in readings):
                owners[variant].add(index)
        for at, text in enumerate(self._texts):
            for mention in index_of_names.find(text, _covered(self._places[at])):
                if not any(owners[variant] for variant in mention.within):
                    self._add(mention.surface, set().union(*(owners[variant] for variant in mention.variants)))

    def _add(self, surface: str, meant: Iterable[int]) -> None:
        """Makes a further form known, in this spelling alone, wherever it stands outside of what is known already."""
        expression = re.compile(_bounded(re.escape(surface), surface))
        for index in meant:
            self._expressions[index] = re.compile(f"{self._expressions[index].pattern}|{expression.pattern}")
            for text, places in zip(self._texts, self._places, strict=True):
                found = {_Place(*match.span(), index) for match in expression.finditer(text)}
                places[:] = sorted(found.union(places))

    def _check(self, sent: Sequence[str], originals: Iterable[str], plan: Actions) -> None:
        kept = list(sent)
        for placeholder in originals:
            kept = [text.replace(placeholder, _GAP) for text in kept]
        for expression, action, number in zip(self._expressions, plan, self.placeholders, strict=True):
            if action is not Action.RETAIN and any(map(expression.search, kept)):
                raise GatewayError(f"a value of type {number.entity_type} could still be read in the minimized message")


def _expression(subject: Subject, index: int, *, is_word: bool = True) -> re.Pattern[str]:
    forms = sorted({form for form in subject.forms if form.strip()}, key=len, reverse=True)
    if not forms:
        raise BadRequest(f"entities[{index}] has an empty text")
    return re.compile("|".join(_form(form, is_word=is_word) for form in forms))


def _form(form: str, *, is_word: bool) -> str:
    words = r"\s+".join(map(re.escape, form.split()))
    if sum(map(str.isalpha, form)) > _SHORT:
        words = f"(?i:{words})"
    return _bounded(words, form.strip()) if is_word else words


def _bounded(expression: str, form: str) -> str:
    """The expression where the form stands as a whole."""
    return f"{_no_more_of(form[0], '<')}{expression}{_no_more_of(form[-1], '')}"


def _no_more_of(edge: str, behind: str) -> str:
    """That a word or number does not go on past its edge; a digit ends a word, and a letter a number."""
    more = r"[^\W\d_]" if edge.isalpha() else r"\d" if edge.isdigit() else None
    return f"(?{behind}!{more})" if more else ""


def _covered(places: Sequence[_Place]) -> list[Span]:
    """What these places cover, as disjoint spans in order."""
    covered: list[Span] = []
    for place in sorted(places):
        if covered and place.start < covered[-1].end:
            covered[-1] = replace(covered[-1], end=max(covered[-1].end, place.end))
        else:
            covered.append(Span(place.start, place.end, EntityType.NAME, 1.0, "given"))
    return covered


def _numbers(texts: Sequence[str], subjects: Sequence[Subject]) -> list[Placeholder]:
    """A number for each subject, by type and order, past those that the texts themselves hold."""
    own = {literal.placeholder for text in texts for literal in literals(text, LeafKind.TEXT, 0, len(text))}
    last = Counter({each.entity_type: 0 for each in subjects})
    for literal in own:
        last[literal.entity_type] = max(last[literal.entity_type], literal.number)
    numbers = []
    for subject in subjects:
        last[subject.entity_type] += 1
        numbers.append(Placeholder(subject.entity_type, last[subject.entity_type]))
    return numbers


def _disjoint(text: str, places: Sequence[_Place], plan: Actions) -> list[_Place]:
    """The places in order, without overlaps, and every letter and digit that they cover still covered."""
    chosen: list[_Place] = []
    for place in sorted(places, key=lambda each: (-plan[each.subject], each.start - each.end, each)):
        within = sorted(each for each in chosen if each.start < place.end and each.end > place.start)
        edges = [place.start, *(edge for each in within for edge in each[:2]), place.end]
        free = [(start, end) for start, end in list(pairwise(edges))[::2] if start < end]
        chosen += [
            _Place(start, end, place.subject, not within)
            for start, end in free
            if any(map(str.isalnum, text[start:end]))
        ]
    return sorted(chosen)
