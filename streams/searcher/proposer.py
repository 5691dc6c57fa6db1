"""Abstractions by a trusted model for searches: requested once per value and sentence, and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gateway.errors import GatewayError
from gateway.given import GivenEntity
from gateway.rewriting.abstraction.abstract import Abstracted, abstractions, is_speakable
from streams.detecting.service import DetectionService
from streams.models import Model
from streams.searcher.proposing import Proposals, answered, checked, messages, sentence_around
from streams.searcher.sampling import Sample

_REMEMBERED: Final = 10_000


class Proposer:
    """Gives a sample's entities the phrases that a model proposes; ``hash_text`` should be keyed, see ``Proposals``.

    A value whose proposal fails or is not usable keeps the abstraction that needs no model.
    """

    def __init__(self, model: Model, detection: DetectionService, hash_text: Callable[[str], str]) -> None:
        self._model = model
        self._detection = detection
        self._proposals = Proposals(hash_text, _REMEMBERED)

    async def abstracted(self, sample: Sample) -> Sample:
        """Returns the sample with the usable phrases, no two of them equal."""
        entities = sample.prompt.entities
        proposed = [
            Abstracted(each.entity_type, each.forms, await self._phrase(sample, each) or "") for each in entities
        ]
        phrases = abstractions(proposed, sample.policy.dates)
        subjects = (replace(each, abstraction=phrase or "") for each, phrase in zip(entities, phrases, strict=True))
        return replace(sample, prompt=replace(sample.prompt, entities=tuple(subjects)))

    async def _phrase(self, sample: Sample, entity: GivenEntity) -> str | None:
        """Returns the proposed phrase; None if the model call failed, so that it is repeated another time."""
        entity_type, form, text = entity.entity_type, entity.forms[0], sample.prompt.text
        if not is_speakable(entity_type):
            return ""
        start = text.index(form)
        sentence = sentence_around(text, start, start + len(form))
        if (known := self._proposals.known(entity_type, form, sentence)) is not None:
            return known
        try:
            phrase = answered(await self._model.complete(messages(entity_type, form, sentence)))
        except GatewayError:
            return None
        usable = await self._detection.run(
            sample.policy,
            lambda detectors: checked(phrase, entity.forms, text, detectors.texts.detect),
            tenant=sample.tenant,
            short=True,
            seconds=self._detection.seconds,
        )
        self._proposals.keep(entity_type, form, sentence, usable)
        return usable
