"""What is promised is found, in every promised form and nowhere else."""

from __future__ import annotations

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from functools import cache
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from streams.canaries.disguises import Disguise, disguised
from streams.canaries.folding import letters
from streams.canaries.forms import IDENTIFIERS, Canary, Form
from streams.canaries.kinds import KINDS
from streams.canaries.mint import mint
from streams.canaries.scanner import YOUNG, CanaryFind, Scanner
from streams.canaries.segment import COMMON
from streams.canaries.topics import TOPICS
from tests.support.canaries import merge_all, never, planted

# Each promised form of docs/audit.md: how a value is written, and as what it is found.
PROMISED: Mapping[str, tuple[Callable[[str], str], Form]] = {
    "verbatim": (str, Form.VERBATIM),
    "upper case": (str.upper, Form.NORMALISED),
    "full width": (
        lambda value: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value), Form.NORMALISED
    ),
    "look-alike letters": (lambda value: disguised(value, Disguise.LOOK_ALIKE), Form.NORMALISED),
    "accents": (lambda value: value.replace("e", "e\u0301").replace("o", "ö"), Form.NORMALISED),
    "zero-width joiners": ("\u200d".join, Form.NORMALISED),
    "spaced": (lambda value: disguised(value, Disguise.SPACED), Form.NORMALISED),
    "no separators": (lambda value: "".join(filter(str.isalnum, value)), Form.NORMALISED),
    "other separators": (
        lambda value: "".join(c if c.isalnum() else " / " if c == " " else f"{c}\n" for c in value), Form.NORMALISED
    ),
    "spelled digits": (lambda value: disguised(value, Disguise.SPELLED), Form.NORMALISED),
    "JSON escapes": (lambda value: "".join(f"\\u{ord(c):04x}" for c in value), Form.ENCODED),
    "JSON escapes of look-alikes": (
        lambda value: json.dumps(disguised(value, Disguise.LOOK_ALIKE) + "я")[1:-1], Form.ENCODED
    ),
    "base64": (lambda value: disguised(value, Disguise.BASE64), Form.ENCODED),
    "base64 for URLs": (lambda value: urlsafe_b64encode(value.encode()).decode().rstrip("="), Form.ENCODED),
    "base64 inside more": (lambda value: b64encode(f"so: {value}!".encode()).decode(), Form.ENCODED),
    "base64 right after a letter": (lambda value: "x" + b64encode(value.encode()).decode(), Form.ENCODED),
    "base64 of capitals": (lambda value: b64encode(value.upper().encode()).decode(), Form.ENCODED),
    "hexadecimal": (lambda value: disguised(value, Disguise.HEX), Form.ENCODED),
    "hexadecimal, spaced": (lambda value: value.encode().hex(" ").upper(), Form.ENCODED),
    "URL": (lambda value: disguised(value, Disguise.URL), Form.ENCODED),
    "URL twice": (lambda value: "".join(f"%25{byte:02x}" for byte in value.encode()), Form.ENCODED),
}  # fmt: skip
MINTED = st.builds(
    lambda kind, seed: mint(kind, Random(seed), never), st.sampled_from(list(KINDS)), st.integers(0, 10**6)
)
AROUND = st.lists(st.sampled_from(["topics", "about", "gardens,", "trains;", "and", "résumés.", "№"]), max_size=6).map(
    " ".join
)


def may_stand(form: str, value: str) -> bool:
    """A single spelled digit is promised to be found in short texts only."""
    return form != "spelled digits" or re.search(rb"[0-9]{2}", letters(value)) is not None


def chatter(random: Random) -> str:
    topic = random.choice(TOPICS)
    return f"{random.choice(topic.tasks)}. {random.choice(topic.details)}."


@pytest.mark.parametrize("form", PROMISED)
@settings(max_examples=60, deadline=None)
@given(canary=MINTED, before=AROUND, after=AROUND)
def test_a_canary_is_found_in_each_promised_form(form: str, canary: Canary, before: str, after: str) -> None:
    assume(may_stand(form, canary.value))
    scanner = Scanner[int]()
    scanner.add({7: canary})
    write, expected = PROMISED[form]
    written = write(canary.value)
    (find,) = scanner.scan(f"{before} {written} {after}")
    assert (find.canary, find.kind) == (7, canary.kind)
    assert find.form is (Form.VERBATIM if canary.value in written else expected)


@settings(max_examples=200, deadline=None)
@given(
    MINTED, AROUND, AROUND, st.sampled_from(["verbatim", "upper case", "spaced", "look-alike letters", "full width"])
)
def test_the_place_of_a_find_holds_the_canary_and_nothing_around_it(
    canary: Canary, before: str, after: str, form: str
) -> None:
    scanner = Scanner[int]()
    scanner.add({7: canary})
    text = f"{before} {PROMISED[form][0](canary.value)} {after}"
    (find,) = scanner.scan(text)
    assert letters(text[find.start : find.end]) == letters(canary.value)
    assert not text[find.start].isspace()
    assert not text[find.end - 1].isspace()


def test_ten_thousand_planted_canaries_and_exactly_the_known_leaks_are_found() -> None:
    scanner, canaries = planted(10_000)
    random = Random(2)
    leaks: dict[str, str] = {}
    texts = []
    for name, canary in canaries.items():
        said = [chatter(random), chatter(random)]
        if random.random() < 0.5:
            leaks[name] = random.choice([form for form in PROMISED if may_stand(form, canary.value)])
            said.insert(1, PROMISED[leaks[name]][0](canary.value))
        else:  # a value of the same kind that was never planted
            said.insert(1, mint(canary.kind, random, lambda value: bool(scanner.scan(value))).value)
        texts.append((name, " ".join(said)))
    found = {(name, find.canary) for name, text in texts for find in scanner.scan(text)}
    assert len(leaks) > 4500
    assert found == {(name, name) for name in leaks}


@pytest.mark.parametrize(
    "kind", sorted(IDENTIFIERS & {"email", "EMAIL", "NAME", "URL", "USERNAME", "CREDIT_CARD", "IBAN"})
)
def test_a_fragment_that_only_one_canary_has_is_found(kind: str) -> None:
    scanner, canaries = MANY()
    some = {name: canary for name, canary in canaries.items() if canary.kind == kind}
    found = 0
    for name, canary in some.items():
        kept = canary.value[: -len(canary.value) // 6]
        finds = scanner.scan(f"It was {kept}… as they said")
        assert [find.canary for find in finds] in ([name], [])
        found += bool(finds)
    print(f"{kind}: {found} of {len(some)} found without their last sixth")


def test_a_fragment_that_two_canaries_have_is_nobodys() -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("EMAIL", "anna4821@birch.example")})
    assert [find.form for find in scanner.scan("anna4821@[URL1]")] == [Form.FRAGMENT]
    scanner.add({2: Canary("EMAIL", "anna4821@cedar.example")})
    assert not scanner.scan("anna4821@[URL1]")
    scanner.expire([1])
    assert [find.canary for find in scanner.scan("anna4821@[URL1]")] == [2]


@pytest.mark.parametrize(
    "text",
    [
        "order 1536904399",
        "5369043991",
        "deadbeef536904399aa",
        "53 69 04 39 9",
        "on 53.69.04 at 39:9",
        "call 536-904-399",
    ],
)
def test_the_digits_of_a_short_number_in_another_number_are_no_find(text: str) -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("SSN", "536-90-4399")})
    assert not scanner.scan(text)


def test_a_number_that_goes_on_is_no_fragment() -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("email", "alex.patel.42157@example.com")})
    assert scanner.scan("alex.patel.42157@[URL1]")
    assert not scanner.scan("alex.patel.421570@[URL1]")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_scanned(text: str) -> None:
    scanner, _ = FEW
    assert scanner.scan(text) == scanner.scan(text, short=True) == []


FEW = planted(44)
MANY = cache(lambda: planted(2000))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("add"), st.integers(1, 2 * YOUNG)),
            st.tuples(st.just("expire"), st.integers(0, 300)),
            st.tuples(st.just("merge"), st.just(0)),
        ),
        max_size=12,
    )
)
def test_whatever_is_added_expired_and_merged_exactly_the_outstanding_are_found(steps: list[tuple[str, int]]) -> None:
    scanner = Scanner[int]()
    outstanding: dict[int, str] = {}
    added = 0
    for step, count in steps:
        if step == "add":
            fresh = {added + number: Canary("email", f"p{added + number:06d}@example.com") for number in range(count)}
            scanner.add(fresh)
            outstanding |= {name: canary.value for name, canary in fresh.items()}
            added += count
        elif step == "expire":
            gone = [name for name in outstanding if name % 300 < count]
            scanner.expire(gone)
            outstanding = {name: value for name, value in outstanding.items() if name not in gone}
        else:
            merge_all(scanner)
    text = " ".join(f"p{number:06d}@example.com" for number in range(added))
    assert {find.canary for find in scanner.scan(text)} == outstanding.keys() == {*range(added)} & outstanding.keys()
    assert len(scanner) == len(outstanding)


def test_a_merge_that_is_built_beside_the_scanner_loses_nothing_that_was_added_meanwhile() -> None:
    scanner = Scanner[int]()
    canaries = {number: Canary("email", f"p{number:06d}@example.com") for number in range(1000)}
    for start in range(0, 300, 65):
        scanner.add({number: canaries[number] for number in range(start, min(300, start + 65))})
    merge = scanner.due()
    assert merge is not None
    segment = merge.build()
    scanner.add({number: canaries[number] for number in range(300, 1000)})
    scanner.expire(range(100))
    scanner.replace(merge, segment)
    text = " ".join(canary.value for canary in canaries.values())
    assert {find.canary for find in scanner.scan(text)} == {*range(100, 1000)}


def test_merging_ends_with_few_segments_and_none_that_is_mostly_expired() -> None:
    scanner = Scanner[int]()
    for start in range(0, 2600, 65):
        scanner.add({number: Canary("email", f"p{number:06d}@example.com") for number in range(start, start + 65)})
        merge_all(scanner)
    assert len(scanner.segments()) <= 4
    scanner.expire(range(2400))
    merge_all(scanner)
    assert sum(scanner.segments()) <= 2 * len(scanner)


def test_a_find_does_not_show_the_value() -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("SSN", "536-90-4399")})
    (find,) = scanner.scan("My SSN is 536-90-4399.")
    assert find == CanaryFind(1, "SSN", Form.VERBATIM, 10, 21)
    assert "4399" not in repr(find) + repr(scanner) + repr(scanner.due())


def test_what_clashes_with_an_outstanding_canary_is_not_minted() -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("phone", "+1-415-555-0199")})
    assert scanner.clashes("+1 (415) 555 0199")
    assert scanner.clashes("+1-415-555-01990")
    assert not scanner.clashes("+1-415-555-0198")


def test_a_fragment_inside_another_canary_is_that_ones_and_no_find_of_its_own() -> None:
    scanner = Scanner[int]()
    scanner.add({1: Canary("NAME", "Ines Rosa Okafor-Weber"), 2: Canary("NAME", "Rosa Okafor-Weber-Novak")})
    assert [(find.canary, find.form) for find in scanner.scan("I am Rosa Okafor-Weber-Novak")] == [(2, Form.VERBATIM)]


def test_a_fragment_that_many_canaries_of_a_segment_have_stays_nobodys() -> None:
    scanner = Scanner[int]()
    scanner.add({number: Canary("EMAIL", f"anna4821@birch{number}.example") for number in range(COMMON + 1)})
    scanner.add({100 + number: Canary("EMAIL", f"bert{4000 + number}@cedar.example") for number in range(YOUNG)})
    scanner.add({99: Canary("EMAIL", "anna4821@dogwood.example")})
    assert not scanner.scan("anna4821@[URL1]")
    scanner.expire(range(COMMON + 1))
    assert not scanner.scan("anna4821@[URL1]")
