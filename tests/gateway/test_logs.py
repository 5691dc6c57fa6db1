from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextvars import copy_context
from pathlib import Path
from typing import NamedTuple

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway import logs
from gateway.logs import FIELDS, QUIET_SECONDS, JsonFormatter, Quiet, describe, fields

OWN = str(Path(logs.__file__).parent / "any.py")
FOREIGN = "/usr/lib/python3/site-packages/library/module.py"
PLANTED = "alex.patel@example.org"
ALWAYS = {"time", "level", "logger", "event"}


def record(
    message: object,
    *args: object,
    file: str = FOREIGN,
    error: BaseException | None = None,
    extra: Mapping[str, object] | None = None,
) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("a.logger", logging.WARNING, file, 7, message, args, info, func="work")
    made.__dict__.update(extra or {})
    return made


def line(made: logging.LogRecord) -> dict[str, object]:
    written: dict[str, object] = orjson.loads(JsonFormatter().format(made))
    return written


def raised(text: str) -> ValueError:
    try:
        raise ValueError(text) from KeyError(text)
    except ValueError as error:
        return error


texts = st.text(st.characters(codec="utf-8"), min_size=1).map(lambda text: f"{PLANTED}{text}")
values = texts | st.lists(texts) | st.dictionaries(texts, texts) | st.binary() | st.builds(raised, texts)


@given(st.lists(values), values, texts)
def test_no_argument_exception_or_extra_of_a_third_party_reaches_the_line(
    args: list[object], extra: object, text: str
) -> None:
    places = dict.fromkeys(("body", "request", "url", "taskName", "stack_info", *FIELDS), extra)
    made = record("something %s happened", *args, "more", error=raised(text), extra=places)
    assert PLANTED not in JsonFormatter().format(made)
    assert line(made).keys() == ALWAYS | {"exception"}
    assert line(made)["event"] == "something %s happened"


TOPIC = "eu.conversations.incoming"


class Place(NamedTuple):
    """A partition, as clients of Kafka name one."""

    topic: str
    partition: int


safe = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.just(TOPIC) | st.builds(raised, texts),
    lambda items: st.lists(items) | st.lists(items).map(tuple),
)


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """Only this one name is known, whatever other tests have made known before."""
    before = {*logs._known}
    logs._known.clear()
    logs.know([TOPIC])
    yield
    logs.know(before)


@given(st.lists(safe, max_size=3), values.filter(lambda value: not isinstance(value, BaseException) and bool(value)))
def test_one_argument_that_may_hold_a_text_leaves_a_third_partys_template_as_it_is(
    before: list[object], text: object
) -> None:
    template = "%s " * (len(before) + 2)
    for arguments in ([*before, text, 1], [1, text, *before], [*before, 1, [text]], [*before, 1, (1, {1: text})]):
        made = record(template, *arguments)
        assert line(made)["event"] == template
        assert PLANTED not in JsonFormatter().format(made)
    assert line(record("%(name)s %(code)d", {"name": text, "code": 1}))["event"] == "%(name)s %(code)d"


@given(st.lists(safe, min_size=1))
def test_numbers_known_names_and_the_classes_of_exceptions_are_filled_in(arguments: list[object]) -> None:
    event = str(line(record(" ".join(["%s"] * len(arguments)), *arguments))["event"])
    assert "%" not in event
    assert PLANTED not in event
    assert event.count(TOPIC) == repr(arguments).count(TOPIC)


@pytest.mark.parametrize(
    ("template", "arguments", "event"),
    [
        ("Unable connect to node with id %s: %s", (1, raised(PLANTED)), "Unable connect to node with id 1: ValueError"),
        ("Topic %s not found in cluster metadata", (TOPIC,), f"Topic {TOPIC} not found in cluster metadata"),
        ("Topic %r gave %r", (TOPIC, raised(PLANTED)), f"Topic '{TOPIC}' gave ValueError"),
        ("Failed for %s: %s", ({Place(TOPIC, 3)}, KeyError), f"Failed for (({TOPIC}, 3)): KeyError"),
        ("%(count)d of %(topic)s", ({"count": 2, "topic": TOPIC},), f"2 of {TOPIC}"),
        ("Topic %s not found", ("conversations.incoming",), "Topic %s not found"),
        ("%d records", (float("nan"),), "%d records"),
        ("one %s and two %s", (1,), "one %s and two %s"),
    ],
)
def test_what_a_third_partys_message_shows(template: str, arguments: tuple[object, ...], event: str) -> None:
    assert line(record(template, *arguments))["event"] == event


def test_a_list_that_contains_itself_is_not_shown() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert line(record("%s", endless))["event"] == "%s"


def test_a_third_party_says_the_same_once_in_ten_seconds_and_then_how_often_it_was_left_out() -> None:
    now = 0.0
    quiet = Quiet(clock=lambda: now)
    made = [record("no node %s", 1), record("no node %s", 2), record("no node %s", 3), record("no topic %s", 1)]
    assert [quiet(each) for each in made] == [True, False, False, True]
    now = QUIET_SECONDS
    again = record("no node %s", 4)
    assert quiet(again)
    assert line(again) | {"time": ""} == line(made[0]) | {"time": "", "event": "no node 4", "left_out": 2}
    now = 2 * QUIET_SECONDS
    assert quiet(record("no node %s", 5))
    assert "left_out" not in line(made[3])


def test_our_own_lines_are_never_left_out() -> None:
    quiet = Quiet(clock=lambda: 0.0)
    assert all(quiet(record("a turn ended", file=OWN)) for _ in range(3))


@given(st.lists(texts, min_size=2, max_size=5))
def test_a_message_without_arguments_is_left_out_by_its_place_whatever_it_says(messages: list[str]) -> None:
    quiet = Quiet(clock=lambda: 0.0)
    assert [quiet(record(message)) for message in messages] == [True] + [False] * (len(messages) - 1)


def test_how_many_different_messages_are_remembered_is_bounded() -> None:
    quiet = Quiet(clock=lambda: 0.0)
    assert all(quiet(record(f"{number} %s", 1)) for number in range(3_000))
    assert len(quiet._said) == 1_000


def test_a_line_is_about_the_turn_that_is_being_worked_on_unless_it_names_another() -> None:
    in_a_turn = copy_context()
    in_a_turn.run(logs.CURRENT_TURN.set, "t1")
    assert in_a_turn.run(line, record("called", file=OWN))["turn_id"] == "t1"
    assert in_a_turn.run(line, record("called", file=OWN, extra=fields(turn_id="t2")))["turn_id"] == "t2"
    assert "turn_id" not in in_a_turn.run(line, record("called"))
    assert "turn_id" not in line(record("called", file=OWN))


@given(texts | st.builds(raised, texts) | st.lists(texts))
def test_a_third_partys_message_without_arguments_is_cut_down_to_its_place(message: object) -> None:
    assert line(record(message))["event"] == "module.py:7 work"


def test_our_own_message_is_a_constant_of_ours_and_is_shown() -> None:
    assert line(record("a turn ended", file=OWN))["event"] == "a turn ended"


@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), st.text(st.characters(codec="utf-8")) | st.floats()))
def test_our_own_fields_are_shown_if_they_are_allow_listed(extra: dict[str, object]) -> None:
    shown = line(record("a turn ended", file=OWN, extra={**extra, "body": PLANTED}))
    assert shown.keys() == ALWAYS | extra.keys()


@given(st.text().filter(lambda name: name not in FIELDS))
def test_a_field_that_is_not_allow_listed_raises_where_it_is_logged(name: str) -> None:
    with pytest.raises(ValueError, match="not a field of the logs"):
        fields(turn_id="t", **{name: PLANTED})


def test_an_object_in_a_field_is_shown_as_its_type() -> None:
    assert line(record("ended", file=OWN, extra={"reason": raised(PLANTED)}))["reason"] == "ValueError"


def test_an_exception_is_its_type_and_the_lines_that_it_passed_through() -> None:
    described = describe(raised(PLANTED))
    assert described["type"] == "ValueError"
    frames = described["frames"]
    assert isinstance(frames, list)
    assert len(frames) == 1
    assert frames[0].startswith(f"{__file__}:")


def test_a_line_has_its_time_level_and_logger() -> None:
    written = line(record("ended", file=OWN))
    assert (written["level"], written["logger"]) == ("warning", "a.logger")
    assert str(written["time"]).endswith("+00:00")


def test_every_line_is_one_line() -> None:
    assert "\n" not in JsonFormatter().format(record("a\nb", file=OWN, extra={"reason": "c\nd"}, error=raised("e\nf")))


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[logging.Logger]:
    """The root logger; its configuration is restored after the test."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(logging, "raiseExceptions", logging.raiseExceptions)
    before = root.level
    yield root
    root.setLevel(before)
    logging.captureWarnings(False)


def events(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Returns the events written to standard error, after checking that standard output is empty."""
    written = capsys.readouterr()
    assert written.out == ""
    return [orjson.loads(text)["event"] for text in written.err.splitlines()]


def say(level: int) -> None:
    for file, message in ((OWN, "ours"), (FOREIGN, "theirs %s")):
        made = logging.LogRecord("a.logger", level, file, 7, message, (1,) if "%" in message else (), None)
        if logging.getLogger("a.logger").isEnabledFor(level):
            logging.getLogger("a.logger").handle(made)


@pytest.mark.parametrize(
    ("level", "said", "shown"),
    [
        ("info", logging.INFO, ["ours"]),
        ("info", logging.DEBUG, []),
        ("info", logging.WARNING, ["ours", "theirs 1"]),
        ("debug", logging.DEBUG, ["ours", "theirs 1"]),
        ("error", logging.WARNING, []),
        ("error", logging.ERROR, ["ours", "theirs 1"]),
    ],
)
@pytest.mark.usefixtures("root")
def test_a_level_is_for_our_lines_and_a_third_partys_begin_at_warning(
    capsys: pytest.CaptureFixture[str], level: str, said: int, shown: list[str]
) -> None:
    logs.configure(level)
    say(said)
    assert events(capsys) == shown


@pytest.mark.usefixtures("root")
def test_configuring_twice_writes_each_line_once(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info")
    logs.configure("info")
    say(logging.INFO)
    assert events(capsys) == ["ours"]


@pytest.mark.usefixtures("root")
def test_a_line_that_cannot_be_written_says_nothing_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("info")
    logging.getLogger("a.logger").handle(record("ended", file=OWN, extra={"reason": f"{PLANTED}{chr(0xD800)}"}))
    assert events(capsys) == []


LOUD = """
import asyncio, logging, sys, warnings
from gateway import logs
logs.configure(sys.argv[2])
PLANTED = sys.argv[1]

async def fail():
    raise ValueError(PLANTED)

async def main():
    task = asyncio.create_task(fail(), name=PLANTED)
    await asyncio.sleep(0)
    del task
    asyncio.get_running_loop().call_soon(int, PLANTED)
    asyncio.get_running_loop().call_exception_handler({"message": PLANTED, "exception": ValueError(PLANTED)})
    await asyncio.sleep(0)

asyncio.run(main(), debug=True)
warnings.warn(PLANTED)
logging.getLogger("aiohttp.server").error("Error handling request from %s", PLANTED, exc_info=ValueError(PLANTED))
logging.getLogger("library").error("%s of %d for %s", PLANTED, 1, ValueError(PLANTED))
logging.getLogger("library").error("%s", [PLANTED, 1])
logging.getLogger("library").error(PLANTED)
logging.getLogger("library").error({"body": PLANTED})
logging.getLogger("library").warning("%s", PLANTED, extra={"reason": PLANTED, "body": PLANTED}, stack_info=True)
"""


@pytest.mark.parametrize("level", ["debug", "info"])
def test_no_text_gets_out_of_a_process_through_tasks_loops_warnings_or_libraries(level: str) -> None:
    done = subprocess.run([sys.executable, "-c", LOUD, PLANTED, level], capture_output=True, check=True)
    lines = [orjson.loads(text) for text in done.stderr.splitlines()]
    assert len(lines) >= 8
    assert PLANTED.encode() not in done.stdout + done.stderr
