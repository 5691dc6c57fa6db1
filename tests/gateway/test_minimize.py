from __future__ import annotations

import re

import pytest

from gateway.errors import Unavailable
from gateway.minimization import minimize
from gateway.plans.predicting import Round
from gateway.policy import Policy
from gateway.rewriting.restoring import Channel, restore
from gateway.rewriting.rewriter import Minimization
from gateway.types import DENY_LIST, Action, DateDetail, EntityType, Leaf, LeafKind, Original, Span

RECOGNIZERS = {
    EntityType.EMAIL: re.compile(r"[\w.]+@[\w.]+\w"),
    EntityType.PHONE_NUMBER: re.compile(r"\+?\d[\d -]{8,}\d"),
    EntityType.NAME: re.compile(r"[Aa]nna|\bJohn\b|john(?=_)|johnny"),
}


def detect(text: str) -> list[Span]:
    return [
        Span(match.start(), match.end(), entity_type, 0.9, "test")
        for entity_type, pattern in RECOGNIZERS.items()
        for match in pattern.finditer(text)
    ]


def leaf(text: str, message: int | None = 0, kind: LeafKind = LeafKind.TEXT, path: str = "") -> Leaf:
    return Leaf(path or f"{message}:{kind}:{len(text)}", kind, text, message)


def minimized(*leaves: Leaf, policy: Policy | None = None) -> Minimization:
    return minimize(leaves, [detect(each.text) for each in leaves], policy or Policy(), lambda text: "hashed")


def text_of(each: Leaf, result: Minimization) -> str:
    return result.replacements.get(each.path, each.text)


def test_a_leaf_without_spans_is_not_among_the_replacements() -> None:
    assert minimized(leaf("nothing here")).replacements == {}


def test_forms_of_one_entity_are_variants_and_each_comes_back_as_it_was() -> None:
    prompt = leaf("anna@x.org wrote to Anna@X.org, then to bob@x.org and anna@x.org")
    result = minimized(prompt, policy=Policy(actions={"NAME": Action.RETAIN}))

    assert text_of(prompt, result) == "[EMAIL1] wrote to [EMAIL1.2], then to [EMAIL2] and [EMAIL1]"
    assert restore(text_of(prompt, result), result.replacement_map, Channel.TEXT).text == prompt.text


def test_a_number_leaves_as_one_placeholder_of_its_own() -> None:
    number, string = leaf("4155550100", kind=LeafKind.NUMBER), leaf("call 4155550100")
    result = minimized(number, string)

    assert text_of(number, result) == "[PHONE_NUMBER1]"
    assert text_of(string, result) == "call [PHONE_NUMBER1.2]"
    assert result.replacement_map["[PHONE_NUMBER1]"] == Original("4155550100", is_number=True)
    assert result.replacement_map["[PHONE_NUMBER1.2]"] == Original("4155550100", is_number=False)


def test_a_form_that_is_not_met_is_not_in_the_map() -> None:
    assert set(minimized(leaf("call 4155550100")).replacement_map) == {"[PHONE_NUMBER1]"}


def test_an_identifier_always_leaves_as_its_hash_and_makes_nothing_known() -> None:
    user, prompt = leaf("anna@x.org", None, LeafKind.IDENTIFIER), leaf("harmless", None, LeafKind.IDENTIFIER)
    result = minimized(user, prompt)

    assert result.replacements == {user.path: "hashed", prompt.path: "hashed"}
    assert len(result.replacement_map) == 0
    assert result.report == ()


def test_what_stands_in_an_identifier_claims_no_number() -> None:
    result = minimized(leaf("[EMAIL1] [email1]", 0, LeafKind.IDENTIFIER), leaf("anna@x.org", 1))

    assert "[EMAIL1]" in result.replacement_map
    assert result.replacement_map.ambiguous == frozenset()


def test_a_name_takes_the_bare_form_and_the_whole_words_that_a_span_touches() -> None:
    tool = leaf("notify_johnny_now", None, LeafKind.NAME)
    result = minimize([tool], [[Span(7, 11, EntityType.NAME, 1.0, "names")]], Policy(), str.upper)

    assert text_of(tool, result) == "notify_NAME1_now"
    assert result.replacement_map["[NAME1]"].text == "johnny"


def test_two_spans_that_touch_in_a_name_become_one_placeholder() -> None:
    tool = leaf("x_a--b", None, LeafKind.NAME)
    spans = [Span(3, 4, EntityType.NAME, 1.0, "t"), Span(4, 5, EntityType.AGE, 1.0, "t")]

    assert text_of(tool, minimize([tool], [[*spans]], Policy(), str.upper)) == "x_NAME1"


def test_a_number_after_a_bare_placeholder_is_not_read_as_a_variant() -> None:
    tool = leaf("mail_john_2", None, LeafKind.NAME)
    result = minimized(leaf("John"), tool)

    assert text_of(tool, result) == "mail_NAME1_2_2"
    assert text_of(leaf("mail_john_2", 0, LeafKind.NAME), minimized(leaf("mail_john_2", 0, LeafKind.NAME))) == (
        "mail_NAME1_1_2"
    )


@pytest.mark.parametrize("prefix", ["IP_", "BUSINESS_"])
def test_an_address_in_a_name_never_reads_as_another_type(prefix: str) -> None:
    tool = leaf(f"{prefix}home", None, LeafKind.NAME)
    span = Span(len(prefix), len(prefix) + 4, EntityType.ADDRESS, 1.0, "names")
    result = minimize([tool], [[span]], Policy(), str.upper)

    assert text_of(tool, result) == "ADDRESS1"
    assert result.replacement_map["[ADDRESS1]"].text == tool.text


def test_a_value_found_once_is_hidden_in_every_case_and_inflection_and_comes_back_as_it_was_written() -> None:
    text = (
        "I was diagnosed with asthma last year. Asthma runs in the family. Being a Registered Nurse I know; registered "
        "nurses do. I am divorced. DIVORCED!"
    )
    values = [
        ("asthma", EntityType.HEALTH_INFORMATION),
        ("Registered Nurse", EntityType.OCCUPATION),
        ("divorced", EntityType.MARITAL_STATUS),
    ]
    spans = [Span(text.index(each), text.index(each) + len(each), kind, 1.0, "t") for each, kind in values]
    prompt = leaf(text)
    result = minimize([prompt], [spans], Policy(), str.upper)

    assert text_of(prompt, result) == (
        "I was diagnosed with [HEALTH_INFORMATION1] last year. [HEALTH_INFORMATION1.2] runs in the family. Being a "
        "[OCCUPATION1] I know; [OCCUPATION1.2] do. I am [MARITAL_STATUS1]. [MARITAL_STATUS1.2]!"
    )
    assert restore(text_of(prompt, result), result.replacement_map, Channel.TEXT).text == text


def test_what_an_earlier_message_writes_otherwise_is_hidden_once_a_later_one_makes_it_known() -> None:
    first, second = leaf("ASTHMA?", 0), leaf("I have asthma.", 1)
    result = minimize(
        [first, second], [[], [Span(7, 13, EntityType.HEALTH_INFORMATION, 1.0, "t")]], Policy(), str.upper
    )

    assert text_of(first, result) == "[HEALTH_INFORMATION1.2]?"


def test_a_longer_value_is_hidden_whole_where_only_a_shorter_one_in_it_was_found() -> None:
    text = "USA TODAY wrote, said USA TODAY, not TODAY, USA TODAYS or USA today"
    spans = [
        Span(0, 9, EntityType.AFFILIATION, 1.0, "t"),
        Span(22, 25, EntityType.GEOLOCATION, 1.0, "t"),
        Span(44, 47, EntityType.GEOLOCATION, 1.0, "t"),
    ]
    prompt = leaf(text)
    result = minimize([prompt], [spans], Policy(), str.upper)

    assert text_of(prompt, result) == (
        "[AFFILIATION1] wrote, said [AFFILIATION1], not TODAY, [GEOLOCATION1] TODAYS or [AFFILIATION1.2]"
    )
    assert restore(text_of(prompt, result), result.replacement_map, Channel.TEXT).text == text


def test_names_of_tools_keep_words_that_a_proper_name_is_spelled_like() -> None:
    tool, prompt = leaf("ask_lisbon", None, LeafKind.NAME), leaf("Lisbon, asthma")
    key = leaf("ASTHMA", 0, LeafKind.KEY)
    spans = [Span(0, 6, EntityType.GEOLOCATION, 1.0, "t"), Span(8, 14, EntityType.HEALTH_INFORMATION, 1.0, "t")]
    result = minimize([tool, prompt, key], [[], spans, []], Policy(), str.upper)

    assert (text_of(tool, result), text_of(key, result)) == ("ask_lisbon", "[HEALTH_INFORMATION1.2]")


def test_numbers_follow_the_messages_then_the_paths() -> None:
    leaves = [
        leaf("a@x.org", None, path="tools[1]"),
        leaf("b@x.org", None, path="tools[0]"),
        leaf("c@x.org", 1, path="messages[1]"),
        leaf("d@x.org", 0, path="messages[0]"),
    ]

    assert list(minimized(*leaves).replacements.values()) == ["[EMAIL4]", "[EMAIL3]", "[EMAIL2]", "[EMAIL1]"]


def test_a_later_message_makes_a_value_known_in_an_earlier_one_without_renumbering() -> None:
    first, second = leaf("Ask Lee and John", 0), leaf("Lee Smith, Anna", 1)
    spans = [[Span(12, 16, EntityType.NAME, 1.0, "names")], [Span(0, 3, EntityType.NAME, 1.0, "names")]]

    result = minimize([first, second], spans, Policy(), str.upper)

    assert text_of(first, result) == "Ask [NAME2] and [NAME1]"
    assert [entry.recognizer for entry in result.report] == ["propagation", "names", "names"]


def test_what_one_leaf_makes_known_is_redacted_in_numbers_and_names_too() -> None:
    prompt = leaf("34 and Zed")
    number, string = leaf("34", 0, LeafKind.NUMBER), leaf("34.5 or 34", 1)
    tool = leaf("ask_Zed", None, LeafKind.NAME)
    spans = [[Span(0, 2, EntityType.AGE, 1.0, "t"), Span(7, 10, EntityType.NAME, 1.0, "t")], [], [], []]
    result = minimize([prompt, number, string, tool], spans, Policy(), str.upper)

    assert [text_of(each, result) for each in (number, string, tool)] == ["[AGE1.2]", "[AGE1].5 or [AGE1]", "ask_NAME1"]


def test_a_literal_keeps_its_number_when_it_comes_first_or_with_the_first_value() -> None:
    prompt = leaf("anna@x.org is not [EMAIL1]")
    result = minimized(prompt, policy=Policy(actions={"NAME": Action.RETAIN}))

    assert text_of(prompt, result) == "[EMAIL2] is not [EMAIL1]"
    assert set(result.replacement_map) == {"[EMAIL2]"}


def test_a_literal_that_comes_after_the_value_is_replaced_and_comes_back_as_it_was() -> None:
    first, second = leaf("bob@x.org", 0), leaf("what is [EMAIL1], [EMAIL1.2] or [EMAIL2]?", 1)
    result = minimized(first, second)

    assert text_of(second, result) == "what is [EMAIL3], [EMAIL4] or [EMAIL2]?"
    assert restore(text_of(second, result), result.replacement_map, Channel.TEXT).text == second.text
    assert [entry.recognizer for entry in result.report] == ["test", "literal", "literal"]


def test_a_bare_literal_in_a_name_claims_its_number_like_one_in_a_text() -> None:
    tool = leaf("get_EMAIL1", None, LeafKind.NAME)
    value = leaf("bob@x.org", None)

    assert text_of(value, minimized(tool, value)) == "[EMAIL2]"
    assert text_of(tool, minimized(leaf("bob@x.org", 0), tool)) == "get_EMAIL2"


@pytest.mark.parametrize(
    ("kind", "text", "part", "minimized_text"),
    [
        (LeafKind.TEXT, "not [PHONE_NUMBER1]", "PHONE_NUMBER1", "not [[USERNAME1]]"),
        (LeafKind.TEXT, "not [PHONE_NUMBER1]", "not [PHONE", "[USERNAME1]_NUMBER1]"),
        (LeafKind.NAME, "not_PHONE_NUMBER1", "PHONE", "not_USERNAME1_NUMBER1"),
    ],
)
def test_a_span_that_holds_a_part_of_a_literal_is_redacted_though_the_policy_retains_it(
    kind: LeafKind, text: str, part: str, minimized_text: str
) -> None:
    own, value = leaf(text, 0, kind), leaf("4155550100", 1)
    at = text.index(part)
    spans = [
        [Span(at, at + len(part), EntityType.USERNAME, 1.0, "t")],
        [Span(0, 10, EntityType.PHONE_NUMBER, 1.0, "t")],
    ]
    result = minimize([own, value], spans, Policy(actions={"USERNAME": Action.RETAIN}), str.upper)
    channel = Channel.NAME if kind is LeafKind.NAME else Channel.TEXT

    assert (text_of(own, result), text_of(value, result)) == (minimized_text, "[PHONE_NUMBER1]")
    assert restore(minimized_text, result.replacement_map, channel).text == text


def test_a_retained_span_next_to_a_literal_stays() -> None:
    own = leaf("x[EMAIL1]y")
    spans = [Span(0, 1, EntityType.USERNAME, 1.0, "t"), Span(9, 10, EntityType.USERNAME, 1.0, "t")]
    result = minimize([own], [spans], Policy(actions={"USERNAME": Action.RETAIN}), str.upper)

    assert text_of(own, result) == own.text


def test_what_the_user_s_own_text_spells_loosely_is_ambiguous() -> None:
    result = minimized(leaf("EMAIL1, [NAME 2] and [**AGE3**] but not EMAIL or email4", 0), leaf("bob@x.org", 1))

    assert result.replacement_map.ambiguous == {"[EMAIL1]", "[NAME2]", "[AGE3]"}


def test_what_is_sent_without_brackets_is_remembered_and_comes_back_in_prose_too() -> None:
    tool, prompt = leaf("notify_johnny_now", None, LeafKind.NAME), leaf("Mail johnny or anna", 0)
    result = minimized(tool, prompt)

    sent = text_of(tool, result)
    bare = sent.removeprefix("notify_").removesuffix("_now")
    assert result.replacement_map.identifiers == {f"[{bare}]"}
    assert restore(f"I call {sent} for {bare}", result.replacement_map, Channel.TEXT).text == (
        f"I call {sent} for johnny"
    )
    assert restore(sent, result.replacement_map, Channel.NAME).text == "notify_johnny_now"


def test_our_own_placeholders_are_not_ambiguous() -> None:
    result = minimized(leaf("bob@x.org", 0), leaf("mail_john_now", None, LeafKind.NAME))

    assert result.replacement_map.ambiguous == frozenset()


def test_a_retained_span_stays_and_is_reported() -> None:
    prompt = leaf("bob@x.org, 4155550100")
    result = minimized(prompt, policy=Policy(actions={"EMAIL": Action.RETAIN}))

    assert text_of(prompt, result) == "bob@x.org, [PHONE_NUMBER1]"
    assert [(entry.action, entry.replacement, entry.start, entry.end) for entry in result.report] == [
        (Action.RETAIN, None, 0, 9),
        (Action.REDACT, "[PHONE_NUMBER1]", 11, 21),
    ]


def test_a_retained_span_yields_to_a_value_that_is_redacted_elsewhere() -> None:
    prompt = leaf("Paris")
    spans = [[Span(0, 5, EntityType.GEOLOCATION, 1.0, "t")], [Span(0, 5, EntityType.NAME, 1.0, "t")]]
    policy = Policy(actions={"GEOLOCATION": Action.RETAIN})
    result = minimize([prompt, leaf("Paris", 1)], spans, policy, str.upper)

    assert text_of(prompt, result) == "[NAME1]"
    assert [entry.action for entry in result.report] == [Action.REDACT, Action.REDACT]


def test_a_business_address_that_turns_out_to_be_a_home_is_redacted_everywhere_under_one_placeholder() -> None:
    policy = Policy(actions={"ADDRESS": Action.REDACT, "BUSINESS_ADDRESS": Action.RETAIN})
    office, later, home = (leaf(f"{text} 12 Elm Street", at) for at, text in enumerate(("office:", "at", "I live at")))
    spans = [[Span(8, 21, EntityType.BUSINESS_ADDRESS, 1.0, "t")], [], [Span(10, 23, EntityType.ADDRESS, 1.0, "t")]]

    before = minimize([office, later], spans[:2], policy, str.upper)
    assert [text_of(each, before) for each in (office, later)] == [office.text, later.text]

    after = minimize([office, later, home], spans, policy, str.upper)
    assert [text_of(each, after) for each in (office, later, home)] == [
        "office: [BUSINESS_ADDRESS1]",
        "at [BUSINESS_ADDRESS1]",
        "I live at [BUSINESS_ADDRESS1]",
    ]


ABSTRACTS = Policy(actions={"*": Action.ABSTRACT})
BIRTHDAY = "Zoe, born 1984-05-17, met Zed"
BIRTHDAY_SPANS = [
    Span(0, 3, EntityType.NAME, 1.0, "t"),
    Span(10, 20, EntityType.BIRTH_DATE, 1.0, "t"),
    Span(26, 29, EntityType.NAME, 1.0, "t"),
]


def test_what_is_abstracted_leaves_as_a_vaguer_phrase_and_is_not_restored() -> None:
    prompt = leaf(BIRTHDAY)
    result = minimize([prompt], [BIRTHDAY_SPANS], ABSTRACTS, str.upper)

    assert text_of(prompt, result) == "a person, born May 1984, met another person"
    assert not result.replacement_map
    assert [(entry.action, entry.replacement) for entry in result.report] == [
        (Action.ABSTRACT, "a person"),
        (Action.ABSTRACT, "May 1984"),
        (Action.ABSTRACT, "another person"),
    ]


def test_a_date_keeps_as_much_as_the_policy_says() -> None:
    prompt = leaf(BIRTHDAY)
    policy = Policy(actions={"BIRTH_DATE": Action.ABSTRACT}, dates=DateDetail.DECADE)

    assert text_of(prompt, minimize([prompt], [BIRTHDAY_SPANS], policy, str.upper)) == (
        "[NAME1], born the 1980s, met [NAME2]"
    )


def test_what_has_no_abstraction_is_redacted_and_says_so() -> None:
    prompt = leaf("4111 1111 1111 1111")
    result = minimize([prompt], [[Span(0, 19, EntityType.CREDIT_CARD, 1.0, "t")]], ABSTRACTS, str.upper)

    assert text_of(prompt, result) == "[CREDIT_CARD1]"
    assert result.report[0].action is Action.REDACT


def test_abstractions_stand_in_texts_only() -> None:
    key = leaf("Zed", 0, LeafKind.KEY)
    result = minimize([key], [[Span(0, 3, EntityType.NAME, 1.0, "t")]], ABSTRACTS, str.upper)

    assert (text_of(key, result), result.report[0].action) == ("[NAME1]", Action.REDACT)


def test_a_phrase_does_not_depend_on_what_becomes_of_others() -> None:
    prompt = leaf("Lyon or Paris")
    cities = [Span(0, 4, EntityType.GEOLOCATION, 1.0, DENY_LIST), Span(8, 13, EntityType.GEOLOCATION, 1.0, "t")]

    assert text_of(prompt, minimize([prompt], [cities], ABSTRACTS, str.upper)) == (
        "[GEOLOCATION1] or another city in France"
    )


def test_a_phrase_that_would_show_what_a_later_message_hides_is_given_up() -> None:
    first, second = leaf("I live in Lyon", 0), leaf("France it is", 1)
    spans = [[Span(10, 14, EntityType.GEOLOCATION, 1.0, "t")], [Span(0, 6, EntityType.GEOLOCATION, 1.0, "t")]]

    earlier = minimize([first], spans[:1], ABSTRACTS, str.upper)
    later = minimize([first, second], spans, ABSTRACTS, str.upper)

    assert text_of(first, earlier) == "I live in a city in France"
    assert text_of(first, later) == "I live in [GEOLOCATION1]"


def test_an_answer_that_speaks_of_an_abstraction_stays_and_so_does_the_abstraction() -> None:
    texts = ["I live in Lyon", "A city in France is nice. France!", "a city in France, or Paris, France?"]
    leaves = [leaf(text, at) for at, text in enumerate(texts)]
    spans = [
        [Span(10, 14, EntityType.GEOLOCATION, 1.0, "t")],
        [Span(0, 16, EntityType.GEOLOCATION, 1.0, "t"), Span(26, 32, EntityType.GEOLOCATION, 1.0, "t")],
        [Span(0, 16, EntityType.GEOLOCATION, 1.0, "t"), Span(21, 26, EntityType.GEOLOCATION, 1.0, "t")],
    ]
    rounds = [Round(1, 0), Round(3, 2)]
    result = minimize(leaves, spans, ABSTRACTS, str.upper, rounds=rounds)

    assert [text_of(each, result) for each in leaves] == [
        "I live in a city in France",
        texts[1],
        "a city in France, or another city in France, France?",
    ]
    assert [entry.path for entry in result.report] == [leaves[0].path, leaves[2].path]


def test_a_user_s_own_value_is_no_echo_of_a_phrase_that_holds_it() -> None:
    leaves = [leaf("I live in Lyon", 0), leaf("France!", 1), leaf("I was born in France", 2)]
    spans = [
        [Span(10, 14, EntityType.GEOLOCATION, 1.0, "t")],
        [Span(0, 6, EntityType.GEOLOCATION, 1.0, "t")],
        [Span(14, 20, EntityType.GEOLOCATION, 1.0, "t")],
    ]
    result = minimize(leaves, spans, ABSTRACTS, str.upper, rounds=[Round(1, 0), Round(3, 2)])

    assert not any("France" in text_of(each, result) for each in leaves)


def test_an_echo_may_be_found_with_small_words_around_it() -> None:
    leaves = [leaf("Zed came at 9:30 pm", 0), leaf("In the evening, so", 1)]
    spans = [[Span(12, 19, EntityType.TIME, 1.0, "t")], [Span(0, 14, EntityType.TIME, 1.0, "t")]]
    result = minimize(leaves, spans, ABSTRACTS, str.upper, rounds=[Round(1, 0), Round(2, 0)])

    assert [text_of(each, result) for each in leaves] == ["Zed came at in the evening", "In the evening, so"]


def test_what_is_denied_is_no_echo() -> None:
    leaves = [leaf("I live in Lyon", 0), leaf("France!", 1)]
    spans = [[Span(10, 14, EntityType.GEOLOCATION, 1.0, "t")], [Span(0, 6, EntityType.GEOLOCATION, 1.0, DENY_LIST)]]
    result = minimize(leaves, spans, ABSTRACTS, str.upper, rounds=[Round(1, 0), Round(2, 0)])

    assert [text_of(each, result) for each in leaves] == ["I live in [GEOLOCATION1]", "[GEOLOCATION2]!"]


def test_what_is_not_abstracted_has_no_echo() -> None:
    leaves = [leaf("I live in Lyon", 0), leaf("a city in France", 1)]
    spans = [[Span(at, at + size, EntityType.GEOLOCATION, 1.0, "t")] for at, size in ((10, 4), (10, 6))]
    result = minimize(leaves, spans, Policy(), str.upper, rounds=[Round(1, 0), Round(2, 0)])

    assert text_of(leaves[1], result) == "a city in [GEOLOCATION2]"


def test_a_phrase_that_spells_a_hidden_value_with_its_neighbour_is_given_up() -> None:
    prompt = leaf("Zed Smith or a person Smith")
    spans = [Span(0, 3, EntityType.NAME, 1.0, "t"), Span(13, 27, EntityType.AFFILIATION, 1.0, "t")]
    policy = Policy(actions={"NAME": Action.ABSTRACT})

    assert text_of(prompt, minimize([prompt], [spans], policy, str.upper)) == "[NAME1] Smith or [AFFILIATION1]"


def test_only_the_phrases_around_it_are_given_up() -> None:
    leaves = [leaf("Zed Smith or a person Smith", 0), leaf("So we met at 9:30 pm", 1)]
    spans = [
        [Span(0, 3, EntityType.NAME, 1.0, "t"), Span(13, 27, EntityType.AFFILIATION, 1.0, "t")],
        [Span(13, 20, EntityType.TIME, 1.0, "t")],
    ]
    policy = Policy(actions={"NAME": Action.ABSTRACT, "TIME": Action.ABSTRACT})
    result = minimize(leaves, spans, policy, str.upper)

    assert [text_of(each, result) for each in leaves] == [
        "[NAME1] Smith or [AFFILIATION1]",
        "So we met at in the evening",
    ]


def test_a_learned_plan_is_never_replaced_by_the_policy_s() -> None:
    with pytest.raises(Unavailable):
        minimize([leaf("Zed")], [[]], Policy(predictor="learned"), str.upper)


@pytest.mark.parametrize(
    "policy",
    [Policy(allow_list=frozenset({"BOB@x.org"})), Policy(score_thresholds={"ONLINE_IDENTITY": 1, "EMAIL": 0.95})],
)
def test_what_the_policy_does_not_keep_is_no_span(policy: Policy) -> None:
    result = minimized(leaf("bob@x.org"), policy=policy)

    assert (result.replacements, result.report) == ({}, ())


def test_overlapping_and_empty_spans_do_no_harm() -> None:
    prompt = leaf("Anna Lee Smith")
    spans = [
        Span(0, 8, EntityType.NAME, 0.5, "a"),
        Span(5, 14, EntityType.AFFILIATION, 1.0, "b"),
        Span(3, 3, EntityType.AGE, 1.0, "c"),
    ]
    result = minimize([prompt], [spans], Policy(), str.upper)

    assert text_of(prompt, result) == "[NAME1]"


def test_nothing_that_holds_a_user_s_text_prints_it() -> None:
    result = minimized(leaf("bob@x.org"))

    assert "bob" not in f"{result!r} {result.replacement_map!r} {result.report!r}"


def test_spans_must_be_given_for_every_leaf() -> None:
    with pytest.raises(ValueError, match="shorter"):
        minimize([leaf("a")], [], Policy(), str.upper)
