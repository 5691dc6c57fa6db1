"""What a person said in a turn, for analytics: every detected span redacted, whatever the plan retained.

Each span is written as its type alone, ``[NAME]``: numbers would tell how many people a text names and which words are
about the same one, and would make different words of the same thing for whoever counts them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from gateway.entities.numbering import FoundEntities, find_entities
from gateway.policy import Policy
from gateway.protocols.api import Api
from gateway.protocols.paths import DOTTED
from gateway.rewriting.phrases import Phrases
from gateway.rewriting.rewriter import Minimization, SpanReport, rewrite
from gateway.types import JsonObject, Leaf, Plan, Span

_STRICT: Final = Policy()  # keeps every span, and redacts it
_BETWEEN: Final = "\n\n"


def redacted_user_texts(
    body: JsonObject,
    api: Api,
    leaves: Sequence[Leaf],
    spans: Sequence[Sequence[Span]],
    *,
    policy: Policy,
    minimization: Minimization,
) -> str:
    """Returns what the user wrote after the last answer, every span and every recurrence of its value redacted.

    It is empty where the user wrote nothing. Values that are found anywhere in the request are redacted, as in the
    minimized body, even if the policy retains them, allows them or thinks too little of their score. The
    ``minimization`` is that of the policy: what it redacted serves here too if it redacted all.

    >>> from gateway.minimization import minimize
    >>> from gateway.protocols.chat_completions import CHAT_COMPLETIONS
    >>> from gateway.types import Action, EntityType
    >>> body = {"model": "m", "messages": [{"role": "user", "content": "Ann, not Bob: Ann!"}]}
    >>> leaves, retaining = CHAT_COMPLETIONS.leaves(body), Policy(actions={"*": Action.RETAIN})
    >>> found = [[Span(0, 3, EntityType.NAME, 1.0, "names"), Span(9, 12, EntityType.NAME, 1.0, "names")]]
    >>> made = minimize(leaves, found, retaining, str.upper)
    >>> redacted_user_texts(body, CHAT_COMPLETIONS, leaves, found, policy=retaining, minimization=made)
    '[NAME], not [NAME]: [NAME]!'
    """
    paths = api.user_texts(body)
    said = [leaf for leaf in leaves if leaf.path.partition(DOTTED.json_mark)[0] in paths]
    if not said:
        return ""
    report = minimization.report
    if not policy.redacts_all:
        kept = _keeps_all(policy, leaves, spans)
        found = minimization.found if kept else find_entities(leaves, spans, _STRICT)
        report = _redacted(found, {leaf.path for leaf in said})
    places = _by_path(report)
    return _BETWEEN.join(_marked(leaf.text, places.get(leaf.path, ())) for leaf in said).strip()


def _keeps_all(policy: Policy, leaves: Sequence[Leaf], spans: Sequence[Sequence[Span]]) -> bool:
    """Whether the policy leaves no span out, nor a recurrence of one."""
    if policy.allow_list or policy.ignore:
        return False
    return all(
        policy.keeps(span, leaf.text[span.start : span.end])
        for leaf, found in zip(leaves, spans, strict=True)
        for span in found
    )


def _redacted(found: FoundEntities, paths: Collection[str]) -> tuple[SpanReport, ...]:
    """Returns the report on the leaves at these paths, with every entity redacted there."""
    there = replace(found, drafts=tuple(each for each in found.drafts if each.leaf.path in paths))
    return rewrite(there, Plan({}), Phrases(), str).report


def _by_path(report: Sequence[SpanReport]) -> Mapping[str, list[SpanReport]]:
    places: defaultdict[str, list[SpanReport]] = defaultdict(list)
    for place in report:
        places[place.path].append(place)
    return places


def _marked(text: str, places: Sequence[SpanReport]) -> str:
    pieces: list[str] = []
    done = 0
    for place in places:
        pieces += (text[done : place.start], f"[{place.entity_type.value}]")
        done = place.end
    return "".join([*pieces, text[done:]])
