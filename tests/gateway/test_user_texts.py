"""What analytics is told that a user said: no value that was found anywhere stands in it, whatever the policy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.detection.pattern_detector import PatternDetector
from gateway.minimization import Detectors, minimize
from gateway.policy import Policy
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import DENY_LIST, Action, EntityType, JsonObject, Leaf, LeafKind, Span
from gateway.user_texts import redacted_user_texts
from tests.gateway.strategies import Request, histories, requests
from tests.gateway.test_minimization_laws import VALUES, WRITTEN
from tests.support.thoroughness import examples

RETAINING = Policy(actions={"*": Action.RETAIN})
LENIENT = (
    RETAINING,
    Policy(actions={"*": Action.ABSTRACT}),
    Policy(actions={"*": Action.RETAIN, "NAME": Action.REDACT}),
    Policy(floors={"*": Action.RETAIN}),
    Policy(score_thresholds={"*": 1.1}),
    Policy(actions={"*": Action.RETAIN}, score_thresholds={"*": 0.5}),
    Policy(ignore=frozenset(EntityType)),
    Policy(allow_list=frozenset(VALUES)),
)
IN_TEXTS = (LeafKind.TEXT, LeafKind.KEY, LeafKind.NUMBER)

lenient = st.sampled_from(LENIENT)


def told(leaves: Sequence[Leaf], spans: Sequence[Sequence[Span]], policy: Policy, paths: set[str]) -> str:
    """What is told of these leaves where the user wrote those at the paths."""
    api = replace(CHAT_COMPLETIONS, user_texts=lambda body: paths)
    minimization = minimize(leaves, spans, policy, str.upper)
    return redacted_user_texts({}, api, leaves, spans, policy=policy, minimization=minimization)


@given(st.lists(st.lists(WRITTEN, min_size=1, max_size=5), min_size=1, max_size=3), lenient)
def test_no_value_that_was_found_anywhere_stands_in_what_is_told(
    messages: list[list[tuple[Any, ...]]], policy: Policy
) -> None:
    leaves, spans, seen = [], [], set()
    for at, written in enumerate(messages):
        text, found = "", []
        for value, case, between, possessive, is_seen in written:
            form = case(value).replace(" ", between)
            if is_seen:
                found.append(Span(len(text), len(text) + len(form), VALUES[value], 0.5, "test"))
                seen.add(value)
            text += f"{form}{possessive}, "
        leaves.append(Leaf(f"leaf{at}", LeafKind.TEXT, text, at))
        spans.append(found)
    readable = re.sub(r"[\s-]+", " ", told(leaves, spans, policy, {leaves[-1].path}).casefold())
    assert not [value for value in seen if value in readable]


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests()), lenient)
def test_what_is_told_does_not_depend_on_the_policy(request: Request, policy: Policy) -> None:
    paths = {leaf.path for leaf in request.leaves if leaf.kind in IN_TEXTS}
    strict = told(request.leaves, request.spans, Policy(), paths)
    assert told(request.leaves, request.spans, policy, paths) == strict


@settings(max_examples=examples(300))
@given(requests((LeafKind.TEXT,)), lenient)
def test_every_span_is_written_as_its_type_and_all_else_stays(request: Request, policy: Policy) -> None:
    result = request.minimized()
    for leaf in request.leaves:
        expected = leaf.text
        for each in sorted((each for each in result.report if each.path == leaf.path), reverse=True):
            expected = f"{expected[: each.start]}[{each.entity_type}]{expected[each.end :]}"
        assert told(request.leaves, request.spans, policy, {leaf.path}) == expected.strip()


def test_without_a_rewriting_of_its_own_it_would_tell_what_the_policy_lets_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "Ann has asthma. Asthma!", 0)
    found = [Span(0, 3, EntityType.NAME, 1.0, "test"), Span(8, 14, EntityType.HEALTH_INFORMATION, 1.0, "test")]
    for policy, kept in ((RETAINING, "Asthma"), (Policy(allow_list=frozenset({"Ann", "asthma"})), "Ann has asthma")):
        assert told([leaf], [found], policy, {"leaf"}) == "[NAME] has [HEALTH_INFORMATION]. [HEALTH_INFORMATION]!"
        with monkeypatch.context() as patched:
            patched.setattr(Policy, "redacts_all", True)
            assert kept in told([leaf], [found], replace(policy), {"leaf"})


def test_markers_do_not_tell_one_person_from_another() -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "Ann, Bob and Ann Lee", 0)
    found = [Span(*each.span(), EntityType.NAME, 1.0, "test") for each in re.finditer("Ann Lee|Ann|Bob", leaf.text)]
    assert told([leaf], [found], Policy(), {"leaf"}) == "[NAME], [NAME] and [NAME]"


def test_what_stands_on_the_deny_list_is_redacted() -> None:
    leaf = Leaf("leaf", LeafKind.TEXT, "Project Falcon is late", 0)
    found = [Span(8, 14, EntityType.PRODUCT, 1.0, DENY_LIST)]
    assert told([leaf], [found], RETAINING, {"leaf"}) == "Project [PRODUCT] is late"


PATTERNS = Detectors(PatternDetector(), PatternDetector())
MAIL = "ann@example.org"


def said(messages: Sequence[JsonObject], policy: Policy = RETAINING) -> str:
    """What is told of a chat in which patterns look for values."""
    body: JsonObject = {"model": "m", "messages": list(messages)}
    leaves = CHAT_COMPLETIONS.leaves(body)
    spans = PATTERNS.spans(leaves)
    minimization = minimize(leaves, spans, policy, str.upper)
    return redacted_user_texts(body, CHAT_COMPLETIONS, leaves, spans, policy=policy, minimization=minimization)


def by(role: str, content: object, **more: object) -> JsonObject:
    return {"role": role, "content": content, **more}  # type: ignore[dict-item]


def test_only_what_the_user_said_after_the_last_answer_is_told() -> None:
    messages = [
        by("system", "Be brief."),
        by("user", "First question"),
        by("assistant", "An answer"),
        by("developer", "Be kind."),
        by("user", f"Write to {MAIL}"),
        by("user", "Please."),
    ]
    assert said(messages) == "Write to [EMAIL]\n\nPlease."


def test_a_value_of_an_earlier_message_is_redacted_where_it_recurs() -> None:
    messages = [
        by("system", "The password=hunter2secret is secret."),
        by("assistant", "Hello"),
        by("user", "Is hunter2secret safe?"),
    ]
    assert said(messages) == "Is [KEYS] safe?"


def test_what_tools_answered_is_not_what_the_user_said() -> None:
    call = {"id": "call_1", "type": "function", "function": {"name": "find", "arguments": "{}"}}
    asked = by("assistant", None, tool_calls=[call])
    assert said([by("user", "Find it"), asked, by("tool", "Found it", tool_call_id="call_1")]) == ""


def test_all_texts_of_a_message_in_parts_are_told() -> None:
    parts = [{"type": "text", "text": f"Write to {MAIL}"}, {"type": "text", "text": "And ring +1 415 555 0123"}]
    assert said([by("user", parts)]) == "Write to [EMAIL]\n\nAnd ring [PHONE_NUMBER]"


def test_a_text_that_is_json_is_told_piece_by_piece() -> None:
    assert said([by("user", f'{{"mail": "{MAIL}", "card": 4111111111111111}}')]) == (
        "mail\n\n[EMAIL]\n\ncard\n\n[CREDIT_CARD]"
    )


@pytest.mark.parametrize("content", ["", "  \n", []])
def test_who_said_nothing_is_told_to_have_said_nothing(content: object) -> None:
    assert said([by("user", content)]) == ""


def test_what_a_user_writes_like_a_marker_stays() -> None:
    assert said([by("user", "What is [NAME1] in [EMAIL]?")]) == "What is [NAME1] in [EMAIL]?"


def test_a_participants_name_is_not_told() -> None:
    assert said([by("user", "Hello", name="Kowalski")]) == "Hello"
