from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from streams.analytics.similarity import rare_run
from streams.analytics.tally import Contribution
from tests.support.summaries import counts_of, crowd

WORDS = st.sampled_from("garden hedge rose tulip train".split())  # noqa: SIM905
TEXTS = st.lists(WORDS, max_size=7).map(" ".join)


def runs(text: str, words: int) -> set[str]:
    split = text.split()
    return {" ".join(split[start : start + words]) for start in range(len(split) - words + 1)}


@settings(deadline=None)
@given(TEXTS, st.lists(st.tuples(st.integers(0, 4).map(str), TEXTS), max_size=12), st.integers(1, 4), st.integers(1, 4))
def test_a_run_is_rare_if_contributors_used_it_but_too_few(
    text: str, said: list[tuple[str, str]], words: int, k: int
) -> None:
    people = [{who for who, each in said if run in runs(each, words)} for run in runs(text, words)]
    contributions = [Contribution(0, who, "en", each) for who, each in said]
    assert rare_run([text], contributions, words, k) == any(0 < len(who) < k for who in people)


def test_spelling_stop_words_and_punctuation_do_not_hide_a_run() -> None:
    said = counts_of([("ann", "The BLUE gnome, of my garden: fell over!")], k=1).contributions
    assert rare_run(["blue gnome garden fell"], said, 4, 2)


def test_a_run_that_k_contributors_share_is_everybodys() -> None:
    said = counts_of(crowd("blue gnome garden fell", 25)).contributions
    assert not rare_run(["blue gnome garden fell"], said, 4, 25)
    assert rare_run(["blue gnome garden fell"], said, 4, 26)


def test_a_run_over_a_script_without_spaces_is_seen() -> None:
    said = counts_of([("ann", "我想预订海边的酒店")], k=1).contributions
    assert rare_run(["预订海边的酒店"], said, 5, 2)
