from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gateway.rewriting.restoring import Channel, Restorer, restore
from gateway.types import Original, ReplacementMap

ROOT = Path(__file__).parents[3]
MAP = ReplacementMap(
    {
        "[EMAIL1]": Original("ann@x.org"),
        "[NAME1]": Original("Ann"),
        "[NAME1.2]": Original("ANN"),
        "[NAME2]": Original('"Q" \\ [NAME1]\n'),
        "[PHONE_NUMBER1]": Original("4155550100", is_number=True),
        "[PHONE_NUMBER1.2]": Original("4155550100"),
        "[ADDRESS1]": Original("1 Road"),
        "[KEYS1]": Original("k"),
    },
    frozenset({"[KEYS1]", "[TIME1]"}),
)
SENT_BARE = ReplacementMap(MAP.originals, MAP.ambiguous, frozenset(MAP))


def text(answer: str) -> str:
    return restore(answer, MAP, Channel.TEXT).text


@pytest.mark.parametrize(
    ("spelling", "restored"),
    [
        ("[EMAIL1]", "ann@x.org"),
        ("**[EMAIL1]**", "**ann@x.org**"),
        ("[**EMAIL1**]", "**ann@x.org**"),
        ("[*EMAIL1*]", "*ann@x.org*"),
        ("[__EMAIL1__]", "__ann@x.org__"),
        ("`[EMAIL1]`", "`ann@x.org`"),
        ("[`EMAIL1`]", "`ann@x.org`"),
        ("[NAME1]'s", "Ann's"),
        ("[EMAIL 1] [EMAIL_1] [EMAIL-1] [ EMAIL1 ]", "ann@x.org ann@x.org ann@x.org ann@x.org"),
        ("[PHONE NUMBER1] [PHONE-NUMBER 1] [PHONENUMBER1]", "4155550100 4155550100 4155550100"),
        ("\\[EMAIL1\\] \\[PHONE\\_NUMBER1\\]", "ann@x.org 4155550100"),
        ("&#91;EMAIL1&#93; &#x5b;EMAIL1&#x5d; &#x5B;EMAIL1&#x5D;", "ann@x.org ann@x.org ann@x.org"),
        ("&lsqb;EMAIL1&rsqb; &lbrack;EMAIL1&rbrack;", "ann@x.org ann@x.org"),
        ("[link](mailto:[EMAIL1])", "[link](mailto:ann@x.org)"),
        ("[NAME1.2] [NAME1_2] [NAME1].", "ANN ANN Ann."),
        ("[EMAIL\u00a01] [PHONE\u202fNUMBER1]", "ann@x.org 4155550100"),
        ("https://x.example/%5BEMAIL1%5D?n=%5bNAME1%5d", "https://x.example/ann%40x.org?n=Ann"),
        ("[[NAME1]]", "[Ann]"),
    ],
)
def test_what_a_model_makes_of_a_placeholder_is_restored(spelling: str, restored: str) -> None:
    assert restore(spelling, MAP, Channel.TEXT) == restore(restored, ReplacementMap(), Channel.TEXT)


BARE = [
    ("`EMAIL1`", "`ann@x.org`"),
    ("NAME1’s", "Ann’s"),
    ("EMAIL1", "ann@x.org"),
    ("EMAIL_1 EMAIL-1", "ann@x.org ann@x.org"),
    ("PHONE_NUMBER1 PHONE\\_NUMBER1 PHONE NUMBER1", "4155550100 4155550100 4155550100"),
    ("<EMAIL1> (EMAIL1) {EMAIL1} [EMAIL1, NAME1]", "<ann@x.org> (ann@x.org) {ann@x.org} [ann@x.org, Ann]"),
    ("NAME1.2 NAME1_2 NAME1.", "ANN ANN Ann."),
]


@pytest.mark.parametrize(("spelling", "restored"), BARE)
def test_without_brackets_it_is_restored_where_it_was_sent_so(spelling: str, restored: str) -> None:
    assert restore(spelling, SENT_BARE, Channel.TEXT) == restore(restored, ReplacementMap(), Channel.TEXT)


@pytest.mark.parametrize("spelling", [spelling for spelling, _ in BARE])
@pytest.mark.parametrize("channel", [Channel.TEXT, Channel.MIXED, Channel.JSON])
def test_without_brackets_it_is_the_models_own_word_where_it_was_not(spelling: str, channel: Channel) -> None:
    assert restore(spelling, MAP, channel).text == spelling


@pytest.mark.parametrize(
    "answer",
    [
        "const int NAME1 = 500;",
        "CREATE TABLE t (EMAIL1 TEXT)",
        "Signed: [Name 1] and [Name 2]",
        "users[name1]",
        "[name_1]",
    ],
)
def test_code_and_blank_forms_of_the_model_get_nobodys_values(answer: str) -> None:
    assert text(answer) == answer


@pytest.mark.parametrize(
    "answer",
    [
        "EMAIL12 MYEMAIL1 EMAIL1X EMAIL1_x éEMAIL1 EMAIL1é EMAIL1_3",
        "email1 = Email1",
        "⟦EMAIL1⟧",
        "EMAIL 1",
        "[EMAIL007] [EMAIL01] [EMAIL0]",
        "IP ADDRESS1 IP_ADDRESS1",
        "[COLOUR1] [NAME] [1]",
    ],
)
def test_what_is_no_placeholder_stays_and_is_not_counted(answer: str) -> None:
    restored = restore(answer, MAP, Channel.TEXT)

    assert (restored.text, restored.unrestored) == (answer, 0)


@pytest.mark.parametrize("answer", ["[EMAIL2]", "[EMAIL 2]", "[EMAIL1.2]", "[EMAIL1234567]", "\\[NAME9\\]"])
def test_a_placeholder_that_the_map_does_not_have_stays_and_is_counted(answer: str) -> None:
    restored = restore(answer, MAP, Channel.TEXT)

    assert (restored.text, restored.unrestored) == (answer, 1)


def documented() -> list[tuple[str, str]]:
    """The forms in the documentation's table, each with what the client gets."""
    section = (ROOT / "docs/minimization.md").read_text(encoding="utf-8").split("## How answers come back")[1]
    table = section.split("| the model writes |")[1].split("\n\n")[0].splitlines()[2:]
    rows = [[re.findall("`([^`]+)`|(stays)", cell) for cell in row.split("|")[1:3]] for row in table]
    return [
        (form, form if stays else text)
        for forms, gets in rows
        for (form, _), (text, stays) in zip(forms, gets * (len(forms) if len(gets) == 1 else 1), strict=True)
    ]


@pytest.mark.parametrize(("form", "gets"), documented())
def test_the_documented_forms_come_back_as_documented(form: str, gets: str) -> None:
    replacement_map = ReplacementMap({"[NAME1]": Original("Ann Lee")})
    assert restore(form, replacement_map, Channel.TEXT).text == gets
    assert restore(f"so {form} is", replacement_map, Channel.MIXED).text == f"so {gets} is"


def test_an_ambiguous_placeholder_is_restored_in_its_exact_form_only() -> None:
    restored = restore("[KEYS1] KEYS1 [KEYS 1]", SENT_BARE, Channel.TEXT)

    assert (restored.text, restored.unrestored) == ("k KEYS1 [KEYS 1]", 2)


def test_the_user_s_own_literal_stays_and_is_not_counted() -> None:
    restored = restore("[TIME1] [time1] TIME1", MAP, Channel.TEXT)

    assert (restored.text, restored.unrestored) == ("[TIME1] [time1] TIME1", 0)


def test_what_was_put_in_is_not_restored_again() -> None:
    assert text("[NAME2]") == '"Q" \\ [NAME1]\n'


class TestJson:
    def restore(self, answer: str) -> str:
        return restore(answer, MAP, Channel.JSON).text

    def test_an_original_is_escaped_inside_a_string(self) -> None:
        assert json.loads(self.restore('{"to": "x [NAME2]"}')) == {"to": 'x "Q" \\ [NAME1]\n'}

    def test_a_number_that_is_a_whole_value_loses_its_quotes(self) -> None:
        assert self.restore('{"a":"[PHONE_NUMBER1]"}') == '{"a":4155550100}'
        assert self.restore('["[PHONE_NUMBER1]" , "phone_number_1"]') == '[4155550100 , "phone_number_1"]'
        assert self.restore('["[PHONE_NUMBER_1]", "[PHONE NUMBER 1]"]') == "[4155550100, 4155550100]"
        assert self.restore('"[PHONE_NUMBER1]"') == "4155550100"

    def test_a_number_stays_a_string_as_a_key_or_a_part_of_a_string(self) -> None:
        assert self.restore('{"[PHONE_NUMBER1]" : 1}') == '{"4155550100" : 1}'
        assert self.restore('{"a":"[PHONE_NUMBER1] "}') == '{"a":"4155550100 "}'
        assert self.restore('{"a":" [PHONE_NUMBER1]"}') == '{"a":" 4155550100"}'
        assert self.restore('{"a":"[PHONE_NUMBER1],[PHONE_NUMBER1]"}') == '{"a":"4155550100,4155550100"}'

    def test_a_string_of_digits_stays_a_string(self) -> None:
        assert self.restore('["[PHONE_NUMBER1.2]"]') == '["4155550100"]'

    def test_a_quote_within_a_string_is_no_end_of_it(self) -> None:
        assert self.restore(r'{"a":"\"[PHONE_NUMBER1]\"","b":"\\"}') == r'{"a":"\"4155550100\"","b":"\\"}'
        assert self.restore(r'{"a":"\\","b":"[PHONE_NUMBER1]"}') == r'{"a":"\\","b":4155550100}'
        assert self.restore(r'{"a":"\u0022","b":"[PHONE_NUMBER1]"}') == r'{"a":"\u0022","b":4155550100}'
        assert self.restore(r'{"a":"\u0022[PHONE_NUMBER1]\u0022"}') == r'{"a":"\u00224155550100\u0022"}'

    def test_escapes_are_read_as_what_they_stand_for(self) -> None:
        assert self.restore(r'"\u005bEMAIL1\u005D \n[NAME1] \\[EMAIL1\\]"') == r'"ann@x.org \nAnn ann@x.org"'
        assert self.restore(r'"\\u005bEMAIL1 \\nNAME1"') == r'"\\u005bEMAIL1 \\nNAME1"'
        assert self.restore('"\\ud835\\udc00NAME1"') == '"\\ud835\\udc00NAME1"'

    def test_what_is_not_restored_stays_as_it_was_written(self) -> None:
        answer = '{ "a" : "\\u00e9\\/\\"[EMAIL9]" , "b":1.0e5 }\n'

        assert self.restore(answer) == answer

    def test_a_placeholder_outside_of_strings_becomes_a_json_value(self) -> None:
        assert self.restore("[[PHONE_NUMBER1], [EMAIL1]]") == '[4155550100, "ann@x.org"]'

    @pytest.mark.parametrize(
        "broken", ['{"a": "[NAME1]', '"[NAME1]\\', "\\", '\\u00"[NAME1]', '{"a": "x\ny [NAME1]"', '"\\ud83d']
    )
    def test_broken_json_is_restored_as_far_as_it_goes(self, broken: str) -> None:
        assert self.restore(broken) == broken.replace("[NAME1]", "Ann")


class TestNames:
    @pytest.mark.parametrize(
        ("name", "restored"),
        [
            ("NAME1", "Ann"),
            ("notify_NAME1_2", "notify_ANN"),
            ("notify_NAME1_1_2", "notify_Ann_2"),
            ("notify-NAME1-2", "notify-Ann-2"),
            ("NAME1_2abc", "Ann_2abc"),
            ("NAME1_NAME1_2", "Ann_ANN"),
            ("[NAME1.2]", "ANN"),
            ("KEYS1", "k"),
        ],
    )
    def test_a_bare_placeholder_is_restored_as_a_part_of_a_name(self, name: str, restored: str) -> None:
        assert restore(name, MAP, Channel.NAME).text == restored

    @pytest.mark.parametrize(
        "name", ["xNAME1", "NAME1x", "NAME12", "NAME1_3", "name1", "NAME_1", "IP_ADDRESS1", "TIME1"]
    )
    def test_the_longest_reading_counts_or_none(self, name: str) -> None:
        assert restore(name, MAP, Channel.NAME).text == name


class TestStreams:
    @pytest.mark.parametrize(
        "piece", ["Hello ", "see [the docs](x)", "1.5 & 2", "a\\b ", "[EMAILS]", "lower email", "NAMES "]
    )
    def test_what_cannot_become_a_placeholder_is_not_held_back(self, piece: str) -> None:
        assert Restorer(MAP, Channel.TEXT).feed(piece) == piece

    def test_only_the_end_that_may_become_one_is_held_back(self) -> None:
        restorer = Restorer(MAP, Channel.TEXT)

        assert [restorer.feed(piece) for piece in ("Dear [", "NA", "ME1", ".", "2", "] and", " N", "ot")] == [
            "Dear ", "", "", "", "", "ANN and", " ", "Not",
        ]  # fmt: skip
        assert restorer.finish() == ""

    def test_what_is_held_back_comes_when_nothing_follows(self) -> None:
        restorer = Restorer(SENT_BARE, Channel.TEXT)

        assert (restorer.feed("by NAME1"), restorer.finish(), restorer.finish()) == ("by ", "Ann", "")

    def test_a_quote_is_held_back_only_where_a_string_opens(self) -> None:
        restorer = Restorer(MAP, Channel.JSON)

        assert [restorer.feed(piece) for piece in ('{"', 'a"', ':"', "[PHONE_NUMBER1]", '"', "}")] == [
            "{", '"a"', ":", "", "", "4155550100}",
        ]  # fmt: skip

    def test_a_long_held_end_is_bounded(self) -> None:
        restorer = Restorer(MAP, Channel.JSON)
        restorer.feed('"[PHONE_NUMBER1]"')
        said = "".join(restorer.feed(" ") for _ in range(1000))

        assert len(said) > 900


def test_nothing_with_originals_prints_them() -> None:
    restorer = Restorer(MAP, Channel.TEXT)
    restorer.feed("NAME1")

    assert "Ann" not in f"{restorer!r} {restore('[NAME1]', MAP, Channel.TEXT)!r}"
    assert "NAME1" not in repr(restorer)
