"""A made-up request with values of many kinds: minimizing it once leaves nothing to be compiled for the first turn."""

from __future__ import annotations

from typing import Final

import orjson

from gateway.plans.predictors.learned import Artefact
from gateway.policy import Policy
from gateway.types import JsonObject
from streams.minimizer.step import Job

_TEXT: Final = """Dear team, I am Margaret Thompson (she/her), aged 35, born on 3 May 1988, a nurse in Boston.
Write to margaret.thompson@example.org, or to m dot thompson at example dot org, or call +1 415 555 0123 before 5 pm.
My card is 4111 1111 1111 1111, my IBAN DE89 3704 0044 0532 0130 00, my SSN 078-05-1120 and I earn $84,000 a year.
I live at 12 Baker Street, Springfield, IL 62704, have diabetes and a GPA of 3.7; see https://example.org/~mthompson.
The server 192.0.2.7 took password=hunter2secret. Thompson&#39;s placeholder was [EMAIL1]; M\u0061rgaret wrote it.
"""
_BODY: Final[JsonObject] = {
    "model": "sample",
    "user": "margaret",
    "messages": [
        {"role": "system", "content": "Answer briefly."},
        {"role": "user", "content": [{"type": "text", "text": _TEXT}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "find", "arguments": '{"name": "Margaret Thompson", "rows": [1, 2.5]}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '[{"name": "M. Thompson", "phone": "+1 415 555 0123"}]'},
    ],
    "tools": [
        {
            "type": "function",
            "function": {
                "name": "find",
                "description": "Finds a person.",
                "parameters": {"type": "object", "properties": {"name": {"type": "string", "enum": ["Ann", "Bob"]}}},
            },
        }
    ],
}


def sample(policy: Policy, predictor: Artefact | None) -> Job:
    """Returns the sample request of a client with this policy."""
    return Job(
        request=orjson.dumps(_BODY),
        route="chat_completions",
        tenant="",
        any_model=True,
        dry_run=True,
        policy=policy,
        hashing_key=bytes(32),
        predictor=predictor,
    )
