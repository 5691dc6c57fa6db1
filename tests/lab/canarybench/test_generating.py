from __future__ import annotations

from collections import Counter
from itertools import chain, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.canarybench.conversations import decode_all, encode
from lab.canarybench.generating import CorpusPlan, conversations
from lab.canarybench.redaction import redact_canary_like
from streams.canaries.paper_kinds import KINDS, canary


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    first, again, other = (
        b"".join(map(encode, conversations(CorpusPlan(n=200, seed=seed), Random(seed)))) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_what_is_written_reads_back() -> None:
    made = list(conversations(CorpusPlan(n=50), Random(0)))
    assert list(decode_all(map(encode, made), "made")) == made


def test_every_canary_stands_in_its_conversation_and_is_used_once() -> None:
    made = list(conversations(CorpusPlan(n=2000, canary_rate=1.0), Random(0)))
    assert all(canary.value in each.text for each in made for canary in each.canaries)
    values = Counter(canary.value for each in made for canary in each.canaries)
    assert set(values.values()) == {1}
    assert {canary.kind for each in made for canary in each.canaries} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_values_never_repeat_also_when_a_form_is_used_up(kind: str) -> None:
    first = KINDS[kind].first
    numbers = list(chain(range(2000), range(first - 1000, first + 2000)))
    assert len({canary(kind, number, 3).value for number in numbers}) == len(set(numbers))


def test_a_used_up_form_grows() -> None:
    assert len(canary("phone", 10**4, 0).value) == len(canary("phone", 0, 0).value) + 1
    assert len(canary("phrase", 32**3, 0).value.split()) == 4


@settings(max_examples=25)
@given(st.floats(0, 1), st.integers(0, 99))
def test_canary_rates_are_kept(canary_rate: float, seed: int) -> None:
    made = conversations(CorpusPlan(n=1000, canary_rate=canary_rate), Random(seed))
    assert abs(sum(len(each.canaries) for each in made) / 1000 - canary_rate) < 0.1


def test_few_topics_make_up_most() -> None:
    topics = Counter(each.topic for each in conversations(CorpusPlan(), Random(0)))
    assert len(topics) == 24
    assert sum(count for _, count in topics.most_common(5)) > 0.8 * 3000


def test_conversations_come_one_by_one() -> None:
    assert len(list(islice(conversations(CorpusPlan(n=10**12), Random(0)), 3))) == 3


@given(st.sampled_from(list(KINDS)), st.integers(0, 10**6))
def test_canary_like_patterns_know_every_canary(kind: str, number: int) -> None:
    value = canary(kind, number, 0).value
    assert redact_canary_like(f"It is {value}.") == "It is [REDACTED_CANARY]."


def test_a_canary_does_not_print_its_value() -> None:
    made = canary("email", 5, 0)
    assert made.value not in repr(made)
