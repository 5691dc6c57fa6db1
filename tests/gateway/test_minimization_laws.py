"""What holds for every request, whatever stands in it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gateway.entities.numbering import find_entities
from gateway.entities.wordings import core
from gateway.minimization import minimize
from gateway.plans.predicting import Round
from gateway.policy import Policy
from gateway.rewriting.restoring import Channel, Restorer, restore
from gateway.types import Action, EntityType, JsonValue, Leaf, LeafKind, Original, ReplacementMap, Span
from tests.gateway.strategies import PIECES, TYPES, Request, cuts, histories, names, requests, texts
from tests.support.thoroughness import examples

CHANNELS = {LeafKind.TEXT: Channel.TEXT, LeafKind.KEY: Channel.TEXT, LeafKind.NAME: Channel.NAME}
PEOPLE = set(product(("alice", "bob", "will", "may", "jose"), ("lee", "young", "ng")))
WORD = re.compile(r"[^\W_]+")

originals = st.builds(Original, st.one_of(texts, st.sampled_from(PIECES)))
numbers = st.builds(Original, st.sampled_from(("4155550100", "1e5", "-0.5")), st.just(True))
maps = st.builds(
    ReplacementMap,
    st.dictionaries(
        st.sampled_from(("[EMAIL1]", "[EMAIL2]", "[NAME1]", "[NAME1.2]", "[PHONE_NUMBER1]", "[AGE1]")),
        st.one_of(originals, numbers),
    ),
    st.frozensets(st.sampled_from(("[EMAIL1]", "[NAME1]"))),
)


def restored(minimized: str, replacement_map: ReplacementMap, channel: Channel) -> str:
    return restore(minimized, replacement_map, channel).text


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests((LeafKind.TEXT, LeafKind.KEY, LeafKind.NAME))))
def test_redact_then_restore_is_the_identity(request: Request) -> None:
    result = request.minimized()

    for leaf in request.leaves:
        minimized = result.replacements.get(leaf.path, leaf.text)
        assert restored(minimized, result.replacement_map, CHANNELS[leaf.kind]) == leaf.text


@settings(max_examples=examples(300))
@given(requests((LeafKind.TEXT, LeafKind.KEY, LeafKind.NUMBER)), st.booleans())
def test_redact_then_restore_is_the_identity_on_json_values(request: Request, ensure_ascii: bool) -> None:
    result = request.minimized()
    before = [json.loads(leaf.text) if leaf.kind is LeafKind.NUMBER else leaf.text for leaf in request.leaves]
    after: list[JsonValue] = [
        result.replacements.get(leaf.path, value) for leaf, value in zip(request.leaves, before, strict=True)
    ]
    keys = [leaf.path for leaf in request.leaves]
    minimized = json.dumps([dict(zip(keys, after, strict=True)), after], ensure_ascii=ensure_ascii)

    answer = json.loads(restored(minimized, result.replacement_map, Channel.JSON))

    assert answer == [dict(zip(keys, before, strict=True)), before]
    assert [type(value) for value in answer[1]] == [type(value) for value in before]


@settings(max_examples=examples(300))
@given(requests((LeafKind.TEXT, LeafKind.NUMBER)))
def test_a_key_stays_a_string_also_where_its_placeholder_is_a_number_s(request: Request) -> None:
    result = request.minimized()
    keys = {leaf.text: result.replacements.get(leaf.path, leaf.text) for leaf in request.leaves}
    minimized = json.dumps(dict.fromkeys(keys.values()))

    answer = json.loads(restored(minimized, result.replacement_map, Channel.JSON))

    assert list(answer) == list(keys)


@settings(max_examples=examples(300))
@given(st.data(), maps, st.sampled_from(Channel))
def test_however_a_text_is_cut_it_is_restored_as_in_one_piece(
    data: st.DataObject, replacement_map: ReplacementMap, channel: Channel
) -> None:
    text = data.draw(st.one_of(texts, names, texts.map(json.dumps)))
    pieces = data.draw(cuts(text))
    restorer = Restorer(replacement_map, channel)

    streamed = "".join(restorer.feed(piece) for piece in pieces) + restorer.finish()

    assert streamed == restore(text, replacement_map, channel).text
    assert restorer.unrestored == restore(text, replacement_map, channel).unrestored


@settings(max_examples=examples(300))
@given(maps, st.sampled_from(Channel), st.one_of(texts, names, texts.map(json.dumps)))
def test_one_character_at_a_time_is_restored_as_in_one_piece(
    replacement_map: ReplacementMap, channel: Channel, text: str
) -> None:
    restorer = Restorer(replacement_map, channel)

    assert "".join(map(restorer.feed, text)) + restorer.finish() == restore(text, replacement_map, channel).text


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests()))
def test_distinct_values_never_share_a_placeholder_and_no_value_has_two_of_a_type(request: Request) -> None:
    result = request.minimized()
    values = [
        (placeholder.rstrip("0123456789.]"), original) for placeholder, original in result.replacement_map.items()
    ]

    assert len(values) == len(set(values))


@settings(max_examples=examples(300))
@given(requests(), st.integers(0, 2))
def test_a_longer_history_never_renumbers(request: Request, message: int) -> None:
    earlier = request.until(message).minimized().replacement_map
    later = request.minimized().replacement_map

    assert {placeholder: later[placeholder] for placeholder in earlier} == dict(earlier)


@settings(max_examples=examples(500))
@given(histories(), st.integers(0, 2))
def test_whoever_comes_later_an_earlier_form_keeps_its_placeholder(request: Request, message: int) -> None:
    """A form that is a part of a longer one that comes later may be met no more: then its placeholder is nobody's."""
    earlier = request.until(message).minimized().replacement_map
    later = request.minimized().replacement_map
    placeholders = {original: placeholder for placeholder, original in later.items()}

    for placeholder, original in earlier.items():
        assert later.get(placeholder, original) == original
        assert placeholders.get(original, placeholder) == placeholder


@settings(max_examples=examples(300))
@given(histories())
def test_two_people_are_never_one_entity(request: Request) -> None:
    entities = find_entities(request.leaves, request.spans, Policy()).entities

    for entity in entities.values():
        cores = {core(EntityType.NAME, form) for form in entity.forms}
        assert len({(words[0], words[-1]) for words in cores if words} & PEOPLE) <= 1


@given(requests())
def test_the_same_history_gives_the_same_placeholders(request: Request) -> None:
    first, second = request.minimized(), request.minimized()

    assert first.replacements == second.replacements
    assert dict(first.replacement_map) == dict(second.replacement_map)


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests((LeafKind.TEXT, LeafKind.KEY, LeafKind.NAME, LeafKind.NUMBER))))
def test_what_is_redacted_somewhere_stays_nowhere_as_a_whole_word(request: Request) -> None:
    result = request.minimized()
    gone = {original.text for original in result.replacement_map.values() if WORD.search(original.text)}

    for leaf in request.leaves:
        replaced = [(entry.start, entry.end) for entry in result.report if entry.path == leaf.path]
        for value in gone:
            for start, end in _whole_occurrences(value, leaf):
                assert any(begin < end and start < stop for begin, stop in replaced)


def _whole_occurrences(value: str, leaf: Leaf) -> list[tuple[int, int]]:
    if leaf.kind is LeafKind.NUMBER:
        return [(0, len(value))] if value == leaf.text else []
    if leaf.kind is LeafKind.NAME and not (value[0].isalnum() and value[-1].isalnum()):
        return []
    before = r"(?<!IP_)(?<!BUSINESS_)" * (leaf.kind is LeafKind.NAME) + (r"(?<![^\W_])" if value[0].isalnum() else "")
    after = r"(?![^\W_])" if value[-1].isalnum() else ""
    return [match.span() for match in re.finditer(before + re.escape(value) + after, leaf.text)]


VALUES = {
    "asthma": EntityType.HEALTH_INFORMATION,
    "registered nurse": EntityType.OCCUPATION,
    "divorced": EntityType.MARITAL_STATUS,
    "priya raman": EntityType.NAME,
    "lisbon": EntityType.GEOLOCATION,
    "acme widgets": EntityType.AFFILIATION,
}
WRITTEN = st.tuples(
    st.sampled_from(sorted(VALUES)),
    st.sampled_from((str, str.upper, str.title, str.capitalize)),
    st.sampled_from((" ", "  ", "-", "\n")),
    st.sampled_from(("", "'s", "’s")),
    st.booleans(),
)


@given(st.lists(st.lists(WRITTEN, min_size=1, max_size=5), min_size=1, max_size=3))
def test_what_was_found_in_one_spelling_stays_readable_in_no_other(messages: list[list[tuple[Any, ...]]]) -> None:
    leaves, spans, seen = [], [], set()
    for at, written in enumerate(messages):
        text, found = "", []
        for value, case, between, possessive, is_seen in written:
            form = case(value).replace(" ", between)
            if is_seen:
                found.append(Span(len(text), len(text) + len(form), VALUES[value], 1.0, "test"))
                seen.add(value)
            text += f"{form}{possessive}, "
        leaves.append(Leaf(f"leaf{at}", LeafKind.TEXT, text, at))
        spans.append(found)
    result = minimize(leaves, spans, Policy(), str.upper)

    for leaf in leaves:
        minimized = result.replacements.get(leaf.path, leaf.text)
        readable = re.sub(r"[\s-]+", " ", minimized.casefold())
        assert not [value for value in seen if value in readable]
        assert restored(minimized, result.replacement_map, Channel.TEXT) == leaf.text


@settings(max_examples=examples(300))
@given(requests())
def test_every_report_names_what_was_put_where(request: Request) -> None:
    result = request.minimized()
    texts_by_path = {leaf.path: leaf for leaf in request.leaves}

    for entry in result.report:
        assert entry.replacement is not None
        surface = texts_by_path[entry.path].text[entry.start : entry.end]
        assert result.replacement_map[entry.replacement].text == surface


policies = st.dictionaries(st.sampled_from([each.value for each in TYPES]), st.sampled_from(Action)).map(
    lambda actions: Policy(actions={"*": Action.ABSTRACT, **actions})
)


# A retained span cuts the user's own placeholder in two, and the number of it is somebody's.
CUT = Request(
    (Leaf("leaf0", LeafKind.TEXT, "[[EMAIL1]", 0),),
    ((Span(0, 1, EntityType.EMAIL, 1.0, "test"), Span(2, 3, EntityType.NAME, 1.0, "test")),),
)


@settings(max_examples=examples(300))
@example(CUT, Policy(actions={"*": Action.ABSTRACT, "NAME": Action.RETAIN}))
@given(st.one_of(histories(), requests((LeafKind.TEXT, LeafKind.KEY, LeafKind.NAME))), policies)
def test_an_abstraction_stays_and_all_else_is_restored(request: Request, policy: Policy) -> None:
    result = request.minimized(policy)

    for leaf in request.leaves:
        minimized = result.replacements.get(leaf.path, leaf.text)
        abstracted = [entry for entry in result.report if entry.path == leaf.path and entry.action is Action.ABSTRACT]
        expected = leaf.text
        for entry in reversed(abstracted):
            expected = f"{expected[: entry.start]}{entry.replacement}{expected[entry.end :]}"
        assert restored(minimized, result.replacement_map, CHANNELS[leaf.kind]) == expected


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests((LeafKind.TEXT, LeafKind.KEY))), policies, st.integers(0, 2))
def test_a_longer_history_changes_no_abstraction(request: Request, policy: Policy, message: int) -> None:
    """Where a later message hides what a phrase would show, the placeholder takes its place."""
    earlier = phrases(request.until(message), policy, ROUNDS[: message + 1])
    later = phrases(request, policy, ROUNDS)

    assert {place: later.get(place, phrase) for place, phrase in earlier.items()} == earlier


ROUNDS = [Round(1, 0), Round(2, 0), Round(3, 0), Round(4, 0)]


def phrases(request: Request, policy: Policy, rounds: Sequence[Round]) -> dict[tuple[str, int, int], str | None]:
    """The abstraction at each place that has one."""
    report = request.minimized(policy, rounds).report
    return {
        (entry.path, entry.start, entry.end): entry.replacement for entry in report if entry.action is Action.ABSTRACT
    }


@settings(max_examples=examples(300))
@given(st.one_of(histories(), requests((LeafKind.TEXT, LeafKind.KEY))), policies)
def test_two_entities_never_share_an_abstraction(request: Request, policy: Policy) -> None:
    found = find_entities(request.leaves, request.spans, policy)
    texts_by_path = {leaf.path: leaf.text for leaf in request.leaves}
    owners: dict[str | None, set[tuple[EntityType, int]]] = {}
    for entry in request.minimized(policy).report:
        if entry.action is Action.ABSTRACT:
            original = Original(texts_by_path[entry.path][entry.start : entry.end])
            placeholder = found.known.placeholder(entry.entity_type, original)
            owners.setdefault(entry.replacement, set()).add(placeholder[:2])

    assert all(len(each) == 1 for each in owners.values())


SAID = {
    EntityType.TIME: ("5 March 2021", "7 March 2021", "9 August 2019", "March 2021", "August 2019", "9:30 pm"),
    EntityType.GEOLOCATION: ("Lyon", "Paris", "Berlin", "France", "Germany"),
    EntityType.NAME: ("Zoe", "Zed"),
    EntityType.AGE: ("34 years old", "37 years old"),
}
OWN = (
    "5 March 2021",
    "7 March 2021",
    "9 August 2019",
    "9:30 pm",
    "Lyon",
    "Paris",
    "Berlin",
    "Zoe",
    "Zed",
    "34 years old",
)
SEEN = re.compile("|".join(sorted((value for values in SAID.values() for value in values), key=len, reverse=True)))


def conversation(messages: Sequence[str]) -> tuple[list[Leaf], list[list[Span]], list[Round]]:
    """Messages of user and model in turn, with what a recognizer sees in them, in rounds."""
    types = {value: entity_type for entity_type, values in SAID.items() for value in values}
    leaves = [Leaf(f"{at}", LeafKind.TEXT, text, at) for at, text in enumerate(messages)]
    spans = [[Span(*each.span(), types[each[0]], 1.0, "t") for each in SEEN.finditer(text)] for text in messages]
    return leaves, spans, [Round(at, at - 1) for at in range(1, len(messages) + 1, 2)]


@settings(max_examples=examples(300))
@given(st.lists(st.lists(st.sampled_from(OWN), min_size=1, max_size=4), min_size=2, max_size=4), policies)
def test_a_conversation_about_abstractions_goes_on_as_it_began(turns: list[list[str]], policy: Policy) -> None:
    """Whatever a model repeats of what it was told, and is sent again, leaves as it did the first time."""
    messages: list[str] = []
    before: list[str] = []
    for values in turns:
        messages.append(f"Is it {', or '.join(values)}?")
        leaves, spans, rounds = conversation(messages)
        result = minimize(leaves, spans, policy, str.upper, rounds=rounds)
        sent = [result.replacements.get(leaf.path, leaf.text) for leaf in leaves]
        assert sent[: len(before)] == before
        before = [*sent, sent[-1]]
        messages.append(restored(sent[-1], result.replacement_map, Channel.TEXT))


class TestTheLawsCatchAWrongMechanism:
    """The laws above fail for mechanisms that look right."""

    def test_replacing_one_placeholder_after_the_other_restores_what_was_restored(self) -> None:
        leaf = Leaf("leaf0", LeafKind.TEXT, "[EMAIL2] x@example.org", 0)
        request = Request((leaf,), ((Span(0, 8, EntityType.EMAIL, 1.0, "t"), Span(9, 22, EntityType.EMAIL, 1.0, "t")),))
        result = request.minimized()

        naive = result.replacements["leaf0"]
        for placeholder, original in result.replacement_map.items():
            naive = naive.replace(placeholder, original.text)

        assert naive != leaf.text
        assert restored(result.replacements["leaf0"], result.replacement_map, Channel.TEXT) == leaf.text

    @pytest.mark.parametrize("text", ["say [EMAIL1]", "say [EMA"])
    def test_restoring_piece_by_piece_without_holding_back_misses_what_is_cut(self, text: str) -> None:
        replacement_map = ReplacementMap({"[EMAIL1]": Original("x@example.org")})
        whole = "say [EMAIL1]"
        pieces = [text, whole[len(text) :]]

        hasty = "".join(restored(piece, replacement_map, Channel.TEXT) for piece in pieces)

        assert (hasty == "say x@example.org") == (text == whole)

    def test_a_map_that_forgets_the_user_s_own_spellings_restores_them_to_somebody_s_value(self) -> None:
        leaf = Leaf("leaf0", LeafKind.TEXT, "[EMAIL 1] is x@example.org", 0)
        request = Request((leaf,), ((Span(13, 26, EntityType.EMAIL, 1.0, "t"),),))
        result = request.minimized()
        forgetful = ReplacementMap(result.replacement_map.originals)

        assert restored(result.replacements["leaf0"], forgetful, Channel.TEXT) != leaf.text
        assert restored(result.replacements["leaf0"], result.replacement_map, Channel.TEXT) == leaf.text
