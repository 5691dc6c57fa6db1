import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.settings import SettingsError
from gateway.settings.yaml_lines import MAX_DEPTH, parse


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\n---\nb: 2", 2, "one file holds one document"),
        ("a:\n\t- 1", 2, "a tab may not indent"),
        ("a: 1\nb: {c", 2, "not readable as YAML"),
        ("a: 1\nb: @x", 2, "not readable as YAML"),
        ("a: 1\nb: !x!y z", 2, "not readable as YAML"),
        ("a: 1\nb: \x07", 2, "a character that YAML does not allow"),
        ("\n- a\n- b", 2, "a mapping of sections"),
        ("\njust text", 2, "a mapping of sections"),
        ("a: &anchor [1]\nb: *anchor", 1, "anchors and aliases are not supported"),
        ("a: 1\nb: *nowhere", 2, "anchors and aliases are not supported"),
        ("a: 1\nb: " + "[" * 100_000, 2, f"nested deeper than {MAX_DEPTH} levels"),
    ],
)
def test_what_is_no_strict_yaml_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(text)
    (mistake,) = refused.value.mistakes
    assert mistake.line == line
    assert message in mistake.message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3", 3, "written twice, first on line 1"),
        ("s:\n  a: 1\n  a: 1", 3, "written twice, first on line 2"),
        ("a: 1\nb: !!binary aGk=", 2, "tags such as"),
        ("a: 1\nb: !!python/object:os.system {}", 2, "tags such as"),
        ("a: 1\nb: !!int many", 2, "not readable as the kind of value"),
        ('a: 1\nb: "\\ud800"', 2, "lone surrogate"),
        ("a: 1\n? [b]\n: 2", 2, "a key must be plain text"),
        ('a: 1\n"\\ud800": 2', 2, "a key must be plain text"),
    ],
)
def test_a_mistake_in_one_place_leaves_the_rest_readable(text: str, line: int, message: str) -> None:
    document = parse(text + "\nlast: fine")
    (mistake,) = document.mistakes
    assert mistake.line == line
    assert message in mistake.message
    assert document.value["last"] == "fine"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("2024-01-01", "2024-01-01"),
        ("1:30", "1:30"),
        ("127.0.0.1:8080", "127.0.0.1:8080"),
        ("0x10", "0x10"),
        (".inf", ".inf"),
        ("9" * 5000, "9" * 5000),
        ("-3", -3),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("True", True),
        ("~", None),
        ("", None),
        ("'5'", "5"),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text: str, value: object) -> None:
    assert parse(f"a: {text}").value["a"] == value


def test_an_empty_file_is_an_empty_document() -> None:
    assert parse("# nothing yet\n").value == {}


def test_a_missing_part_has_the_line_of_its_parent() -> None:
    document = parse("a: 1\nb:\n  - {c: 1}\n  - d: 1")
    assert document.line(("b", 1, "missing")) == 4
    assert document.line(("nowhere",)) == 1


@given(st.text())
def test_any_text_is_a_document_or_a_refusal(text: str) -> None:
    try:
        parse(text)
    except SettingsError as refused:
        assert refused.mistakes
