from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.errors import ProviderFailed
from gateway.protocols.answer_form import AnswerForm
from gateway.protocols.answers import MOST_CHOICES
from gateway.protocols.chat_completions import CHAT_COMPLETIONS
from gateway.types import JsonObject, JsonValue, Original, ReplacementMap
from tests.support.work import calls

MAP = ReplacementMap(
    {
        "[NAME1]": Original('Marie "M" Dupont'),
        "[EMAIL1]": Original("marie@example.com"),
        "[PHONE_NUMBER1]": Original("4155550100", is_number=True),
        "[ID_NUMBER1]": Original("lookup_marie"),
    }
)
PLAIN = AnswerForm()
ENVELOPE: JsonObject = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4.1"}


def _chunk(delta: JsonObject, *, choice: int = 0, finish: str | None = None, **fields: JsonValue) -> JsonObject:
    return {
        **ENVELOPE,
        "choices": [{"index": choice, "delta": delta, "logprobs": None, "finish_reason": finish}],
        **fields,
    }


def _call(index: int = 0, **function: str) -> JsonObject:
    return {"tool_calls": [{"index": index, "function": {**function}}]}


def _stream(chunks: Iterable[JsonObject], form: AnswerForm = PLAIN) -> list[JsonObject]:
    restorer = CHAT_COMPLETIONS.stream_restorer(MAP, form)
    return [*(out for chunk in chunks for out in restorer.feed(chunk)), *restorer.finish()]


def _choices(chunks: Iterable[JsonObject]) -> list[JsonObject]:
    found: list[JsonObject] = []
    for chunk in chunks:
        choices = chunk["choices"]
        assert isinstance(choices, list)
        found += [choice for choice in choices if isinstance(choice, dict)]
    return found


def _deltas(chunks: Iterable[JsonObject]) -> list[JsonValue]:
    return [choice["delta"] for choice in _choices(chunks)]


def _texts(chunks: Iterable[JsonObject]) -> dict[tuple[str | int, ...], str]:
    """What an SDK accumulates: the concatenated text of every position."""
    texts: dict[tuple[str | int, ...], str] = {}

    def add(value: JsonValue, *position: str | int) -> None:
        if isinstance(value, str):
            texts[position] = texts.get(position, "") + value
        for key, item in value.items() if isinstance(value, dict) else ():
            add(item, *position, key)
        for item in value if isinstance(value, list) else ():
            assert isinstance(item, dict)
            index = item["index"]
            assert isinstance(index, int)
            add(item, *position, index)

    for choice in _choices(chunks):
        index = choice["index"]
        assert isinstance(index, int)
        add(choice["delta"], index)
    return texts


MESSAGE: JsonObject = {
    "role": "assistant",
    "content": "Dear [NAME1]",
    "refusal": "Not [NAME1]",
    "reasoning": "Is it [NAME1]?",
    "reasoning_content": "It is [NAME1]",
    "annotations": [
        {"type": "url_citation", "url_citation": {"url": "x:[EMAIL1]", "title": "[NAME1]", "start_index": 1}}
    ],
    "audio": {"id": "[NAME1]", "data": "[NAME1]", "transcript": "Dear [NAME1]"},
    "function_call": {"name": "ID_NUMBER1", "arguments": '{"to": "[NAME1]"}'},
    "tool_calls": [
        {
            "id": "[NAME1]",
            "type": "function",
            "function": {"name": "ID_NUMBER1", "arguments": '{"to": "[NAME1]", "call": "[PHONE_NUMBER1]"}'},
        },
        {"id": "2", "type": "custom", "custom": {"name": "ID_NUMBER1", "input": "to [NAME1]"}},
    ],
    "future": "[NAME1]",
}
NAME = 'Marie "M" Dupont'


def test_every_text_of_an_answer_is_restored_and_all_else_is_the_same() -> None:
    logprobs = {"content": [{"token": "[NAME1]", "logprob": -0.1}]}
    choice = {"index": 0, "message": MESSAGE, "logprobs": logprobs, "finish_reason": "stop"}
    answer = json.loads(
        json.dumps({"id": "[NAME1]", "choices": [choice, {**choice, "index": 1}], "usage": {"total": 3}})
    )
    before = copy.deepcopy(answer)
    restored = CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm())
    expected = copy.deepcopy(before)
    for each in expected["choices"]:
        each["logprobs"] = None
        message = each["message"]
        message["content"] = f"Dear {NAME}"
        message["refusal"] = f"Not {NAME}"
        message["reasoning"] = f"Is it {NAME}?"
        message["reasoning_content"] = f"It is {NAME}"
        message["annotations"][0]["url_citation"] |= {"url": "x:marie@example.com", "title": NAME}
        message["audio"]["transcript"] = f"Dear {NAME}"
        message["function_call"] = {"name": "lookup_marie", "arguments": json.dumps({"to": NAME})}
        message["tool_calls"][0]["function"] = {
            "name": "lookup_marie",
            "arguments": json.dumps({"to": NAME, "call": 4155550100}),
        }
        message["tool_calls"][1]["custom"] = {"name": "lookup_marie", "input": f"to {NAME}"}
    assert restored.answer == expected
    assert restored.unrestored == 0
    assert answer == before
    assert "Marie" not in repr(restored)


def test_json_content_is_restored_with_escapes_and_plain_content_without() -> None:
    answer: JsonObject = {"choices": [{"message": {"content": '{"a": "[NAME1]"}'}}]}
    as_json = CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm(json_content=True)).answer
    assert as_json == {"choices": [{"message": {"content": json.dumps({"a": NAME})}}]}


def test_placeholders_that_nobody_knows_are_counted() -> None:
    answer: JsonObject = {"choices": [{"message": {"content": "[NAME7]", "refusal": "[EMAIL9]"}}]}
    assert CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm()).unrestored == 2
    restorer = CHAT_COMPLETIONS.stream_restorer(MAP, AnswerForm())
    restorer.feed(_chunk({"content": "[NAME7] and [EMA"}))
    restorer.feed(_chunk({"content": "IL9]"}))
    restorer.finish()
    assert restorer.unrestored == 2


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"choices": None},
        {"choices": [None, 7, [], {"message": None}, {"message": {"content": [1], "tool_calls": {"a": 1}}}]},
        {"choices": [{"index": "a", "delta": {"tool_calls": [None, {"function": "f"}], "content": 5}}]},
        {"error": {"message": "[NAME1]"}},
    ],
)
def test_an_answer_of_another_form_stays_as_it_is(answer: JsonObject) -> None:
    assert CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm()).answer == answer
    assert _stream([answer]) == [answer]


def test_a_placeholder_split_over_chunks_is_restored_and_no_chunk_is_lost() -> None:
    usage: JsonObject = {**ENVELOPE, "choices": [], "usage": {"total_tokens": 9}}
    chunks = [
        _chunk({"role": "assistant", "content": ""}, usage=None),
        _chunk({"content": "Dear [NA"}, usage=None),
        _chunk({"content": "ME"}, usage=None),
        _chunk({"content": "1]!"}, usage=None),
        _chunk({}, finish="stop", usage=None),
        usage,
    ]
    out = _stream(chunks)
    expected = copy.deepcopy(chunks)
    for i, text in ((1, "Dear "), (2, ""), (3, f"{NAME}!")):
        _choices([expected[i]])[0]["delta"] = {"content": text}
    assert out == expected


def test_held_text_comes_in_a_chunk_of_the_same_envelope_before_the_choice_finishes() -> None:
    out = _stream([_chunk({"content": "a [NAM"}, usage=None), _chunk({}, finish="length", usage=None)])
    flushed = {"index": 0, "delta": {"content": "[NAM"}, "finish_reason": None}
    assert out[1] == {**ENVELOPE, "usage": None, "choices": [flushed]}
    assert [choice["finish_reason"] for choice in _choices(out)] == [None, None, "length"]


def test_what_is_flushed_is_a_chunk_to_the_official_sdk() -> None:
    from openai.types.chat import ChatCompletionChunk

    out = _stream([_chunk({"content": "a [NAM"}), _chunk(_call(0, name="f", arguments='{"a": "b [NAM'), finish="stop")])
    chunks = [ChatCompletionChunk.model_validate(chunk) for chunk in out]
    assert [chunk.choices[0].delta.content for chunk in chunks] == ["a ", "[NAM", None]


def test_text_in_the_chunk_that_finishes_is_not_held_back() -> None:
    out = _stream([_chunk({"content": "a [NA"}), _chunk({"content": "ME1] b [NAM"}, finish="stop")])
    assert _deltas(out) == [{"content": "a "}, {"content": f"{NAME} b [NAM"}]


def test_held_text_comes_out_at_the_end_of_a_stream_that_was_cut() -> None:
    out = _stream([_chunk({"content": "a [NAM"})])
    assert _deltas(out) == [{"content": "a "}, {"content": "[NAM"}]
    assert out[1]["id"] == "chatcmpl-1"


def test_held_text_comes_out_before_another_channel_begins() -> None:
    out = _stream(
        [
            _chunk({"reasoning_content": "why [N"}),
            _chunk({"content": "see [N"}),
            _chunk(_call(0, name="f", arguments="")),
            _chunk(_call(0, arguments='{"a": "b [NAM')),
            _chunk(_call(1, name="g", arguments="{}")),
        ]
    )
    assert _deltas(out) == [
        {"reasoning_content": "why "},
        {"reasoning_content": "[N"},
        {"content": "see "},
        {"content": "[N"},
        _call(0, name="f", arguments=""),
        _call(0, arguments='{"a": "b '),
        _call(1, name="g", arguments="{}"),
        _call(0, arguments="[NAM"),
    ]


def test_the_pieces_of_parallel_calls_may_alternate_anywhere_inside_a_placeholder() -> None:
    arguments = ['{"to": "[NAME1]", "x": 1}', '{"to": "[EMAIL1]"}']
    pieces = [_chunk(_call(call, name="f", arguments="")) for call in (0, 1)]
    for at in range(max(map(len, arguments))):
        pieces += [_chunk(_call(call, arguments=text[at : at + 1])) for call, text in enumerate(arguments)]
    texts = _texts(_stream([*pieces, _chunk({}, finish="tool_calls")]))
    assert texts[0, "tool_calls", 0, "function", "arguments"] == json.dumps({"to": NAME, "x": 1})
    assert texts[0, "tool_calls", 1, "function", "arguments"] == '{"to": "marie@example.com"}'


def test_content_of_parts_is_restored_part_by_part() -> None:
    content: JsonValue = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "Is it [NAME1]?"}]},
        {"type": "text", "text": "Dear [NAME1]"},
        {"type": "refusal", "refusal": "Not [NAME1]"},
    ]
    answer: JsonObject = {"choices": [{"message": {"content": content}}]}
    restored = json.dumps(CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm()).answer)
    assert (restored.count("Marie"), restored.count("NAME1")) == (3, 0)


def test_content_of_parts_is_restored_over_the_pieces_of_a_stream() -> None:
    pieces = [_chunk({"content": [{"type": "text", "text": text}]}) for text in ("Dear [NA", "ME1]", "!")]
    said = [json.dumps(delta) for delta in _deltas(_stream([*pieces, _chunk({}, finish="stop")]))]
    assert json.dumps(NAME)[1:-1] in "".join(said)
    assert "NAME1" not in "".join(said)


def test_reasoning_details_and_what_one_provider_adds_are_restored_whole_and_in_pieces() -> None:
    extra: JsonObject = {
        "reasoning_details": [{"type": "reasoning.text", "text": "Is it [NAME1]?", "signature": "[NAME1]", "index": 0}],
        "provider_specific_fields": {
            "citations": [["[NAME1]", {"cited_text": "by [NAME1]"}]],
            "reasoning_content": "It is [NAME1]",
            "thinking_blocks": [{"type": "thinking", "thinking": "[NAME1]", "signature": "[NAME1]"}],
        },
    }
    expected = json.dumps(extra).replace("[NAME1]", json.dumps(NAME)[1:-1])
    expected = expected.replace(f'"signature": {json.dumps(NAME)}', '"signature": "[NAME1]"')
    answer: JsonObject = {"choices": [{"message": extra}]}
    whole = CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm())
    assert whole.answer == {"choices": [{"message": json.loads(expected)}]}
    assert _deltas(_stream([_chunk(extra)])) == [json.loads(expected)]
    cut = [_chunk({"reasoning_details": [{"index": 0, "text": text}]}) for text in ("Is it [NA", "ME1]?")]
    assert _texts(_stream(cut)) == {(0, "reasoning_details", 0, "text"): f"Is it {NAME}?"}


def test_tokens_are_blanked_where_anything_was_replaced_and_stay_where_nothing_was() -> None:
    logprobs: JsonObject = {"content": [{"token": "[NA", "logprob": -0.1, "bytes": [91], "top_logprobs": []}]}
    answer: JsonObject = {"choices": [{"message": {"content": "Hi"}, "logprobs": logprobs}]}
    blank: JsonObject = {"choices": [{"message": {"content": "Hi"}, "logprobs": None}]}
    assert CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm()).answer == blank
    assert CHAT_COMPLETIONS.restore_answer(answer, ReplacementMap(), AnswerForm()).answer == answer
    chunk: JsonObject = {**ENVELOPE, "choices": [{"index": 0, "delta": {"content": "Hi"}, "logprobs": logprobs}]}
    (out,) = _choices(_stream([chunk])[:1])
    assert out["logprobs"] is None


def test_a_name_is_whole_in_its_first_chunk_once_the_arguments_begin() -> None:
    (out,) = _stream([_chunk(_call(0, name="ID_NUMBER1", arguments=""))])
    assert _deltas([out]) == [_call(0, name="lookup_marie", arguments="")]


def test_a_name_that_comes_in_pieces_is_restored_before_its_arguments() -> None:
    out = _stream([_chunk(_call(0, name="ID_NUM")), _chunk(_call(0, name="BER1")), _chunk(_call(0, arguments="{}"))])
    assert _texts(out) == {(0, "tool_calls", 0, "function", "name"): "lookup_marie"} | {
        (0, "tool_calls", 0, "function", "arguments"): "{}"
    }


def test_choices_do_not_mix() -> None:
    pieces = [(0, "[NA"), (1, "[EMA"), (0, "ME1]"), (1, "IL1]")]
    out = _stream(_chunk({"content": piece}, choice=choice) for choice, piece in pieces)
    assert _texts(out) == {(0, "content"): NAME, (1, "content"): "marie@example.com"}


def test_a_finished_choice_does_not_flush_the_others() -> None:
    out = _stream(
        [
            _chunk({"content": "[NA"}),
            _chunk({}, choice=1, finish="stop"),
            _chunk({"content": "ME1]"}),
        ]
    )
    assert _texts(out)[0, "content"] == NAME
    assert len(out) == 3


def test_annotations_come_whole_and_are_restored_whole() -> None:
    delta: JsonObject = {
        "annotations": [{"type": "url_citation", "url_citation": {"url": "u", "title": "[NAME1] [NAM"}}]
    }
    (out,) = _deltas(_stream([_chunk(delta)]))
    assert out == {"annotations": [{"type": "url_citation", "url_citation": {"url": "u", "title": f"{NAME} [NAM"}}]}


TEXTS = {
    (0, "content"): (
        "Dear [NAME1], write to [EMAIL1] or [NAME9]. [",
        f"Dear {NAME}, write to marie@example.com or [NAME9]. [",
    ),
    (0, "reasoning_content"): ("**[NAME1]**?", f"**{NAME}**?"),
    (1, "refusal"): ("No, [NAME1]", f"No, {NAME}"),
    (0, "tool_calls", 0, "function", "arguments"): (
        '{"to": "[NAME1]", "call": "[PHONE_NUMBER1]"}',
        json.dumps({"to": NAME, "call": 4155550100}),
    ),
    (0, "tool_calls", 1, "custom", "input"): ("to [NAME1]", f"to {NAME}"),
}


def _delta(position: tuple[str | int, ...], piece: str) -> JsonObject:
    if len(position) == 2:
        return {str(position[1]): piece}
    _, _, index, kind, field = position
    return {"tool_calls": [{"index": index, str(kind): {str(field): piece}}]}


@given(st.data())
def test_a_stream_cut_anywhere_says_what_the_whole_answer_says(data: st.DataObject) -> None:
    chunks: list[JsonObject] = []
    for position, (text, _) in TEXTS.items():
        cuts = sorted(data.draw(st.sets(st.integers(1, len(text) - 1), max_size=6)))
        bounds = [0, *cuts, len(text)]
        for start, end in pairwise(bounds):
            chunks.append(_chunk(_delta(position, text[start:end]), choice=int(position[0])))
    chunks += [_chunk({}, choice=choice, finish="stop") for choice in (0, 1)]
    before = copy.deepcopy(chunks)
    assert _texts(_stream(chunks)) == {position: restored for position, (_, restored) in TEXTS.items()}
    assert chunks == before


def test_thinking_is_restored_and_its_signature_stays() -> None:
    block: JsonObject = {"type": "thinking", "thinking": "[NAME1] asks", "signature": "c2ln"}
    answer: JsonObject = {"choices": [{"index": 0, "message": {"content": None, "thinking_blocks": [block]}}]}
    replacement_map = ReplacementMap({"[NAME1]": Original("Marie")})
    restored = CHAT_COMPLETIONS.restore_answer(answer, replacement_map, AnswerForm())
    assert restored.answer["choices"] == [
        {"index": 0, "message": {"content": None, "thinking_blocks": [{**block, "thinking": "Marie asks"}]}}
    ]


def _whole(answer: JsonObject) -> JsonObject:
    return CHAT_COMPLETIONS.restore_answer(answer, MAP, AnswerForm()).answer


def _cut_placeholders(choices: int) -> list[JsonObject]:
    """Chunks in which each choice says ``[NA``, one after the other and all at once, and then goes on."""
    begun = [_chunk({"content": "[NA"}, choice=choice) for choice in range(choices)]
    more: JsonObject = {**ENVELOPE, "choices": [{"index": at, "delta": {"content": "ME1]"}} for at in range(choices)]}
    return [*begun, more]


def test_a_stream_of_choices_that_all_hold_text_back_takes_time_in_proportion_to_them() -> None:
    few, many = (calls(partial(_stream, _cut_placeholders(size))) for size in (100, 1000))
    assert many < 11 * few


def test_calls_whose_names_and_arguments_come_at_once_take_time_in_proportion_to_them() -> None:
    def chunk(size: int) -> JsonObject:
        called: list[JsonValue] = [
            {"index": at, "function": {"name": "ID_NUM", "arguments": "["}} for at in range(size)
        ]
        return _chunk({"tool_calls": called})

    few, many = (calls(partial(_stream, [chunk(size)])) for size in (100, 1000))
    assert many < 11 * few


def test_an_answer_may_have_many_choices_and_too_many_are_the_providers_error() -> None:
    chunks = [_chunk({"content": "[NAME1]"}, choice=choice) for choice in range(MOST_CHOICES + 1)]
    choices: list[JsonValue] = [{"index": at, "message": {"content": "[NAME1]"}} for at in range(MOST_CHOICES + 1)]
    assert len(_texts(_stream(chunks[:-1]))) == MOST_CHOICES
    assert _whole({"choices": choices[:-1]})["choices"] != choices[:-1]
    with pytest.raises(ProviderFailed, match="choices"):
        _stream(chunks)
    with pytest.raises(ProviderFailed, match="choices"):
        _whole({"choices": choices})


def test_a_choice_that_comes_again_is_counted_once() -> None:
    assert len(_stream([_chunk({"content": "a"})] * (2 * MOST_CHOICES))) == 2 * MOST_CHOICES


def content(answer: str, body: JsonObject) -> str:
    """The content of an answer to this request, restored whole; asserts that in pieces it is the same."""
    form = CHAT_COMPLETIONS.answer_form(body)
    whole: JsonObject = {"choices": [{"message": {"content": answer}}]}
    (choice,) = _choices([CHAT_COMPLETIONS.restore_answer(whole, MAP, form).answer])
    pieces = _stream([*(_chunk({"content": character}) for character in answer), _chunk({}, finish="stop")], form)
    assert isinstance(choice["message"], dict)
    text = choice["message"]["content"]
    assert isinstance(text, str)
    assert _texts(pieces)[0, "content"] == text
    return text


@pytest.mark.parametrize(
    "answer",
    ['{"to": "[NAME1]"}', ' \n{"to": "[NAME1]"} done', 'Here:\n```json\n{"to": "[NAME1]"}\n```\nIs that right?'],
)
def test_json_stays_valid_in_an_answer_that_nobody_asked_to_be_json(answer: str) -> None:
    text = content(answer, {})
    assert json.loads(text[text.index("{") : text.index("}") + 1]) == {"to": NAME}


def test_prose_around_json_gets_originals_unchanged() -> None:
    text = content('[NAME1] and "[NAME1]" before\n```json\n["[NAME1]"]\n```\nand "[NAME1]" after', {})
    assert text == f'{NAME} and "{NAME}" before\n```json\n[{json.dumps(NAME)}]\n```\nand "{NAME}" after'


def asked(**types: JsonValue) -> JsonObject:
    schema: JsonObject = {"properties": {name: {"type": type_} for name, type_ in types.items()}}
    return {"response_format": {"type": "json_schema", "json_schema": {"schema": schema}}}


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (asked(phone="string"), "4155550100"),
        (asked(phone=["string", "null"]), "4155550100"),
        (asked(phone="integer"), 4155550100),
        (asked(phone="boolean"), 4155550100),
        (asked(other="string"), 4155550100),
        ({"response_format": {"type": "json_object"}}, 4155550100),
    ],
)
def test_a_number_comes_back_as_the_schema_says_or_else_as_it_was_sent(body: JsonObject, value: JsonValue) -> None:
    assert json.loads(content('{"name": "x", "phone": "[PHONE_NUMBER1]", "z": 1}', body)) == {
        "name": "x",
        "phone": value,
        "z": 1,
    }


def test_numbers_of_a_list_come_back_as_its_items_say() -> None:
    phones: JsonObject = {"type": "array", "items": {"type": "string"}}
    body: JsonObject = {"tools": [{"function": {"parameters": {"properties": {"phones": phones}}}}]}
    form = CHAT_COMPLETIONS.answer_form(body)
    call = _call(0, name="f", arguments='{"phones": ["[PHONE_NUMBER1]", "[PHONE_NUMBER1]"]}')
    texts = _texts(_stream([_chunk(call, finish="tool_calls")], form))
    arguments = json.loads(texts[0, "tool_calls", 0, "function", "arguments"])
    assert arguments == {"phones": ["4155550100", "4155550100"]}
