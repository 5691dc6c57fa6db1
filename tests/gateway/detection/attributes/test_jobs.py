from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from gateway.detection.attributes.jobs import FOLDER, LANGUAGES, PATTERNS
from gateway.detection.attributes.listed import sections, terms
from tests.gateway.detection.finding import found

FEWEST: Final = 100  # jobs
PERSON: Final = {"ja": "夫は", "ko": "남편은 ", "th": "สามีเป็น", "zh": "她是"}


def examples(section: str) -> Iterator[tuple[str, str]]:
    return (
        (language, line) for language in LANGUAGES for line in sections(language, FOLDER)[section].strip().splitlines()
    )


def own(language: str, text: str) -> list[str]:
    return found([each for each in PATTERNS if each.languages == (language,)], text)


@pytest.mark.parametrize(("language", "line"), [*examples("found")])
def test_what_somebody_works_as_is_found(language: str, line: str) -> None:
    text, values = line.rsplit(" = ", 1)
    assert own(language, text) == values.split(", ")


@pytest.mark.parametrize(("language", "text"), [*examples("left")])
def test_a_job_is_left_where_it_is_said_of_nobody_or_only_addresses_somebody(language: str, text: str) -> None:
    assert own(language, text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_hundred_jobs_and_all_of_them_are_found_whole(language: str) -> None:
    jobs = terms(sections(language, FOLDER), "jobs")
    assert len(jobs) >= FEWEST
    for job in jobs:
        assert own(language, f"{PERSON[language]}{job}") == [job]


def test_a_field_a_post_and_a_length_of_time_tell_a_job_of_a_word_that_alone_is_none() -> None:
    assert own("zh", "他想见法务总监") == ["法务总监"]
    assert own("zh", "他想见总监") == []
    assert own("ja", "彼は販売を七年しました") == ["販売"]
    assert own("ja", "彼は販売を見ました") == []


def test_no_job_is_found_in_a_sentence_without_a_word_for_a_person() -> None:
    assert own("ja", "消防士") == own("ko", "소방관") == own("th", "วิศวกร") == own("zh", "消防员") == []
