from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from streams.analytics.tally import MOST_CHARACTERS, ClusterCounts, WindowTally, supports
from streams.analytics.wording import LONGEST_PHRASE, phrases, segments, written
from tests.support.summaries import counts_of, crowd

Event = tuple[int, str, str, str, str]
WORDS = "garden hedge rose tulip train station".split()  # noqa: SIM905
TEXTS = st.lists(st.sampled_from([*WORDS, "the", "[NAME1]", ".", "预订酒店"]), max_size=8).map(" ".join)
SAID = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5), TEXTS), min_size=1, max_size=40)
K = 3


def events(said: Sequence[tuple[int, int, str]]) -> list[Event]:
    return [
        (cluster, f"p{who}", f"{at * 7919 % 65536:04x}", text, "en") for at, (cluster, who, text) in enumerate(said)
    ]


def counted(added: Sequence[Event], most_conversations: int = 3) -> list[ClusterCounts]:
    tally = WindowTally(0, most_conversations)
    for event in added:
        tally.add(*event)
    return list(tally.clusters(K))


@settings(deadline=None)
@given(SAID, st.randoms(use_true_random=False))
def test_order_and_duplicates_change_nothing(said: list[tuple[int, int, str]], random: Random) -> None:
    once = events(said)
    again = [*once, *random.choices(once, k=10)]
    random.shuffle(again)
    assert list(map(asdict, counted(again))) == list(map(asdict, counted(once)))


@settings(deadline=None)
@given(SAID)
def test_a_term_is_supported_by_exactly_the_contributors_who_used_it(said: list[tuple[int, int, str]]) -> None:
    for counts in counted(events(said), most_conversations=100):
        people: defaultdict[str, set[int]] = defaultdict(set)
        for cluster, who, text in said:
            if cluster == counts.cluster:
                for segment in segments(text):
                    for length in range(1, LONGEST_PHRASE + 1):
                        for phrase in phrases(segment, length):
                            people[written(phrase)].add(who)
        assert counts.supports == {term: len(who) for term, who in people.items() if len(who) >= K}


@settings(deadline=None)
@given(SAID, st.integers(1, 3))
def test_no_contributor_counts_for_more_conversations_than_the_cap_in_all_clusters_together(
    said: list[tuple[int, int, str]], most: int
) -> None:
    by_person: defaultdict[str, int] = defaultdict(int)
    for counts in counted(events(said), most):
        for each in counts.contributions:
            by_person[each.contributor] += 1
        assert counts.conversations == len(counts.contributions)
    assert all(number <= most for number in by_person.values())
    assert len(by_person) == len({who for _, who, _ in said})


def test_fifty_conversations_of_one_contributor_are_one_contributor_with_a_large_share() -> None:
    counts = counts_of([*[("loud", "refund zanzibar")] * 50, *crowd("refund", 24)])
    assert (len(counts.contributors), counts.conversations) == (25, 24 + 3)
    assert counts.supports == {"refund": 25}
    assert counts.largest_share == 50 / 74


def test_which_conversations_count_does_not_depend_on_when_they_came() -> None:
    loud = [(cluster, "loud", f"{number:02x}", WORDS[number], "en") for number, cluster in enumerate([1, 1, 2, 2, 3])]
    for order in (loud, loud[::-1]):
        assert [(each.cluster, each.conversations) for each in counted(order, 2)] == [(1, 2)]


def test_languages_are_counted_by_contributors() -> None:
    added = [(0, "a", "1", "x", "en"), (0, "a", "2", "x", "en"), (0, "b", "3", "x", "en"), (0, "b", "4", "x", "de")]
    assert counted(added)[0].languages == {"en": 2, "de": 1}


def test_empty_and_huge_texts_are_counted() -> None:
    huge = f"refund {'very long ' * 100_000} zanzibar"
    counts = counts_of([*crowd("", 3, "silent"), *crowd(huge, 3, "loud")], k=3)
    assert len(counts.contributors) == 6
    assert "refund" in counts.supports
    assert "zanzibar" not in counts.supports
    assert max(len(each.text) for each in counts.contributions) == MOST_CHARACTERS


def test_a_phrase_is_counted_although_other_texts_have_only_its_words() -> None:
    counts = counts_of([*crowd("late parcel", 3, "a"), *crowd("parcel late", 2, "b")], k=3)
    assert counts.supports == {"late": 5, "late parcel": 3, "parcel": 5}


def test_nothing_was_said_in_a_window_without_conversations() -> None:
    assert list(WindowTally(0).clusters(1)) == []
    assert supports([], 1) == {}


def test_what_holds_texts_does_not_print_them() -> None:
    counts = counts_of(crowd("zanzibar", 3), k=3)
    assert "zanzibar" not in f"{counts!r} {counts.contributions!r}"
