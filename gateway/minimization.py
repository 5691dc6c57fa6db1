"""Minimizes one request: the pure step from the opened body to the body that may be sent.

Spans become entities, entities become a plan, and both become the texts that are sent: once each, in this order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from gateway.detection.across_parts import across_parts
from gateway.detection.detector import Detector
from gateway.detection.overlap import resolve
from gateway.detection.structure.leaves import labelled, participants
from gateway.entities.numbering import find_entities
from gateway.errors import NotFound
from gateway.plans.predicting import Round, answers, chosen_plan, predictor_for
from gateway.plans.predictors.learned import Artefact, Learned
from gateway.policy import Policy
from gateway.protocols.api import Api
from gateway.rewriting.phrases import phrases
from gateway.rewriting.rewriter import Minimization, rewrite
from gateway.types import JsonObject, JsonValue, Leaf, LeafKind, Span

_SPACE = re.compile(r"\s|%(?:25)*20")  # also percent-encoded: a text all the same


@dataclass(frozen=True, slots=True)
class Detectors:
    """The detectors of a request: ``texts`` for what people wrote, ``words`` for what programs read.

    Names of functions, tools and schemas, keys, a schema's constants and numbers are a program's vocabulary. A word
    there has no context in which a model could recognize a name, and replacing ``get_weather`` or ``celsius`` with a
    placeholder would make the answer worse. So only patterns are used there; a value that is found elsewhere in the
    request is still redacted there. Anything with a space is a text. A name inside a message, such as a participant's,
    is a text unless a tool or schema of the request has the same name. Besides, the keys of JSON say what its values
    are.

    ``complete`` is False if a part that the policy asks for is missing or late.
    """

    texts: Detector
    words: Detector
    complete: bool = field(default=True, kw_only=True)

    def spans(self, leaves: Sequence[Leaf]) -> list[tuple[Span, ...]]:
        """Returns the spans of each leaf, also of values cut over two parts; none for an identifier: it is hashed."""
        return self.spans_together([leaves])[0]

    def spans_together(self, requests: Sequence[Sequence[Leaf]]) -> list[list[tuple[Span, ...]]]:
        """Returns what ``spans`` returns for each request's leaves; many short ones cost much less than one by one."""
        declared = [_declared(leaves) for leaves in requests]
        asked = [[_asked(leaf, own) for leaf in leaves] for leaves, own in zip(requests, declared, strict=True)]
        found: dict[_Asked | None, tuple[Span, ...]] = {None: ()}
        for detector, is_vocabulary in ((self.words, True), (self.texts, False)):
            every = dict.fromkeys(chain.from_iterable(asked))
            own = [each for each in every if each and each.is_vocabulary is is_vocabulary]
            found.update(zip(own, detector.detect_all([each.text for each in own]), strict=True))
        return [
            self._completed(leaves, own, [found[each] for each in wanted])
            for leaves, own, wanted in zip(requests, declared, asked, strict=True)
        ]

    def _completed(
        self, leaves: Sequence[Leaf], declared: Collection[str], found: Sequence[tuple[Span, ...]]
    ) -> list[tuple[Span, ...]]:
        """Returns the spans with what the keys of JSON tell, and with values cut over two parts."""
        told = {**labelled(leaves), **participants(leaves, declared)}
        merged = [resolve((*own, told[at]), leaves[at].text) if at in told else own for at, own in enumerate(found)]
        return across_parts(leaves, merged, self.texts, self.words)


class _Asked(NamedTuple):
    """A text, and whether it is a program's vocabulary: it is looked at once, in however many leaves it stands."""

    is_vocabulary: bool
    text: str


def _declared(leaves: Sequence[Leaf]) -> Collection[str]:
    """Returns the names of a request's tools and schemas."""
    return {leaf.text for leaf in leaves if leaf.kind is LeafKind.NAME and leaf.message is None}


def _asked(leaf: Leaf, declared: Collection[str]) -> _Asked | None:
    """Returns what is asked for a leaf; None for an identifier."""
    if leaf.kind is LeafKind.IDENTIFIER:
        return None
    return _Asked(_is_vocabulary(leaf, declared), leaf.text)


def _is_vocabulary(leaf: Leaf, declared: Collection[str]) -> bool:
    if leaf.kind is LeafKind.NAME and not _SPACE.search(leaf.text):
        return leaf.message is None or leaf.text in declared
    return leaf.kind is not LeafKind.TEXT and not _SPACE.search(leaf.text)


def minimize(
    leaves: Sequence[Leaf],
    spans: Sequence[Sequence[Span]],
    policy: Policy,
    hash_identifier: Callable[[str], str],
    *,
    learned: Learned | None = None,
    rounds: Sequence[Round] = (),
) -> Minimization:
    """Returns what is sent for these leaves, given the spans found in each, under the plan of the policy's predictor.

    ``learned`` is that predictor, None if it is the policy itself; ``rounds`` are those of the history.

    Guarantees: restoring the minimized texts returns the original texts, except what is abstracted. Distinct values
    share neither a placeholder nor an abstraction. A value that is redacted or abstracted in one leaf occurs in no
    other as a whole word, in any case or inflection, and neither do other wordings of the same name; a proper name that
    is an ordinary word is found again only as it was written. An entity keeps its placeholder and its abstraction as
    the history grows, except that an abstraction which would show what a later message hides is replaced by redaction.

    >>> from gateway.types import EntityType
    >>> leaf = Leaf("messages[0].content", LeafKind.TEXT, "Write to ann@example.org", 0)
    >>> found = [Span(9, 24, EntityType.EMAIL, 1.0, "email")]
    >>> minimize([leaf], [found], Policy(), str.upper).replacements
    {'messages[0].content': 'Write to [EMAIL1]'}
    """
    found = find_entities(leaves, spans, policy)
    plan = chosen_plan(found, policy, learned, rounds)
    return rewrite(found, plan, phrases(found, plan, answers(rounds), policy.dates), hash_identifier)


@dataclass(frozen=True, slots=True, repr=False)
class MinimizedRequest:
    """A minimized body, and what was done to it.

    ``leaves`` are those of the original body: they contain the user's text.
    """

    body: JsonObject
    leaves: tuple[Leaf, ...]
    minimization: Minimization


def minimize_request(
    body: JsonObject,
    api: Api,
    detectors: Detectors,
    policy: Policy,
    hash_identifier: Callable[[str], str],
    *,
    artefact: Artefact | None = None,
) -> MinimizedRequest:
    """Returns the body with the plan of the policy's predictor applied to every part that can contain text."""
    leaves = api.leaves(body)
    spans = detectors.spans(leaves)
    return minimize_leaves(body, api, leaves, spans, policy=policy, hash_identifier=hash_identifier, artefact=artefact)


def minimize_leaves(
    body: JsonObject,
    api: Api,
    leaves: tuple[Leaf, ...],
    spans: Sequence[Sequence[Span]],
    *,
    policy: Policy,
    hash_identifier: Callable[[str], str],
    artefact: Artefact | None = None,
) -> MinimizedRequest:
    """Returns the body with the plan of the policy's predictor applied to its leaves, given the spans found in each.

    A learned plan is for the model that the body names. Raises Unavailable if the policy asks for one and there is no
    artefact.
    """
    learned = predictor_for(policy, artefact, str(body.get("model")))
    minimization = minimize(leaves, spans, policy, hash_identifier, learned=learned, rounds=rounds(body))
    return MinimizedRequest(api.rebuild(body, minimization.replacements), leaves, minimization)


def rounds(body: JsonObject) -> list[Round]:
    """Returns the rounds of a body's messages: each begins with an answer, and the user's last message asks.

    >>> roles = ("system", "user", "assistant", "tool", "assistant", "user")
    >>> rounds({"messages": [{"role": role} for role in roles]})
    [Round(end=2, asked=1), Round(end=4, asked=1), Round(end=6, asked=5)]
    """
    messages = _listed(body.get("messages"))
    rounds: list[Round] = []
    asked: int | None = None
    for at, each in enumerate(messages):
        role = each.get("role") if isinstance(each, dict) else None
        if role == "assistant" and at > 0:
            rounds.append(Round(at, asked))
        elif role == "user":
            asked = at
    return [*rounds, Round(len(messages), asked)] if messages else []


def _listed(messages: JsonValue) -> list[JsonValue]:
    return messages if isinstance(messages, list) else []


def check_model_name(body: JsonObject, detector: Detector) -> None:
    """Raises NotFound if a model's name contains a span, as a wildcard would pass it to the provider."""
    if detector.detect(str(body.get("model"))):
        raise NotFound("the model's name looks like personal data", code="model_not_found", param="model")


def dry_run(minimized: MinimizedRequest) -> JsonObject:
    """Returns the answer to ``POST /v1/inspect``: each span's place, type, score and action, and the minimized body."""
    spans: list[JsonValue] = [
        {
            "path": span.path,
            "start": span.start,
            "end": span.end,
            "entity_type": span.entity_type.value,
            "score": span.score,
            "action": span.action.name,
            "replacement": span.replacement,
        }
        for span in minimized.minimization.report
    ]
    return {"spans": spans, "minimized": minimized.body}
