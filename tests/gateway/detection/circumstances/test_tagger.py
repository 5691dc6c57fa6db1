from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.detection.circumstances.installed import load
from gateway.detection.circumstances.tagger import CircumstanceTagger
from gateway.types import EntityType
from tests.gateway.detection.circumstances.models import small_model

SMALL = CircumstanceTagger(small_model())
SHIPPED = CircumstanceTagger(load())
TEXTS = [
    "I have flu.",
    "\nmy job",
    "\n我妈妈王伟有糖尿病",
    "",
    "my job",
    "job\n\n",
    "王小明",
    "flu\nflu",
    "x" * 3000 + " flu",
]
TOLD = {
    "He drives the night bus between Leeds and York.": "drives the night bus",
    "My son got a D in geography and has to repeat the year.": "got a D in geography",
    "She is raising the twins on her own and we split up in May.": "raising the twins on her own",
    "Mum has been in hospital since the first weekend of Advent.": "weekend of Advent",
    "Hi, our alarm company asks for the word, it's rhubarb crumble, and then they reset it.": "rhubarb crumble",
    "Ma mère a été opérée du genou et ne peut plus monter les escaliers.": "opérée du genou",
}
NOBODY = [
    "What are the early signs of measles?",
    "Write a function that returns the median of a list.",
    "The company reported revenue of 3 billion for the quarter.",
]


def values(tagger: CircumstanceTagger, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type.value) for span in tagger.find(text)]


def test_a_word_tells_something_by_itself_or_by_what_stands_beside_it() -> None:
    assert values(SMALL, "I have flu.") == [("flu", "HEALTH_INFORMATION")]
    assert values(SMALL, "my job") == [("job", "OCCUPATION")]
    assert values(SMALL, "a job, my") == []


def test_a_secret_needs_to_be_less_likely_than_what_else_is_told() -> None:
    doubtful = small_model(41)  # "flu" tells something with a likelihood of about a third
    assert values(CircumstanceTagger(doubtful), "I have flu.") == []
    secret = replace(doubtful, types=(EntityType.KEYS, *doubtful.types[1:]))
    assert values(CircumstanceTagger(secret), "I have flu.") == [("flu", "KEYS")]


@pytest.mark.parametrize(
    ("text", "word"),
    [("Meine Frau hat auch Grippe.", "Grippe"), ("У неё грипп.", "грипп"), ("He wrote: יש לי שפעת and left.", "שפעת")],
)
def test_words_of_other_languages_need_not_be_as_likely(text: str, word: str) -> None:
    # A likelihood of .37.
    doubtful = CircumstanceTagger(replace(small_model(42), known={"flu": 0, word.lower(): 0}))
    assert values(doubtful, "I have the flu.") == []
    assert values(doubtful, text) == [(word, "HEALTH_INFORMATION")]


def test_a_paragraph_in_another_language_makes_no_word_of_the_next_one_more_likely() -> None:
    doubtful = CircumstanceTagger(small_model(42))  # a likelihood of .37
    assert values(doubtful, "Meine Frau hat auch keine Zeit.\n\nI have the flu.") == []


def test_names_are_found_only_in_scripts_without_letter_case() -> None:
    assert values(SMALL, "Ann") == []
    model = small_model()
    renamed = {"王" if word == "ann" else word: row for word, row in model.known.items()}
    assert values(CircumstanceTagger(replace(model, known=renamed)), "王, my job") == [
        ("王", "NAME"),
        ("job", "OCCUPATION"),
    ]


def test_a_paragraph_is_judged_by_itself() -> None:
    assert values(SMALL, "my\n\njob") == []


def test_spans_end_with_their_line_and_have_no_signs_or_little_words_at_their_edges() -> None:
    assert values(SMALL, "flu\nflu") == [("flu", "HEALTH_INFORMATION")] * 2


def test_a_span_says_which_of_its_words_tell_something_by_themselves() -> None:
    [[span], [later], [whole]] = SMALL.find_all(["flu job", "well, flu job", "flu flu"])
    assert (span.start, span.end, span.sure) == (0, 7, ((0, 3),))
    assert (later.start, later.end, later.sure) == (6, 13, ((6, 9),))
    assert whole.sure == ()


def test_two_kinds_of_things_told_in_a_row_are_two_spans() -> None:
    assert values(SMALL, "flu my job") == [("flu", "HEALTH_INFORMATION"), ("job", "OCCUPATION")]
    text = "He broke his collarbone and got a job as a lift engineer."
    assert [kind for _, kind in values(SHIPPED, text)] == ["HEALTH_INFORMATION", "OCCUPATION"]


@given(st.lists(st.sampled_from(TEXTS), max_size=5))
def test_many_texts_together_have_the_same_spans_as_one_by_one(texts: list[str]) -> None:
    for tagger in (SMALL, SHIPPED):
        assert tagger.find_all(texts) == [list(tagger.find(text)) for text in texts]


@pytest.mark.parametrize("text", TOLD)
def test_what_follows_after_an_empty_line_changes_no_span_not_even_its_score(text: str) -> None:
    alone = list(SHIPPED.find(text))
    longer = SHIPPED.find(text + "\n\n" + "He has asthma. " * 200)
    assert [span for span in longer if span.end <= len(text)] == alone


@pytest.mark.parametrize("text", TOLD)
def test_the_shipped_model_finds_what_is_told_in_free_words(text: str) -> None:
    start = text.index(TOLD[text])
    covered = {at for span in SHIPPED.find(text) for at in range(span.start, span.end)}
    assert [text[at] for at in range(start, start + len(TOLD[text])) if at not in covered and text[at].isalnum()] == []


@pytest.mark.parametrize("text", NOBODY)
def test_the_shipped_model_is_silent_where_nothing_is_told_of_anybody(text: str) -> None:
    assert values(SHIPPED, text) == []
