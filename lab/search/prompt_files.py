"""Reads files of prompts in the format of the data-minimization paper's data: one JSON object per line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from gateway.errors import BadRequest
from gateway.given import GivenEntity
from gateway.types import Action, Actions, EntityType
from lab.reporting.files import read_lines
from streams.searcher.prompts import Prompt, rewriter

_ACTIONS: Final = {"redact": Action.REDACT, "abstract": Action.ABSTRACT, "retain": Action.RETAIN}
# Published answers are indexes of choices; those of this data set start at 1.
_COUNTED_FROM_ONE: Final = frozenset({"medqa"})

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


def read(files: Sequence[Path]) -> list[Prompt]:
    """Returns the prompts of all files, in order.

    Raises BadRequest, naming file, line and field but no value, for an invalid line: an empty text, an unknown type, an
    entity that is not in the text or listed twice, an abstraction that is another entity's text, an answer that is no
    choice, or a repeated id.
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


def _entity(line: _Entity) -> GivenEntity:
    return GivenEntity(line.type, tuple(dict.fromkeys([line.text, *line.variants])), line.abstraction)


def _answer(line: _Line) -> int:
    return -1 if line.answer is None else line.answer - (line.dataset in _COUNTED_FROM_ONE)


def _published(line: _Line) -> Actions | None:
    """Returns the plan in ``oracle_actions``; entities that it does not name were retained."""
    if line.oracle_actions is None:
        return None
    return tuple(_ACTIONS[line.oracle_actions.get(entity.text, "retain")] for entity in line.entities)
