"""Prompts with their entities, as the data-minimization paper's data holds them: one JSON object a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from gateway.errors import BadRequest
from gateway.plans.comparator import PlanOrder
from gateway.rewriting.by_plan import Rewriter, Subject
from gateway.types import Action, Actions, EntityType
from lab.reporting.files import read_lines
from streams.searcher.search import Space

_ACTIONS: Final = {"redact": Action.REDACT, "abstract": Action.ABSTRACT, "retain": Action.RETAIN}
_ALL: Final = (Action.REDACT, Action.ABSTRACT, Action.RETAIN)
# Published answers are indices into the choices; those of this data set count from 1.
_COUNTED_FROM_ONE: Final = frozenset({"medqa"})
_FINGERPRINT_DIGITS: Final = 8  # enough to tell an edited file, too few to prove a guess of a text

_Filled = Annotated[str, msgspec.Meta(min_length=1)]


class _Entity(msgspec.Struct):
    type: EntityType
    text: _Filled
    variants: list[_Filled] = []
    abstraction: str = ""


class _Line(msgspec.Struct):
    id: _Filled
    text: _Filled
    entities: list[_Entity]
    dataset: str = ""
    task: str | None = None
    choices: list[_Filled] = []
    answer: int | None = None
    oracle_actions: dict[str, Literal["redact", "abstract", "retain"]] | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Prompt:
    """What somebody asked, with its entities; ``answer`` indexes ``choices`` from 0. It prints none of its text.

    The first form of an entity is its text as the data names it. ``task`` names the kind of task where it is known,
    ``published`` is the plan that came with the data.
    """

    id: str
    dataset: str
    text: str
    entities: tuple[Subject, ...]
    task: str = ""
    choices: tuple[str, ...] = ()
    answer: int | None = None
    published: Actions | None = None

    @property
    def fingerprint(self) -> str:
        """A few digits that change when anything changes that a verdict rests on."""
        parts = [self.text, *self.choices, str(self.answer)]
        for entity in self.entities:
            parts += [entity.entity_type, *entity.forms, entity.abstraction]
        return sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()[:_FINGERPRINT_DIGITS]

    @property
    def types(self) -> tuple[EntityType, ...]:
        """The types of its entities, in order."""
        return tuple(entity.entity_type for entity in self.entities)

    def __repr__(self) -> str:
        return f"Prompt(id={self.id!r}, characters={len(self.text)}, entities={len(self.entities)})"


def rewriter(prompt: Prompt) -> Rewriter:
    """What rewrites a prompt by any plan: its text, then its choices."""
    return Rewriter([prompt.text, *prompt.choices], prompt.entities)


def order(prompt: Prompt) -> PlanOrder:
    """Return the comparator's order of a prompt's plans: an entity counts as often as it occurs."""
    whole = "\n".join([prompt.text, *prompt.choices]).casefold()
    return PlanOrder(tuple(max(1, _occurrences(entity, whole)) for entity in prompt.entities))


def space(prompt: Prompt) -> Space:
    """All plans of a prompt; an entity that has no abstraction is redacted or retained."""
    phrases = rewriter(prompt).abstractions
    return Space(tuple(_ALL if phrase else (Action.REDACT, Action.RETAIN) for phrase in phrases))


def _occurrences(entity: Subject, whole: str) -> int:
    forms = sorted(map(str.casefold, entity.forms), key=len, reverse=True)
    return len(re.findall("|".join(map(re.escape, forms)), whole))


def read(files: Sequence[Path]) -> list[Prompt]:
    """The prompts of all files, in order.

    Raises BadRequest, naming file, line and field but no value, where one cannot be read or used: an empty text, a type
    that is none, an entity that stands nowhere in the text or twice in the list, an abstraction that is another
    entity's text, an answer that is no choice, an id that came before.
    """
    prompts: list[Prompt] = []
    seen: set[str] = set()
    for path in files:
        for place, line in read_lines(path, _Line):
            for fault in _faults(line, seen):
                raise BadRequest(f"{place}: {fault}")
            seen.add(line.id)
            prompts.append(_checked(_prompt(line), place))
    return prompts


def _checked(prompt: Prompt, place: str) -> Prompt:
    try:
        rewriter(prompt)
    except BadRequest as error:
        raise BadRequest(f"{place}: {error.message}") from None
    return prompt


def _faults(line: _Line, seen: set[str]) -> Iterator[str]:
    if line.id in seen:
        yield "`id` is that of an earlier prompt"
    if line.choices and not 0 <= _answer(line) < len(line.choices):
        yield "`answer` is missing or no index into `choices`"
    texts = [entity.text.casefold() for entity in line.entities]
    for index, entity in enumerate(line.entities):
        own = {entity.text.casefold(), *(variant.casefold() for variant in entity.variants)}
        if texts.index(entity.text.casefold()) < index:
            yield f"`entities[{index}].text` is that of an earlier entity; make the two one, with variants"
        if entity.abstraction.casefold() in set(texts) - own:
            yield f"`entities[{index}].abstraction` is the text of another entity"
    if set(line.oracle_actions or ()) - {entity.text for entity in line.entities}:
        yield "`oracle_actions` names what is no entity's `text`"


def _prompt(line: _Line) -> Prompt:
    return Prompt(
        id=line.id,
        dataset=line.dataset,
        text=line.text,
        entities=tuple(map(_entity, line.entities)),
        task=line.task or "",
        choices=tuple(line.choices),
        answer=_answer(line) if line.choices else None,
        published=_published(line),
    )


def _entity(line: _Entity) -> Subject:
    return Subject(line.type, tuple(dict.fromkeys([line.text, *line.variants])), line.abstraction)


def _answer(line: _Line) -> int:
    return -1 if line.answer is None else line.answer - (line.dataset in _COUNTED_FROM_ONE)


def _published(line: _Line) -> Actions | None:
    """The plan in ``oracle_actions``; what it does not name was retained."""
    if line.oracle_actions is None:
        return None
    return tuple(_ACTIONS[line.oracle_actions.get(entity.text, "retain")] for entity in line.entities)
