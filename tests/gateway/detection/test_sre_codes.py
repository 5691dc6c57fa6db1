"""What is made of kept codes is what ``re`` compiles."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gateway.detection import sre_codes
from gateway.detection.attributes import ATTRIBUTES, sheets
from gateway.detection.attributes.listed import expression, sections, terms
from gateway.detection.attributes.said import SaidOfPeople
from gateway.detection.engine import engine
from gateway.detection.patterns import PATTERNS
from gateway.detection.recognizer import Compiled, Pattern
from gateway.detection.sre_codes import Expression, compiled, learn

ALL = [*PATTERNS, *(each for each in ATTRIBUTES if isinstance(each, Pattern))]
SOME = [Expression("(?P<value>a+)|(b)"), Expression("[à-ÿ]{2,}", re.IGNORECASE), Expression("(?i:x)(?P<y>[0-9])")]


class Memory:
    """Keeps data by name, and how often something was made."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.made = 0

    def kept(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Returns what is kept under a name, or else makes and keeps it."""
        if name not in self.data:
            self.made += 1
            self.data[name] = make()
        return self.data[name]


@pytest.fixture
def forget(monkeypatch: pytest.MonkeyPatch) -> Callable[[], dict[Expression, re.Pattern[str]]]:
    """Makes of this a process that has compiled nothing yet; returns what it will know."""

    def forgotten() -> dict[Expression, re.Pattern[str]]:
        known: dict[Expression, re.Pattern[str]] = {}
        monkeypatch.setattr(sre_codes, "_KNOWN", known)
        return known

    return forgotten


Forget = Callable[[], dict[Expression, re.Pattern[str]]]


def test_what_is_kept_is_the_same_for_all_patterns(forget: Forget) -> None:
    store = Memory()
    expressions = dict.fromkeys(each for pattern in ALL for each in pattern.expressions)
    for _ in range(2):
        known = forget()
        learn(expressions, store)
        assert known.keys() == expressions.keys()
    for given, pattern in known.items():
        right = re.compile(*given)
        assert pattern == right  # the expression, the flags and the code
        assert (pattern.groups, pattern.groupindex) == (right.groups, right.groupindex)
    assert store.made == 1


def test_groups_have_their_names(forget: Forget) -> None:
    forget()
    learn(SOME, Memory())
    found = compiled(*SOME[0]).search("caat")
    assert found is not None
    assert (found.lastgroup, found["value"], found.span("value")) == ("value", "aa", (1, 3))
    assert compiled(*SOME[2]).sub(r"<\g<y>>", "X7") == "<7>"


@pytest.mark.parametrize("store", [None, Memory()])
def test_what_is_learnt_is_compiled_before_a_text_comes(store: Memory | None, forget: Forget) -> None:
    known = forget()
    compiling: tuple[Compiled, ...] = (*PATTERNS[:9], SaidOfPeople({"en"}))
    engine(compiling, store=store)
    assert known.keys() == {one for each in compiling for one in each.expressions}


def test_sentences_are_searched_with_what_was_learnt(forget: Forget) -> None:
    known = forget()
    learn(SaidOfPeople({"en"}).expressions, Memory())
    sheets._compiled.cache_clear()
    searched = [sheets._compiled(clause) for clause in sheets.CLAUSES["en"]]
    searched += [expression(terms(sections("en"), section), "en") for section in ("person", "nobody")]
    assert {*map(id, searched)} == {*map(id, known.values())}


def test_what_is_known_is_not_asked_for_again(forget: Forget) -> None:
    forget()
    store = Memory()
    learn(SOME[:2], store)
    learn(SOME[:2], store)
    assert store.made == 1
    learn(SOME, store)
    assert store.made == 2


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"[1, 2, 3]", b"1", b"[0, [1, 2], 0, {}]", b"[0, [99999999999], 0, {}]", b"[0, [1], 0, []]"],
    ids=["empty", "no list", "too few", "a number", "no code", "too large", "no names"],
)
@pytest.mark.parametrize("lines", [1, 3])
def test_what_is_no_code_is_compiled(line: bytes, lines: int, forget: Forget) -> None:
    store = Memory()
    forget()
    learn(SOME, store)
    store.data = dict.fromkeys(store.data, b"\n".join([line] * lines))
    known = forget()
    learn(SOME, store)
    assert known == {each: re.compile(*each) for each in SOME}


def test_where_python_has_no_such_steps_all_is_compiled_as_ever(
    forget: Forget, monkeypatch: pytest.MonkeyPatch
) -> None:
    def of_another_python(expression: Expression) -> None:
        raise TypeError

    monkeypatch.setattr(sre_codes, "_code", of_another_python)
    known = forget()
    learn(SOME, Memory())
    assert known == {each: re.compile(*each) for each in SOME}
