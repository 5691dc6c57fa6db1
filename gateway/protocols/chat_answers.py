"""OpenAI's chat completions: where answers and the chunks of a stream contain text."""

from __future__ import annotations

from gateway.protocols import answers
from gateway.rewriting.restoring import Channel
from gateway.types import JsonObject, ReplacementMap

_CALL: answers.Template = {"name": Channel.NAME, "arguments": Channel.JSON}
_TOOL_CALL: answers.Template = {"function": _CALL, "custom": {"name": Channel.NAME, "input": Channel.TEXT}}
_ANNOTATIONS: dict[str, answers.Template] = {
    "annotations": [{"url_citation": {"url": Channel.TEXT, "title": Channel.TEXT}}]
}


def _growing(json_content: bool) -> dict[str, answers.Template]:
    """Returns the template of the texts that a stream sends piece by piece."""
    return {
        "content": Channel.JSON if json_content else Channel.TEXT,
        "refusal": Channel.TEXT,
        "reasoning": Channel.TEXT,
        "reasoning_content": Channel.TEXT,
        "thinking_blocks": [{"thinking": Channel.TEXT}],
        "tool_calls": [_TOOL_CALL],
        "function_call": _CALL,
        "audio": {"transcript": Channel.TEXT},
    }


def restore_answer(
    answer: JsonObject, replacement_map: ReplacementMap, *, json_content: bool
) -> answers.RestoredAnswer:
    """Returns the answer with the texts of every choice restored; ids, usage, logprobs etc. are unchanged.

    >>> from gateway.types import Original
    >>> answer = {"id": "1", "choices": [{"index": 0, "message": {"content": "Dear [NAME1]"}}]}
    >>> replacement_map = ReplacementMap({"[NAME1]": Original("Marie")})
    >>> restore_answer(answer, replacement_map, json_content=False).answer["choices"]
    [{'index': 0, 'message': {'content': 'Dear Marie'}}]
    """
    template: answers.Template = {"choices": [{"message": {**_growing(json_content), **_ANNOTATIONS}}]}
    return answers.restore_answer(template, answer, replacement_map)


def stream_restorer(replacement_map: ReplacementMap, *, json_content: bool) -> answers.ChunkRestorer:
    """Returns a restorer for one streamed answer with all its choices."""
    growing: answers.Template = {"choices": [{"delta": _growing(json_content)}]}
    whole: answers.Template = {"choices": [{"delta": _ANNOTATIONS}]}
    return answers.ChunkRestorer(growing, whole, replacement_map)
