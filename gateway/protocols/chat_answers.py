"""OpenAI's chat completions: where answers and the chunks of a stream contain text."""

from __future__ import annotations

from gateway.protocols import answers
from gateway.protocols.answer_form import AnswerForm
from gateway.rewriting.restoring import Channel
from gateway.types import JsonObject, ReplacementMap

_CALL: answers.Template = {"name": Channel.NAME, "arguments": Channel.JSON}
_TOOL_CALL: answers.Template = {"function": _CALL, "custom": {"name": Channel.NAME, "input": Channel.TEXT}}
_REASONING: dict[str, answers.Template] = {
    "refusal": Channel.TEXT,
    "reasoning": Channel.TEXT,
    "reasoning_content": Channel.TEXT,
    "reasoning_details": [{"text": Channel.TEXT, "summary": Channel.TEXT}],
    "thinking_blocks": [{"thinking": Channel.TEXT}],
}
# Ids, signatures and encrypted data contain no text; they are sent back as they came.
_OPAQUE = frozenset({"id", "type", "format", "signature", "thinking_signature", "data"})
_WHOLE: dict[str, answers.Template] = {
    "annotations": answers.Everywhere(Channel.TEXT, _OPAQUE),
    "provider_specific_fields": answers.Everywhere(Channel.TEXT, _OPAQUE | _REASONING.keys()),
}


def _growing(form: AnswerForm) -> dict[str, answers.Template]:
    """Returns the template of the texts that a stream sends piece by piece."""
    return {
        "content": Channel.JSON if form.json_content else Channel.MIXED,
        **_REASONING,
        "provider_specific_fields": _REASONING,
        "tool_calls": [_TOOL_CALL],
        "function_call": _CALL,
        "audio": {"transcript": Channel.TEXT},
    }


def restore_answer(answer: JsonObject, replacement_map: ReplacementMap, form: AnswerForm) -> answers.RestoredAnswer:
    """Returns the answer with the texts of every choice restored; ids, usage etc. are unchanged.

    Where anything was replaced in the request, logprobs become null.

    >>> from gateway.types import Original
    >>> answer = {"id": "1", "choices": [{"index": 0, "message": {"content": "Dear [NAME1]"}}]}
    >>> replacement_map = ReplacementMap({"[NAME1]": Original("Marie")})
    >>> restore_answer(answer, replacement_map, AnswerForm()).answer["choices"]
    [{'index': 0, 'message': {'content': 'Dear Marie'}}]
    """
    growing: answers.Template = {"choices": [{"message": _growing(form)}]}
    whole: answers.Template = {"choices": [{"message": _WHOLE, **_logprobs(replacement_map)}]}
    first = answers.restore_answer(whole, answer, replacement_map, form.types)
    second = answers.restore_answer(growing, first.answer, replacement_map, form.types)
    return answers.RestoredAnswer(second.answer, first.unrestored + second.unrestored)


def stream_restorer(replacement_map: ReplacementMap, form: AnswerForm) -> answers.ChunkRestorer:
    """Returns a restorer for one streamed answer with all its choices."""
    growing: answers.Template = {"choices": [{"delta": _growing(form)}]}
    whole: answers.Template = {"choices": [{"delta": _WHOLE, **_logprobs(replacement_map)}]}
    return answers.ChunkRestorer(growing, whole, replacement_map, form.types)


def _logprobs(replacement_map: ReplacementMap) -> dict[str, answers.Template]:
    """Returns the template of the logprobs: tokens cut placeholders into pieces that cannot be restored one by one."""
    return {"logprobs": answers.Blank.BLANK} if replacement_map else {}
