"""The predictor that asks a language model once: its question, and how to read the plan in the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from gateway.given import GivenEntity
from gateway.types import Action, Actions

_QUESTION: Final = """\
You decide how much of each personal detail in a message a language model has to see to answer it well.
For every detail choose one action:
- redact: a placeholder takes its place, such as [NAME1]. Nothing of it is disclosed.
- abstract: a vaguer phrase takes its place.
- retain: it stays as it is.
{order}A detail counts wherever it stands, in all of its forms.

<message>
{message}
</message>

<details>
{details}
</details>

Answer with one JSON object and nothing else, with every number from 1 to {count} as a key:
{{"1": "redact", "2": "abstract", …}}
"""


class Order(StrEnum):
    """What the question says about the order of the actions (the paper's ablation, table 4)."""

    NOTION = "notion"
    """Which is stronger, and that the strongest one is wanted with which the answer stays as good."""
    ONLY = "only"
    """Which is stronger."""
    NONE = "none"
    """Nothing."""


_ORDERS: Final[Mapping[Order, str]] = {
    Order.NOTION: "Choose the strongest action with which the answer stays as good: redact before abstract, abstract "
    "before retain.\n",
    Order.ONLY: "From the strongest to the weakest they are: redact, abstract, retain.\n",
    Order.NONE: "",
}
_ACTIONS: Final = {"redact": Action.REDACT, "abstract": Action.ABSTRACT, "retain": Action.RETAIN}
_OBJECT: Final = re.compile(r"\{[^{}]*\}")

REPAIR: Final = (
    "That was not the object that was asked for. Answer with the JSON object alone: every number as a key, and redact, "
    "abstract or retain as its value."
)


def question(message: str, subjects: Sequence[GivenEntity], order: Order = Order.NOTION) -> str:
    """Returns the question: the message, and its details by number with type and abstraction.

    For the ablation, other values of ``order`` make the question say less.

    >>> from gateway.types import EntityType
    >>> "1. NAME: Ann; abstracted: a friend" in question("Ann!", [GivenEntity(EntityType.NAME, ("Ann",), "a friend")])
    True
    """
    details = "\n".join(f"{number}. {_detail(each)}" for number, each in enumerate(subjects, 1))
    return _QUESTION.format(message=message, details=details, count=len(subjects), order=_ORDERS[order])


def _detail(subject: GivenEntity) -> str:
    said = f"{subject.entity_type.value}: {subject.forms[0]}"
    return f"{said}; abstracted: {subject.abstraction}" if subject.abstraction else said


def answered(answer: str, count: int) -> tuple[Action | None, ...]:
    """Returns the action that the answer states for each entity, or None if it states none.

    >>> [each and each.name for each in answered('Sure: {"1": "redact", "2": "mask"}', 2)]
    ['REDACT', None]
    """
    stated: dict[str, object] = {}
    for match in _OBJECT.finditer(answer):
        try:
            stated |= msgspec.json.decode(match[0], type=dict[str, object])
        except msgspec.DecodeError:
            continue
    return tuple(_ACTIONS.get(str(stated.get(str(number))).strip().lower()) for number in range(1, count + 1))


def decided(stated: Sequence[Action | None]) -> Actions:
    """Returns the final plan: entities without a stated action are redacted.

    >>> decided([None, Action.RETAIN]) == (Action.REDACT, Action.RETAIN)
    True
    """
    return tuple(Action.REDACT if action is None else action for action in stated)
