from __future__ import annotations

import pytest

from gateway.errors import BadRequest
from lab.canarybench.conversations import Conversation, decode_all, keep_singular


def read(*lines: str) -> list[Conversation]:
    return list(decode_all((line.encode() for line in lines), "talks.jsonl"))


def test_a_text_alone_is_a_conversation_of_a_person_of_its_own() -> None:
    (only,) = read('{"text": "hello"}')
    assert (only.id, only.contributor, only.topic, only.canaries) == ("talks.jsonl:1",) * 2 + ("", ())


def test_a_dialogue_is_its_turns_with_slot_values_as_canaries() -> None:
    (only,) = read('{"turns": [{"text": "Call 408-247-8880", "slots": [["phone", 5, 17]]}, {"text": "Thanks"}]}')
    assert only.text.split("\n") == ["", "Call 408-247-8880", "Thanks"]
    assert [(each.kind, each.value) for each in only.canaries] == [("slot:phone", "408-247-8880")]


def test_entities_are_canaries_and_an_intent_is_a_label() -> None:
    (only,) = read('{"text": "I am Brionie", "intent": "hello", "entities": [{"type": "NAME", "text": "Brionie"}]}')
    assert (only.topic, [each.kind for each in only.canaries]) == ("hello", ["entity:NAME"])


def test_a_natural_canary_counts_where_one_conversation_alone_holds_it() -> None:
    line = '{"text": "%s", "entities": [{"type": "NAME", "text": "%s"}]}'
    shared, also, alone, short = (line % (name, name) for name in ("San Jose", "San Jose", "Brionie", "Stew"))
    kept = keep_singular(read(shared, also, alone, short))
    assert [len(each.canaries) for each in kept] == [0, 0, 1, 0]


def test_planted_canaries_always_count() -> None:
    line = '{"text": "it is A-7", "canaries": [{"kind": "code", "value": "A-7"}]}'
    assert all(each.canaries for each in keep_singular(read(line, line)))


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"text": "secret"', "no JSON object"),
        ("secret", "no JSON object"),
        ('"secret"', "object"),
        ('{"text": 7}', "`$.text`"),
        ('{"id": "secret"}', "`text`"),
        ('{"text": ""}', "`text`"),
        ('{"text": "secret", "canaries": [{"kind": "code"}]}', "value"),
        ('{"text": "secret", "canaries": [{"kind": "code", "value": ""}]}', "value"),
        ('{"turns": [{"secret": "secret"}]}', "text"),
        ('{"text": "secret \xff"}'.encode("latin-1").decode("utf-8", "surrogateescape"), "no JSON object"),
    ],
)
def test_a_broken_line_is_named_with_its_field_and_without_its_value(line: str, named: str) -> None:
    good = b'{"text": "good"}'
    with pytest.raises(BadRequest) as caught:
        list(decode_all([good, b"", line.encode("utf-8", "surrogateescape")], "talks.jsonl"))
    assert "talks.jsonl, line 3" in str(caught.value)
    assert named in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_conversation_does_not_print_its_text() -> None:
    assert "hello" not in repr(read('{"text": "hello"}'))
