"""OpenAI's chat completions: what the body of ``POST /v1/chat/completions`` may contain, and where its texts are.

It follows the types of OpenAI's Python SDK 2.54. It also allows what clients send back from earlier answers (nulls, a
message's id, the index of a tool call, reasoning, what SDKs parsed, and the fields that litellm adds).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from gateway.protocols.answer_form import AnswerForm, each, members, schema_types
from gateway.protocols.api import Api, Named
from gateway.protocols.chat_answers import restore_answer, stream_restorer
from gateway.protocols.openai_errors import error_body
from gateway.protocols.shapes import (
    IDENTIFIER,
    NAME,
    OPAQUE,
    TEXT,
    Boolean,
    ByTag,
    JsonSchema,
    JsonTree,
    ListOf,
    MapOf,
    Media,
    Nullable,
    Number,
    Object,
    Refusable,
    Shape,
    StringOr,
    slug,
)
from gateway.types import JsonObject, JsonValue

_TOKEN_ID = re.compile(r"[0-9]{1,7}")
_LEVEL = slug("low", "medium", "high")


def _tagged(tag: str, required: str = "", **fields: Shape) -> Object:
    return Object({tag: OPAQUE, **fields}, (tag, *required.split()))


def _by_type(**alternatives: Object) -> ByTag:
    return ByTag("type", alternatives)


def _part(name: str, shape: Shape) -> Object:
    cache_breakpoint = Object({"mode": slug("explicit")}, ("mode",))
    return _tagged("type", name, **{name: shape}, prompt_cache_breakpoint=cache_breakpoint)


def _media(name: str, *required: str, **fields: Shape) -> Refusable:
    return Refusable("images", _part(name, Object(fields, required)))


_PARTS = ListOf(
    ByTag(
        "type",
        {
            "text": _part("text", TEXT),
            "refusal": _part("refusal", TEXT),
            "image_url": _media("image_url", "url", url=Media(is_data=False), detail=slug("auto", "low", "high")),
            "input_audio": _media("input_audio", "data", "format", data=Media(is_data=True), format=slug("wav", "mp3")),
            "file": _media("file", file_data=Media(is_data=True), file_id=NAME, filename=TEXT),
        },
    )
)
_CONTENT = StringOr(TEXT, _PARTS)

_OF_THE_PROVIDER = Nullable(JsonTree())
_PARSED = Nullable(JsonTree())
_CALL = Object(
    {"name": NAME, "arguments": TEXT, "parsed_arguments": _PARSED, "provider_specific_fields": _OF_THE_PROVIDER},
    ("name", "arguments"),
)
_CUSTOM_CALL = Object({"name": NAME, "input": TEXT}, ("name", "input"))
_TOOL_CALL = _by_type(
    function=_tagged(
        "type", "id function", id=NAME, index=Number(), function=_CALL, provider_specific_fields=_OF_THE_PROVIDER
    ),
    custom=_tagged("type", "id custom", id=NAME, index=Number(), custom=_CUSTOM_CALL),
)
_CITATION = Object({"url": TEXT, "title": TEXT, "start_index": Number(), "end_index": Number()})
_THINKING = _by_type(
    thinking=_tagged("type", "thinking", thinking=TEXT, signature=Nullable(NAME)),
    redacted_thinking=_tagged("type", "data", data=NAME),
)
_SPOKEN = Object(
    {"id": NAME, "data": Refusable("images", Media(is_data=True)), "expires_at": Number(), "transcript": TEXT}, ("id",)
)
_MESSAGE_ID = Nullable(IDENTIFIER)
_ASSISTANT = _tagged(
    "role",
    id=_MESSAGE_ID,
    content=Nullable(_CONTENT),
    name=NAME,
    refusal=Nullable(TEXT),
    reasoning=Nullable(TEXT),
    reasoning_content=Nullable(TEXT),
    thinking_blocks=Nullable(ListOf(_THINKING)),
    provider_specific_fields=_OF_THE_PROVIDER,
    parsed=_PARSED,
    audio=Nullable(_SPOKEN),
    annotations=Nullable(ListOf(_by_type(url_citation=_tagged("type", "url_citation", url_citation=_CITATION)))),
    tool_calls=Nullable(ListOf(_TOOL_CALL)),
    function_call=Nullable(_CALL),
)
_MESSAGE = ByTag(
    "role",
    {
        "developer": _tagged("role", "content", id=_MESSAGE_ID, content=_CONTENT, name=NAME),
        "system": _tagged("role", "content", id=_MESSAGE_ID, content=_CONTENT, name=NAME),
        "user": _tagged("role", "content", id=_MESSAGE_ID, content=_CONTENT, name=NAME),
        "assistant": _ASSISTANT,
        "tool": _tagged("role", "content tool_call_id", id=_MESSAGE_ID, content=_CONTENT, tool_call_id=NAME, name=NAME),
        "function": _tagged("role", "content name", id=_MESSAGE_ID, content=Nullable(TEXT), name=NAME),
    },
)

_FUNCTION = Object(
    {"name": NAME, "description": Nullable(TEXT), "parameters": JsonSchema(), "strict": Nullable(Boolean())}, ("name",)
)
_GRAMMAR = Object({"definition": TEXT, "syntax": slug("lark", "regex")}, ("definition", "syntax"))
_CUSTOM_FORMAT = _by_type(text=_tagged("type"), grammar=_tagged("type", "grammar", grammar=_GRAMMAR))
_CUSTOM_TOOL = Object({"name": NAME, "description": Nullable(TEXT), "format": _CUSTOM_FORMAT}, ("name",))
_TOOL = _by_type(
    function=_tagged("type", "function", function=_FUNCTION),
    custom=_tagged("type", "custom", custom=_CUSTOM_TOOL),
)
_NAMED = Object({"name": NAME}, ("name",))
_FUNCTION_CHOICE = _tagged("type", "function", function=_NAMED)
_CUSTOM_CHOICE = _tagged("type", "custom", custom=_NAMED)
_ALLOWED_TOOLS = Object(
    {
        "mode": slug("auto", "required"),
        "tools": ListOf(_by_type(function=_FUNCTION_CHOICE, custom=_CUSTOM_CHOICE)),
    },
    ("mode", "tools"),
)
_TOOL_CHOICE = _by_type(
    function=_FUNCTION_CHOICE,
    custom=_CUSTOM_CHOICE,
    allowed_tools=_tagged("type", "allowed_tools", allowed_tools=_ALLOWED_TOOLS),
)
_NAMED_SCHEMA = Object(
    {"name": NAME, "description": Nullable(TEXT), "schema": JsonSchema(), "strict": Nullable(Boolean())}, ("name",)
)
_RESPONSE_FORMAT = _by_type(
    text=_tagged("type"),
    json_object=_tagged("type"),
    json_schema=_tagged("type", "json_schema", json_schema=_NAMED_SCHEMA),
)

_PLACE = Object({"city": TEXT, "country": TEXT, "region": TEXT, "timezone": TEXT})
_USER_LOCATION = Object({"type": slug("approximate"), "approximate": _PLACE}, ("type", "approximate"))
_MODERATION_MODE = Nullable(Object({"mode": slug("score", "block")}, ("mode",)))
_MODERATION = Object(
    {"model": NAME, "policy": Nullable(Object({"input": _MODERATION_MODE, "output": _MODERATION_MODE}))}, ("model",)
)
_AUDIO_FORMAT = slug("wav", "aac", "mp3", "flac", "opus", "pcm16")
_VOICE_NAME = slug("alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse", "marin", "cedar")
_VOICE = StringOr(_VOICE_NAME, Object({"id": NAME}, ("id",)))
_SERVICE_TIER = slug("auto", "default", "flex", "scale", "priority", "fast")
_REASONING_EFFORT = slug("none", "minimal", "low", "medium", "high", "xhigh", "max")
_NULLABLE_NUMBER = Nullable(Number())
_NULLABLE_BOOLEAN = Nullable(Boolean())

REQUEST = Object(
    {
        "model": OPAQUE,  # the edge looks it up among the routes
        "messages": ListOf(_MESSAGE, is_history=True),
        "tools": Nullable(ListOf(_TOOL)),
        "tool_choice": Nullable(StringOr(slug("none", "auto", "required"), _TOOL_CHOICE)),
        "parallel_tool_calls": _NULLABLE_BOOLEAN,
        "functions": ListOf(_FUNCTION),
        "function_call": StringOr(slug("none", "auto"), _NAMED),
        "response_format": _RESPONSE_FORMAT,
        "prediction": Nullable(Object({"type": slug("content"), "content": _CONTENT}, ("type", "content"))),
        "stop": Nullable(StringOr(TEXT, ListOf(TEXT))),
        "web_search_options": Object({"search_context_size": _LEVEL, "user_location": Nullable(_USER_LOCATION)}),
        "user": IDENTIFIER,
        "safety_identifier": Nullable(IDENTIFIER),
        "prompt_cache_key": Nullable(IDENTIFIER),
        "metadata": Nullable(MapOf(TEXT)),
        "logit_bias": Nullable(MapOf(Number(), _TOKEN_ID)),
        "store": Nullable(Boolean("store")),
        "stream": _NULLABLE_BOOLEAN,
        "stream_options": Nullable(Object({"include_usage": Boolean(), "include_obfuscation": Boolean()})),
        "modalities": Nullable(ListOf(slug("text", "audio"))),
        "audio": Nullable(Object({"format": _AUDIO_FORMAT, "voice": _VOICE}, ("format", "voice"))),
        "moderation": Nullable(_MODERATION),
        "prompt_cache_options": Object({"mode": slug("implicit", "explicit"), "ttl": slug("30m")}),
        "prompt_cache_retention": Nullable(slug("in_memory", "in-memory", "24h")),
        "service_tier": Nullable(_SERVICE_TIER),
        "reasoning_effort": Nullable(_REASONING_EFFORT),
        "verbosity": Nullable(_LEVEL),
        "logprobs": _NULLABLE_BOOLEAN,
        "frequency_penalty": _NULLABLE_NUMBER,
        "max_completion_tokens": _NULLABLE_NUMBER,
        "max_tokens": _NULLABLE_NUMBER,
        "n": _NULLABLE_NUMBER,
        "presence_penalty": _NULLABLE_NUMBER,
        "seed": _NULLABLE_NUMBER,
        "temperature": _NULLABLE_NUMBER,
        "top_logprobs": _NULLABLE_NUMBER,
        "top_p": _NULLABLE_NUMBER,
    },
    ("model", "messages"),
)


def answer_form(body: JsonObject) -> AnswerForm:
    """Returns what the request says about its answer: whether its content is JSON, and the types in its schemas.

    >>> answer_form({"response_format": {"type": "json_object"}}).json_content, answer_form({}).json_content
    (True, False)
    """
    is_json = members(body, "response_format", "type") in ("json_object", "json_schema")
    return AnswerForm(
        is_json,
        schema_types(
            members(body, "response_format", "json_schema", "schema"),
            *(members(tool, "function", "parameters") for tool in each(body.get("tools"))),
            *(function.get("parameters") for function in each(body.get("functions"))),
        ),
    )


def user_texts(body: JsonObject) -> Set[str]:
    """Returns the paths of the texts that the user wrote after the last answer; tools' results are none of the user's.

    >>> roles = ("system", "user", "assistant", "tool", "user")
    >>> user_texts({"messages": [{"role": role, "content": "Hello"} for role in roles]})
    {'messages[4].content'}
    >>> user_texts({"messages": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]})
    {'messages[0].content[0].text'}
    """
    messages = _objects(body.get("messages"))
    answered = max((at for at, message in messages if message.get("role") == "assistant"), default=-1)
    return {
        path
        for at, message in messages
        if at > answered and message.get("role") == "user"
        for path in _texts_of(message.get("content"), f"messages[{at}].content")
    }


def _texts_of(content: JsonValue, path: str) -> Iterator[str]:
    if isinstance(content, str):
        yield path
    yield from (f"{path}[{at}].text" for at, part in _objects(content) if part.get("type") == "text")


def _objects(items: JsonValue) -> list[tuple[int, JsonObject]]:
    listed = items if isinstance(items, list) else []
    return [(at, item) for at, item in enumerate(listed) if isinstance(item, dict)]


def named(body: JsonObject) -> tuple[Named, ...]:
    """Returns whom the request names, ``safety_identifier`` before ``user``; an empty string names nobody.

    >>> [each.field for each in named({"user": "u-17", "safety_identifier": ""})]
    ['user']
    """
    values = ((field, body.get(field)) for field in ("safety_identifier", "user"))
    return tuple(Named(field, value) for field, value in values if isinstance(value, str) and value)


CHAT_COMPLETIONS = Api(
    "chat_completions", REQUEST, answer_form, restore_answer, stream_restorer, error_body, user_texts, named
)
