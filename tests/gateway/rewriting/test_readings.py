import json

from hypothesis import given
from hypothesis import strategies as st

from gateway.rewriting.readings import JsonText

INNER_QUOTE = "\0"


@given(st.text(), st.booleans())
def test_a_json_string_says_what_it_means(text: str, ensure_ascii: bool) -> None:
    written = json.dumps(text, ensure_ascii=ensure_ascii)
    piece = JsonText(written, last=True)

    assert piece.text == '"' + text.replace('"', INNER_QUOTE) + '"'
    assert piece.raw(0, len(piece.text)) == written


@given(st.text(), st.booleans())
def test_the_parts_as_they_were_written_make_the_whole(text: str, ensure_ascii: bool) -> None:
    written = json.dumps(text, ensure_ascii=ensure_ascii)
    piece = JsonText(written, last=True)

    assert "".join(piece.raw(place, place + 1) for place in range(len(piece.text))) == written


@given(st.text(st.sampled_from('\\u"dD83c0nq x')), st.integers(0, 20))
def test_a_cut_escape_is_left_over_and_nothing_is_lost(written: str, cut: int) -> None:
    first = JsonText(written[:cut], last=False)
    second = JsonText(first.rest + written[cut:], last=True)

    assert first.text + second.text == JsonText(written, last=True).text
    assert first.raw(0, len(first.text)) + second.raw(0, len(second.text)) == written


def test_invalid_escapes_stay_as_they_are() -> None:
    assert JsonText(r"\q\[ \uZZ", last=True).text == r"\q\[ \uZZ"
