"""Requests as hypothesis makes them: texts full of what looks like placeholders, and spans anywhere in them."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from gateway.minimization import minimize
from gateway.plans.predicting import Round
from gateway.policy import Policy
from gateway.rewriting.rewriter import Minimization
from gateway.types import EntityType, Leaf, LeafKind, Span

TYPES = (
    EntityType.EMAIL,
    EntityType.NAME,
    EntityType.PHONE_NUMBER,
    EntityType.AGE,
    EntityType.ADDRESS,
    EntityType.BUSINESS_ADDRESS,
    EntityType.IP_ADDRESS,
)
SPELLINGS = r"""[EMAIL1] [EMAIL2] EMAIL1 EMAIL_1 [NAME1.2] [NAME1.1] NAME1_2 NAME1.2 \[NAME1\] [**AGE1**]
    &#91;EMAIL1&#93; &lsqb;NAME1 [PHONE_NUMBER1] PHONE\_NUMBER2 [IP_ADDRESS1] ADDRESS1 BUSINESS_ADDRESS1 ⟦EMAIL1⟧
    [EMAIL007] [EMAIL99999999999999999999] [EMAIL999999999]"""
FRAGMENTS = r"""[ ] [EMAIL 1] EMAIL 1 .2 _2 _ - . ** ` \ \u005b \\ " : & IP 's { } , Anna anna ann@example.org 34 𝐀 é"""
PIECES = (
    *SPELLINGS.split(),
    *FRAGMENTS.split(),
    "[email 1]",
    "[PHONE NUMBER1]",
    "Anna Lee",
    "415 555 0100",
    "4155550100",
    " ",
    "\n",
)

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=12).map("".join)
names = st.lists(
    st.one_of(
        st.sampled_from(
            (
                "EMAIL1",
                "NAME1",
                "NAME1_2",
                "NAME2",
                "_2",
                "_",
                "-",
                "anna",
                "Anna",
                "2",
                "1",
                "_1",
                "PHONE_",
                "IP_",
                "BUSINESS_",
                "ADDRESS1",
            )
        ),
        st.text(string.ascii_letters + string.digits + "_-", max_size=3),
    ),
    min_size=1,
    max_size=8,
).map("".join)
numbers = st.one_of(
    st.integers(-(10**20), 10**20).map(str), st.sampled_from(("4155550100", "34", "1e5", "-0.5", "4155550100.0"))
)


@dataclass(frozen=True)
class Request:
    leaves: tuple[Leaf, ...]
    spans: tuple[tuple[Span, ...], ...]

    def minimized(self, policy: Policy | None = None, rounds: Sequence[Round] = ()) -> Minimization:
        return minimize(self.leaves, self.spans, policy or Policy(), lambda text: f"hash{len(text)}", rounds=rounds)

    def until(self, message: int) -> Request:
        kept = [index for index, leaf in enumerate(self.leaves) if leaf.message is not None and leaf.message <= message]
        return Request(tuple(self.leaves[index] for index in kept), tuple(self.spans[index] for index in kept))


@st.composite
def spans(draw: st.DrawFn, text: str) -> tuple[Span, ...]:
    """Disjoint spans: between every second pair of cuts."""
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    return tuple(
        Span(start, end, draw(st.sampled_from(TYPES)), 1.0, "test")
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    )


@st.composite
def requests(draw: st.DrawFn, kinds: Sequence[LeafKind] = tuple(LeafKind)) -> Request:
    leaves = []
    for index in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(kinds))
        text = draw({LeafKind.NAME: names, LeafKind.NUMBER: numbers}.get(kind, texts))
        leaves.append(Leaf(f"leaf{index}", kind, text, draw(st.sampled_from((0, 1, 2, None)))))
    return Request(tuple(leaves), tuple(draw(spans(leaf.text)) for leaf in leaves))


@st.composite
def cuts(draw: st.DrawFn, text: str) -> list[str]:
    """The text in pieces, cut anywhere."""
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=len(text))))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]


GIVEN = ("Ann", "Alice", "Bob", "Will", "May", "José", "Jose", "A.", "Li")
MIDDLE = ("", "", "Marie", "M.", "O'")
LAST = ("Lee", "Young", "O'Brien", "van der Berg", "Ng", "Ann", "Li")
FORMS = (
    "{0} {2}", "{0} {1} {2}", "{2}, {0}", "{2}", "{0}", "{0[0]}. {2}", "{0}.{2}", "{0}_{2}", "{0}{2}", "{0[0]}{2}92",
    "Mr. {2}", "Mrs. {2}", "Dr {2}", "{2}'s", "@{0[0]}{2}", "{0[0]}.{2[0]}.", "{0}-{2}", "/{0}/",
)  # fmt: skip
CASES: Sequence[Callable[[str], str]] = (str, str, str.upper, str.lower, str.title)


@st.composite
def histories(draw: st.DrawFn) -> Request:
    """Conversations about people whose names are alike, of which a recognizer sees some and misses others."""
    leaves: list[Leaf] = []
    found: list[tuple[Span, ...]] = []
    people = draw(st.lists(st.tuples(*map(st.sampled_from, (GIVEN, MIDDLE, LAST))), min_size=1, max_size=4))
    for message in range(draw(st.integers(1, 4))):
        text, seen = "", []
        for _ in range(draw(st.integers(1, 5))):
            form = draw(st.sampled_from(CASES))(draw(st.sampled_from(FORMS)).format(*draw(st.sampled_from(people))))
            if draw(st.booleans()):
                seen.append(Span(len(text), len(text) + len(form), EntityType.NAME, 1.0, "test"))
            text += form + draw(st.sampled_from((" ", ", ", " and ", ". ", "\n", " [NAME1] ", "-")))
        leaves.append(Leaf(f"leaf{message}", draw(st.sampled_from((LeafKind.TEXT, LeafKind.KEY))), text, message))
        found.append(tuple(seen))
    return Request(tuple(leaves), tuple(found))
