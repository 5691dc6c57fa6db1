"""Rewrites every prompt with each single action and with random plans: hidden values are gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from gateway.given import Rewritten
from gateway.rewriting.restoring import Channel, restore
from gateway.types import Action, Actions
from lab.search.prompt_files import read
from streams.searcher.prompts import Prompt, rewriter
from tests.lab.search.published import EVERYWHERE, data_set

RANDOM_PLANS = 8


@pytest.mark.parametrize("dataset", EVERYWHERE)
def test_hidden_originals_are_gone_replacements_are_distinct_and_restoring_is_exact(
    dataset: str, tmp_path: Path
) -> None:
    for prompt in read([data_set(dataset, tmp_path)]):
        each = rewriter(prompt)
        for plan in plans(prompt):
            sent = each.rewritten(plan)
            assert leftovers(prompt, plan, sent) == [], prompt.id
            assert len({original.text for original in sent.replacement_map.values()}) == len(sent.replacement_map)
            if Action.ABSTRACT not in plan:
                assert tuple(map(restored_by(sent), sent.texts)) == (prompt.text, *prompt.choices)


@pytest.mark.parametrize("dataset", EVERYWHERE)
def test_every_hidden_entity_changes_the_message(dataset: str, tmp_path: Path) -> None:
    for prompt in read([data_set(dataset, tmp_path)]):
        each = rewriter(prompt)
        for plan in singles(prompt):
            assert each.rewritten(plan).texts != (prompt.text, *prompt.choices), prompt.id


def restored_by(sent: Rewritten) -> Callable[[str], str]:
    return lambda text: restore(text, sent.replacement_map, Channel.TEXT).text


def singles(prompt: Prompt) -> Iterator[Actions]:
    """Yields plans that hide one entity each, in each way."""
    count = len(prompt.entities)
    for index in range(count):
        for action in (Action.ABSTRACT, Action.REDACT):
            yield tuple(action if at == index else Action.RETAIN for at in range(count))


def plans(prompt: Prompt) -> Iterator[Actions]:
    count, random = len(prompt.entities), Random(prompt.id)
    yield from singles(prompt)
    yield (Action.REDACT,) * count
    yield (Action.RETAIN,) * count
    for _ in range(RANDOM_PLANS):
        yield tuple(random.choice(list(Action)) for _ in range(count))


def leftovers(prompt: Prompt, plan: Actions, sent: Rewritten) -> list[int]:
    """Returns the hidden entities with a form that is still readable."""
    text = "\n".join(sent.texts)
    for placeholder in sent.replacement_map:
        text = text.replace(placeholder, "\0")
    return [
        index
        for index, (entity, action) in enumerate(zip(prompt.entities, plan, strict=True))
        if action is not Action.RETAIN
        and any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form in entity.forms)
    ]
