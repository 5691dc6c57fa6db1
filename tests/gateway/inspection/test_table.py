from __future__ import annotations

from collections.abc import Callable

import orjson
import pytest

from gateway.detection.pattern_detector import PatternDetector
from gateway.inspection import inspect
from gateway.inspection.table import coloured_table, table
from gateway.minimization import Detectors, MinimizedRequest
from gateway.policy import Policy
from gateway.types import Action

BODY = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "Write to ann@example.org"}]}
RED, GREEN, FAINT, PLAIN = "\x1b[1;31m", "\x1b[1;32m", "\x1b[2m", "\x1b[0m"
RETAINING = Policy(actions={"*": Action.RETAIN})


Shown = Callable[[MinimizedRequest], str]


def inspected(raw: bytes, policy: Policy | None = None) -> MinimizedRequest:
    detectors = Detectors(PatternDetector(), PatternDetector())
    return inspect(raw, policy or Policy(), detectors, lambda text: "hashed")


def test_the_texts_that_would_leave_come_first_and_then_a_row_for_each_span() -> None:
    place, text, _, head, row, count = table(inspected(orjson.dumps(BODY))).splitlines()
    assert (place, text) == ("messages[0].content", "  Write to [EMAIL1]")
    assert head.split() == ["place", "type", "score", "recognizer", "action", "replacement"]
    assert row.split() == ["messages[0].content:9-24", "EMAIL", "0.95", "email", "REDACT", "[EMAIL1]"]
    assert count == "1 span(s)"


def test_columns_stand_below_each_other() -> None:
    _, _, _, head, *rows, _ = table(inspected(b"ann@example.org, 4111 1111 1111 1111")).splitlines()
    assert len(rows) == 2
    assert {line.index("REDACT") for line in rows} == {head.index("action")}


def test_the_table_holds_no_redacted_value() -> None:
    assert "ann@" not in table(inspected(orjson.dumps(BODY)))


def test_a_retained_span_is_said_to_stay() -> None:
    assert table(inspected(b"ann@example.org", RETAINING)).splitlines()[-2].endswith("RETAIN  stays")


@pytest.mark.parametrize("shown", [table, coloured_table])
def test_a_text_without_spans_has_none(shown: Shown) -> None:
    assert shown(inspected(b"Hello")) == "0 span(s)"


def test_in_colours_a_value_is_red_with_its_replacement_behind_it() -> None:
    assert f"  Write to {RED}ann@example.org{PLAIN}{FAINT}[EMAIL1]{PLAIN}\n" in coloured_table(
        inspected(orjson.dumps(BODY))
    )


@pytest.mark.parametrize("shown", [table, coloured_table])
def test_an_identifier_is_shown_as_its_hash(shown: Shown) -> None:
    assert "\nuser\n  hashed\n" in shown(inspected(orjson.dumps({**BODY, "user": "u-4711"})))


def test_in_colours_a_value_that_stays_is_green() -> None:
    assert f"  {GREEN}ann@example.org{PLAIN}!\n" in coloured_table(inspected(b"ann@example.org!", RETAINING))


@pytest.mark.parametrize("shown", [table, coloured_table])
def test_control_characters_in_a_text_do_not_reach_the_terminal(shown: Shown) -> None:
    written = shown(inspected("\x1b[2J\u202e\x07 ann@example.org\rx".encode()))
    assert "·[2J·· " in written
    assert not {"\u202e", "\x07", "\r"} & set(written)
    assert "\x1b[2J" not in written


def test_control_characters_in_a_value_do_not_reach_the_terminal() -> None:
    assert f"{RED}ann·@example.org{PLAIN}" in coloured_table(inspected("ann\u200b@example.org".encode()))


def test_control_characters_in_a_key_do_not_reach_the_terminal() -> None:
    called = {"name": "mail", "arguments": orjson.dumps({"\x1b[2J": "ann@example.org"}).decode()}
    call = {"id": "call_1", "type": "function", "function": called}
    messages = [{"role": "assistant", "tool_calls": [call]}]
    shown = table(inspected(orjson.dumps({**BODY, "messages": messages})))
    assert shown.count("/·[2J") == 2
    assert "\x1b" not in shown
