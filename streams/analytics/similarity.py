"""Whether a text repeats what few contributors wrote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from streams.analytics.tally import Contribution
from streams.analytics.wording import Words, phrases, segments


def rare_run(texts: Iterable[str], contributions: Iterable[Contribution], words: int, k: int) -> bool:
    """Returns whether the texts have a run of so many words that contributors wrote, but fewer than ``k`` of them.

    Stop words, punctuation and redaction markers are passed over on both sides, and the texts are read as one, so a
    sentence is found that was told apart in terms.

    >>> said = [Contribution(0, "ann", "en", "The blue gnome of my garden fell over")]
    >>> rare_run(["blue gnome", "garden fell"], said, 4, 2), rare_run(["garden, gnome", "blue"], said, 3, 2)
    (True, False)
    """
    wanted = set(_runs(" ".join(texts), words))
    if not wanted:
        return False
    people: defaultdict[Words, set[str]] = defaultdict(set)
    for each in contributions:
        for run in wanted.intersection(_runs(each.text, words)):
            people[run].add(each.contributor)
    return any(len(who) < k for who in people.values())


def _runs(text: str, words: int) -> Iterator[Words]:
    return phrases(tuple(word for segment in segments(text) for word in segment), words)
