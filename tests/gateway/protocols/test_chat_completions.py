from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import get_args, get_type_hints

import orjson
import pytest

from gateway.errors import BadRequest, PolicyBlocked
from gateway.protocols.bodies import check
from gateway.protocols.chat_completions import CHAT_COMPLETIONS, REQUEST
from gateway.protocols.shapes import ByTag, ListOf, MapOf, Nullable, Object, Refusable, Shape, StringOr
from gateway.types import JsonObject, JsonValue, LeafKind

MARKER = re.compile(r"Marker\d+x|77700\d{7}")
REFUSALS = frozenset({"images", "unknown_fields", "store"})
FREE_JSON = (
    "parameters",
    "schema",
    "metadata",
    "logit_bias",
    "provider_specific_fields",
    "parsed",
    "parsed_arguments",
)
MEDIA_ALLOWED = frozenset({"unknown_fields", "store"})


class Markers:
    """Hands out distinct strings and numbers that stand for a user's values."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.planted: set[str] = set()

    def text(self) -> str:
        return self._plant(f"Marker{next(self._numbers)}x")

    def number(self) -> int:
        return int(self._plant(f"77700{next(self._numbers):07d}"))

    def _plant(self, marker: str) -> str:
        self.planted.add(marker)
        return marker

    def json(self) -> dict[str, object]:
        inner = json.dumps({self.text(): [self.text(), self.number()]})
        return {self.text(): self.text(), "list": [self.number(), {"b": self.text()}, True, None], "inner": inner}

    def json_text(self) -> str:
        return json.dumps(self.json())

    def schema(self) -> dict[str, object]:
        name, shared = self.text(), self.text()
        return {
            "type": "object",
            "title": self.text(),
            "description": self.text(),
            "properties": {
                name: {"type": "string", "enum": [self.text(), self.number()], "default": self.json()},
                "other": {"$ref": f"#/$defs/{shared}", "minimum": self.number(), "pattern": self.text()},
            },
            "$defs": {shared: {"anyOf": [{"const": self.text()}, {"format": self.text()}]}},
            "required": [name],
            "dependentRequired": {name: ["other"]},
            self.text(): self.text(),
            "additionalProperties": False,
        }

    def parts(self) -> list[object]:
        cached = {"prompt_cache_breakpoint": {"mode": self.text()}}
        file = {"file_data": "opaque", "file_id": self.text(), "filename": self.text()}
        return [
            {"type": "text", "text": self.text(), **cached},
            {"type": "text", "text": self.json_text()},
            {"type": "refusal", "refusal": self.text(), **cached},
            {"type": "image_url", "image_url": {"url": "opaque", "detail": self.text()}, **cached},
            {"type": "input_audio", "input_audio": {"data": "opaque", "format": self.text()}, **cached},
            {"type": "file", "file": file, **cached},
        ]

    def call(self) -> dict[str, object]:
        return {
            "name": self.text(),
            "arguments": self.json_text(),
            "parsed_arguments": self.json(),
            "provider_specific_fields": self.json(),
        }

    def function(self) -> dict[str, object]:
        return {"name": self.text(), "description": self.text(), "parameters": self.schema(), "strict": True}

    def messages(self) -> list[object]:
        citation = {"url": self.text(), "title": self.text(), "start_index": 0, "end_index": self.number()}
        tool_calls = [
            {
                "id": self.text(),
                "index": 0,
                "type": "function",
                "function": self.call(),
                "provider_specific_fields": self.json(),
            },
            {
                "id": self.text(),
                "index": self.number(),
                "type": "custom",
                "custom": {"name": self.text(), "input": self.text()},
            },
        ]
        assistant = {
            "role": "assistant",
            "id": self.text(),
            "content": self.parts(),
            "name": self.text(),
            "refusal": self.text(),
            "reasoning": self.text(),
            "reasoning_content": self.text(),
            "thinking_blocks": [
                {"type": "thinking", "thinking": self.text(), "signature": self.text()},
                {"type": "redacted_thinking", "data": self.text()},
            ],
            "provider_specific_fields": self.json(),
            "parsed": self.json(),
            "audio": {"id": self.text(), "data": "opaque", "expires_at": self.number(), "transcript": self.text()},
            "annotations": [{"type": "url_citation", "url_citation": citation}],
            "tool_calls": tool_calls,
            "function_call": self.call(),
        }
        return [
            *(
                {"role": role, "id": self.text(), "content": self.parts(), "name": self.text()}
                for role in ("developer", "system", "user")
            ),
            {"role": "user", "content": self.text()},
            assistant,
            {
                "role": "tool",
                "id": self.text(),
                "content": self.json_text(),
                "tool_call_id": self.text(),
                "name": self.text(),
            },
            {"role": "tool", "content": self.parts(), "tool_call_id": self.text()},
            {"role": "function", "id": self.text(), "content": self.json_text(), "name": self.text()},
        ]

    def choices(self) -> list[dict[str, object]]:
        """The variants of a field of which a body can hold only one."""
        function: dict[str, object] = {"type": "function", "function": {"name": self.text()}}
        custom: dict[str, object] = {"type": "custom", "custom": {"name": self.text()}}
        return [
            {"tool_choice": self.text()},
            {"tool_choice": function},
            {"tool_choice": custom},
            {"function_call": self.text()},
            {"function_call": {"name": self.text()}},
            {"response_format": {"type": "text"}},
            {"response_format": {"type": "json_object"}},
            {"stop": self.text()},
            {"prediction": {"type": self.text(), "content": self.text()}},
            {"audio": {"format": self.text(), "voice": self.text()}},
        ]

    def everything(self) -> dict[str, object]:
        """A body with a marker in every position, those of ``choices`` aside."""
        place = {"city": self.text(), "country": self.text(), "region": self.text(), "timezone": self.text()}
        location = {"type": self.text(), "approximate": place}
        grammar = {"definition": self.text(), "syntax": self.text()}
        named = [{"type": kind, kind: {"name": self.text()}} for kind in ("function", "custom")]
        schema = {"name": self.text(), "description": self.text(), "schema": self.schema(), "strict": True}
        return {
            "model": "gpt-4.1",
            "messages": self.messages(),
            "tools": [
                {"type": "function", "function": self.function()},
                {
                    "type": "custom",
                    "custom": {"name": self.text(), "description": self.text(), "format": {"type": "text"}},
                },
                {"type": "custom", "custom": {"name": self.text(), "format": {"type": "grammar", "grammar": grammar}}},
            ],
            "tool_choice": {"type": "allowed_tools", "allowed_tools": {"mode": self.text(), "tools": named}},
            "parallel_tool_calls": True,
            "functions": [self.function()],
            "function_call": {"name": self.text()},
            "response_format": {"type": "json_schema", "json_schema": schema},
            "prediction": {"type": "content", "content": self.parts()},
            "stop": [self.text(), self.json_text()],
            "web_search_options": {"search_context_size": self.text(), "user_location": location},
            "user": self.text(),
            "safety_identifier": self.text(),
            "prompt_cache_key": self.text(),
            "metadata": {self.text(): self.text(), "a.b[0]": self.json_text()},
            "logit_bias": {"50256": -100, "17": self.number()},
            "store": False,
            "stream": True,
            "stream_options": {"include_usage": True, "include_obfuscation": False},
            "modalities": ["text", self.text()],
            "audio": {"format": "wav", "voice": {"id": self.text()}},
            "moderation": {
                "model": self.text(),
                "policy": {"input": {"mode": self.text()}, "output": {"mode": self.text()}},
            },
            "prompt_cache_options": {"mode": self.text(), "ttl": self.text()},
            "prompt_cache_retention": self.text(),
            "service_tier": self.text(),
            "reasoning_effort": self.text(),
            "verbosity": self.text(),
            "logprobs": True,
            "frequency_penalty": 0.5,
            "presence_penalty": -0.5,
            "max_tokens": 100,
            "max_completion_tokens": 100,
            "n": 2,
            "seed": self.number(),
            "temperature": 0.7,
            "top_logprobs": 3,
            "top_p": 1,
        }


def _bodies() -> tuple[list[JsonObject], set[str]]:
    """Bodies that hold, together, a marker in every position of the table; and the markers."""
    markers = Markers()
    minimal = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hello"}]}
    bodies = [markers.everything(), *({**minimal, **choice} for choice in markers.choices())]
    return [json.loads(json.dumps(body)) for body in bodies], markers.planted


BODIES, PLANTED = _bodies()


def _found(text: str) -> set[str]:
    return set(MARKER.findall(text))


def test_every_marker_in_every_position_is_found_and_replaced() -> None:
    seen: set[str] = set()
    for body in BODIES:
        CHAT_COMPLETIONS.check(body, MEDIA_ALLOWED)
        leaves = [leaf for leaf in CHAT_COMPLETIONS.leaves(body) if MARKER.search(leaf.text)]
        assert len({leaf.path for leaf in leaves}) == len(leaves)
        rebuilt = CHAT_COMPLETIONS.rebuild(body, {leaf.path: f"[NAME{i}]" for i, leaf in enumerate(leaves)})
        assert not _found(json.dumps(rebuilt))
        seen |= _found(" ".join(leaf.text for leaf in leaves))
    assert seen == PLANTED


def test_rebuilding_without_replacements_is_the_same_body_in_the_same_order() -> None:
    for body in BODIES:
        assert orjson.dumps(CHAT_COMPLETIONS.rebuild(body, {})) == orjson.dumps(body)


def _without_each_field(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """The shape once for each of its fields and alternatives, at any depth, without it."""
    if isinstance(shape, Object):
        yield from ((name, replace(shape, fields=fields)) for name, fields in _without_each(shape.fields))
    elif isinstance(shape, ByTag):
        yield from ((name, replace(shape, alternatives=left)) for name, left in _without_each(shape.alternatives))
    elif isinstance(shape, Nullable | ListOf | Refusable):
        yield from ((name, replace(shape, shape=inner)) for name, inner in _without_each_field(shape.shape))
    elif isinstance(shape, StringOr):
        for name, inner in _without_each_field(shape.other):
            assert isinstance(inner, ListOf | Object | ByTag)
            yield name, replace(shape, other=inner)
    elif isinstance(shape, MapOf):
        yield from ((name, replace(shape, values=inner)) for name, inner in _without_each_field(shape.values))


def _without_each(fields: object) -> Iterator[tuple[str, dict[str, Shape]]]:
    assert isinstance(fields, dict)
    for name, shape in fields.items():
        yield name, {other: fields[other] for other in fields if other != name}
        yield from ((f"{name}.{inner}", {**fields, name: mutated}) for inner, mutated in _without_each_field(shape))


def _is_refused(shape: Shape, body: JsonObject) -> bool:
    assert isinstance(shape, Object)
    try:
        check(shape, body, MEDIA_ALLOWED)
    except BadRequest:
        return True
    return False


def test_the_list_is_closed_and_the_markers_stand_in_every_field_of_it() -> None:
    mutants = list(_without_each_field(REQUEST))
    assert len(mutants) > 150
    accepted = [name for name, shape in mutants if not any(_is_refused(shape, body) for body in BODIES)]
    assert accepted == []


def _places(value: JsonValue, path: str = "") -> Iterator[tuple[str, JsonObject | list[JsonValue], str | int]]:
    """Path, container and key of every field and item, but for what lies inside free JSON."""
    if path.rpartition(".")[2] in FREE_JSON:
        return
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        place = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}".lstrip(".")
        assert isinstance(value, dict | list)
        yield place, value, key
        yield from _places(item, place)


def test_a_wrong_type_in_any_field_is_a_bad_request_that_names_the_place() -> None:
    for body in copy.deepcopy(BODIES):
        for path, container, key in list(_places(body)):
            right = container[key]  # type: ignore[index]
            is_number = isinstance(right, int | float) and not isinstance(right, bool)
            for wrong in ("7", True) if is_number else (7, -0.5):
                container[key] = wrong  # type: ignore[index]
                with pytest.raises(BadRequest) as refusal:
                    CHAT_COMPLETIONS.check(body, MEDIA_ALLOWED)
                assert refusal.value.param == path
            container[key] = right  # type: ignore[index]


def _body(**fields: JsonValue) -> JsonObject:
    return {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Hello"}], **fields}


@pytest.mark.parametrize(
    ("body", "param"),
    [
        (_body(messages=[]), "messages"),
        ({"model": "gpt-4.1"}, "messages"),
        ({"messages": [{"role": "user", "content": "Hello"}]}, "model"),
        (_body(model=None), "model"),
        (_body(messages=[{"content": "Hello"}]), "messages[0].role"),
        (_body(messages=[{"role": "user"}]), "messages[0].content"),
        (_body(messages=[{"role": "user", "content": None}]), "messages[0].content"),
        (_body(messages=[{"role": "tool", "content": "a"}]), "messages[0].tool_call_id"),
        (_body(messages=[{"role": "robot", "content": "a"}]), "messages[0].role"),
        (
            _body(messages=[{"role": "user", "content": [{"type": "video", "video": "a"}]}]),
            "messages[0].content[0].type",
        ),
        (_body(tools=[{"type": "web_search"}]), "tools[0].type"),
        (_body(tools=[{"type": "function"}]), "tools[0].function"),
        (
            _body(tools=[{"type": "function", "function": {"name": "f", "parameters": []}}]),
            "tools[0].function.parameters",
        ),
        (_body(top_k=4), "top_k"),
        (_body(metadata={"a": 1}), "metadata"),
        (_body(logit_bias={"hello": 1}), "logit_bias"),
        (_body(logit_bias={"4111111111111111": 1}), "logit_bias"),
        (_body(logit_bias={"1": "a"}), "logit_bias"),
        (_body(stop=[None]), "stop[0]"),
    ],
)
def test_what_the_api_does_not_know_is_a_bad_request(body: JsonObject, param: str) -> None:
    with pytest.raises(BadRequest) as refusal:
        CHAT_COMPLETIONS.check(body, REFUSALS)
    assert refusal.value.param == param


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "https://example.com/marie.png"}},
        {"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}},
        {"type": "file", "file": {"file_id": "file-1"}},
    ],
)
def test_media_are_blocked_unless_the_policy_allows_images(part: JsonObject) -> None:
    body = _body(messages=[{"role": "user", "content": [{"type": "text", "text": "Look"}, part]}])
    with pytest.raises(PolicyBlocked) as refusal:
        CHAT_COMPLETIONS.check(body, REFUSALS)
    assert (refusal.value.param, refusal.value.code) == ("messages[0].content[1]", "policy_blocked")
    CHAT_COMPLETIONS.check(body, REFUSALS - {"images"})
    assert CHAT_COMPLETIONS.rebuild(body, {}) == body


def test_store_is_blocked_unless_the_policy_allows_it() -> None:
    with pytest.raises(PolicyBlocked) as refusal:
        CHAT_COMPLETIONS.check(_body(store=True), REFUSALS)
    assert refusal.value.param == "store"
    CHAT_COMPLETIONS.check(_body(store=True), REFUSALS - {"store"})
    CHAT_COMPLETIONS.check(_body(store=False), REFUSALS)


@pytest.mark.parametrize(
    "body",
    [
        _body(top_k="M1"),
        _body(M1={"a": 1}),
        _body(logit_bias={"M1": 1}),
        _body(messages=[{"role": "user", "content": [{"type": "video", "video": {"url": ["M1"]}}]}]),
        _body(messages=[{"role": "M1", "content": "a"}]),
        _body(tools=[{"type": "web_search", "filters": {"M1": 1}}]),
    ],
)
def test_what_is_unknown_but_allowed_is_inspected_whole(body: JsonObject) -> None:
    CHAT_COMPLETIONS.check(body, REFUSALS - {"unknown_fields"})
    (leaf,) = [leaf for leaf in CHAT_COMPLETIONS.leaves(body) if leaf.text == "M1"]
    assert "M1" not in json.dumps(CHAT_COMPLETIONS.rebuild(body, {leaf.path: "[NAME1]"}))


def test_the_table_has_every_field_that_the_official_sdk_has() -> None:
    from openai.types.chat import ChatCompletionMessageParam, completion_create_params

    body_type = completion_create_params.CompletionCreateParamsStreaming
    assert set(get_type_hints(body_type)) <= REQUEST.fields.keys()
    history = REQUEST.fields["messages"]
    assert isinstance(history, ListOf)
    assert isinstance(history.shape, ByTag)
    for message_type in get_args(ChatCompletionMessageParam):
        hints = get_type_hints(message_type)
        (role,) = get_args(hints["role"])
        message = history.shape.alternatives[role]
        assert isinstance(message, Object)
        assert set(hints) <= message.fields.keys()


def test_null_is_accepted_where_openai_accepts_it() -> None:
    nullable = """
        tools tool_choice parallel_tool_calls
        stop store stream stream_options metadata logit_bias logprobs top_logprobs max_tokens max_completion_tokens n
        seed temperature top_p frequency_penalty presence_penalty service_tier reasoning_effort verbosity modalities
        audio prediction safety_identifier prompt_cache_key prompt_cache_retention moderation
    """
    echoed: JsonObject = {
        "role": "assistant",
        **dict.fromkeys(
            [
                "content",
                "refusal",
                "audio",
                "annotations",
                "tool_calls",
                "function_call",
                "reasoning",
                "reasoning_content",
                "id",
                "parsed",
                "provider_specific_fields",
                "thinking_blocks",
            ]
        ),
    }
    body = _body(messages=[echoed], **dict.fromkeys(nullable.split()))
    CHAT_COMPLETIONS.check(body, REFUSALS)
    assert CHAT_COMPLETIONS.leaves(body) == ()


def test_a_description_may_be_null() -> None:
    schema: JsonObject = {"name": "f", "description": None, "schema": {}}
    body = _body(
        tools=[
            {"type": "function", "function": {"name": "f", "description": None}},
            {"type": "custom", "custom": {"name": "f", "description": None}},
        ],
        response_format={"type": "json_schema", "json_schema": schema},
    )
    CHAT_COMPLETIONS.check(body, REFUSALS)
    assert CHAT_COMPLETIONS.rebuild(body, {}) == body


def test_a_message_of_litellm_may_be_sent_back_as_it_is() -> None:
    """Written by hand after the fields of litellm's message; its client was not run."""
    message: JsonObject = {
        "content": None,
        "role": "assistant",
        "tool_calls": [
            {
                "index": 0,
                "provider_specific_fields": {"thought_signature": "c2lnbmF0dXJl"},
                "function": {"arguments": "{}", "name": "f", "provider_specific_fields": None},
                "id": "call_1",
                "type": "function",
            }
        ],
        "function_call": None,
        "reasoning_content": "Marie asks",
        "thinking_blocks": [{"type": "thinking", "thinking": "Marie asks", "signature": "c2lnbmF0dXJl"}],
        "provider_specific_fields": {"refusal": None, "Marie": ["Marie"]},
        "annotations": [],
    }
    body = _body(messages=[message])
    CHAT_COMPLETIONS.check(body, REFUSALS)
    of_marie = [leaf.path for leaf in CHAT_COMPLETIONS.leaves(body) if "Marie" in leaf.text]
    assert len(of_marie) == 4
    assert "Marie" not in json.dumps(CHAT_COMPLETIONS.rebuild(body, dict.fromkeys(of_marie, "[NAME1]")))


def test_the_id_of_a_message_is_an_identifier() -> None:
    body = _body(messages=[{"role": "user", "id": "msg-1", "content": "Hello"}])
    (leaf,) = [leaf for leaf in CHAT_COMPLETIONS.leaves(body) if leaf.path == "messages[0].id"]
    assert leaf.kind is LeafKind.IDENTIFIER


def test_the_sound_of_a_spoken_answer_is_blocked_unless_the_policy_allows_it() -> None:
    body = _body(messages=[{"role": "assistant", "audio": {"id": "a", "data": "UklGRg==", "transcript": "Hi"}}])
    with pytest.raises(PolicyBlocked) as refusal:
        CHAT_COMPLETIONS.check(body, REFUSALS)
    assert refusal.value.param == "messages[0].audio.data"
    CHAT_COMPLETIONS.check(body, REFUSALS - {"images"})


def test_model_and_the_words_of_the_api_are_no_leaves() -> None:
    body = _body(service_tier="flex", reasoning_effort="high", tool_choice="auto", n=1, temperature=0.2)
    assert [leaf.path for leaf in CHAT_COMPLETIONS.leaves(body)] == ["messages[0].content"]


def test_leaves_belong_to_their_message_and_identifiers_say_so() -> None:
    body = _body(user="marie", stop="a", messages=[{"role": "user", "content": "b"}, {"role": "user", "content": "c"}])
    found = {leaf.path: (leaf.kind, leaf.message) for leaf in CHAT_COMPLETIONS.leaves(body)}
    assert found == {
        "messages[0].content": (LeafKind.TEXT, 0),
        "messages[1].content": (LeafKind.TEXT, 1),
        "user": (LeafKind.IDENTIFIER, None),
        "stop": (LeafKind.TEXT, None),
    }


def test_tool_call_arguments_have_the_path_that_the_dry_run_promises() -> None:
    arguments = json.dumps({"address": {"street": "12 Elm St"}})
    call: JsonObject = {"id": "1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    body = _body(messages=[{"role": "assistant", "tool_calls": [call]}])
    paths = [leaf.path for leaf in CHAT_COMPLETIONS.leaves(body)]
    assert "messages[0].tool_calls[0].function.arguments#/address/street" in paths
    assert "messages[0].tool_calls[0].function.arguments#/address/~key" in paths
