"""Every format takes linear time on its worst cases, timed at one size and at four times that size."""

from __future__ import annotations

import pytest

from gateway.detection.structure.field import Format
from gateway.detection.structure.recognizer import FORMATS, Structure
from tests.support import work

CHARACTERS = 10_000
SLACK_SECONDS = 0.01
SIGNS = [
    '"', "'", "`", "\\", '\\"', '{"', "{", "}", "[", "]", "(", ")", "<", ">", "<a>", "</a>", "<a", "<td>",
    "<th>name", 'a="', "a='", "a=", "=", ":", "::", "a:", 'a:"', '"a":', '{"a":', '["a"', '"a":"', ",", "a,",
    '"a",', ";", "&", "|", "a|b", "-", "--", "--a", "$", "@", "#", "name:", "password=", 'password"',
    "(password,", "a.b.", "a_b_", "aB", "0", "1=1", "?a=1&", "=>", ":=", 'setA("', "define('", "\\a{", "('a',",
    "''", "'\\", "<![CDATA[", "{{", "${", "é", "密码", "密码：", "пароль", "_", "state:A", "first:A", "last:B",
]  # fmt: skip
LINES = [
    "\n", "\n\n", " ", "a ", "password is ", "k: v\n", "k = v\n", '"k": "v", ', "first: Will\n", "  a:\n", "- a:\n",
    "name: A\n", "password:\n", "| a | b |\n", "name,email\n", '"name,email\n', "insert into t values (",
    "INSERT INTO t (a,b) VALUES (1,2);", "create table t (a int);\n", "identified by ", " --password a", "mysql -p ",
    "[1:11] a: ", "\n<a> b", "BEGIN:V\nN:a;", "curl -u a:b ", "\r\n", "\\newcommand{",
    "pins=[ ", "creds: {\n", "line vty 0\n password a\n", "name  ", "-- ", "CN=a,", "C = a, ", "machine a login b ",
    "User a\n", "a:*:b:c:d\n", "a:x:1:1:b:c:", "[a] => ", '["a"]=>', 's:1:"a";', "{A:", "A:b ", "Last name\n",
    "Last name\nx\n", "PID|1|a^b&c~", "NM1*IL*1*a:", "N3*a~", "NAD+BY+a:b?", "P<UTOA<<B", ":50K:/1\n", "1/A\n",
    "1 NAME a /b/\n", "2 DATE 1\n",
]  # fmt: skip
BEGINNINGS = [
    "",
    '{"a":"',
    "name,email\n",
    "INSERT INTO t (name) VALUES (",
    "BEGIN:VCARD\n",
    "mysql ",
    "name  age\n",
    "Host x\n",
]


def seconds(read: Format, beginning: str, unit: str, characters: int) -> float:
    text = beginning + (unit * characters)[:characters]
    return work.seconds(lambda: list(read(text)))


def grows_too_fast(read: Format, beginning: str, unit: str) -> bool:
    return all(
        seconds(read, beginning, unit, 4 * CHARACTERS) > 8 * seconds(read, beginning, unit, CHARACTERS) + SLACK_SECONDS
        for _ in range(3)
    )


@pytest.mark.parametrize("read", FORMATS, ids=lambda read: read.__module__.rpartition(".")[2])
def test_work_grows_no_faster_than_the_text(read: Format) -> None:
    units = [*SIGNS, *LINES]
    assert [(each, unit) for each in BEGINNINGS for unit in units if grows_too_fast(read, each, unit)] == []


def test_quadratic_work_would_be_seen() -> None:
    def every_end(text: str) -> list[object]:
        return [each for at in range(len(text)) for each in text[at:].upper().title().split()]

    assert grows_too_fast(every_end, "", "a")  # type: ignore[arg-type]


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "unit", [*SIGNS[:12], "a: b, ", "a=b; ", '{"a": [1, ', "name: A\n", "password: x1y2z3\n", "<a>"]
)
def test_a_million_characters_come_to_an_end(unit: str) -> None:
    Structure().find((unit * 1_000_000)[:1_000_000])


@pytest.mark.timeout(60)
def test_ten_thousand_labels_are_ten_thousand_values() -> None:
    text = "\n".join(f"password: tulip{at}x" for at in range(10_000))
    assert len(Structure().find(text)) == 10_000
