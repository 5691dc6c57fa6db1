"""The publication gate: publish a cluster's summary, or the first reason to withhold it.

``GUARDS`` is the whole gate: what is looked at, in which order, and the reason that each guard gives.

What it does not hide: guards decide on exact counts, so a publication tells that it passed. k - 1 contributors who work
together learn whether one more used a word that they all used. What k contributors typed may appear, whatever it is,
unless detection finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final

from streams.analytics.noise import Budget
from streams.analytics.sensitive import Classifier, SensitiveTopic, sensitive_topics
from streams.analytics.sentences import foreign_words
from streams.analytics.similarity import rare_run
from streams.analytics.summaries import Detects, Summary, released_terms, texts_of
from streams.analytics.tally import ClusterCounts

SENSITIVE_SHARE: Final = 0.1


class Reason(StrEnum):
    """Why a summary is withheld."""

    FEW_CONTRIBUTORS = "few_contributors"
    FEW_CONVERSATIONS = "few_conversations"
    NOTHING_TO_SAY = "nothing_to_say"
    DOMINATED = "dominated"
    UNSUPPORTED_WORDS = "unsupported_words"
    PERSONAL_DATA = "personal_data"
    RARE_PHRASE = "rare_phrase"
    DIFFERENCING = "differencing"
    BUDGET_SPENT = "budget_spent"
    REVIEW_REQUIRED = "review_required"


class Review(StrEnum):
    """Which summaries a person must approve."""

    NONE = "none"
    SENSITIVE = "sensitive"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class GatePolicy:
    """What a summary must pass.

    ``planted_contributors`` is how many contributors the auditor adds: every k is higher by so many. ``detects`` tells
    whether anything is found in a text, ``classify`` which sensitive topics terms have besides those of the word list.
    """

    detects: Detects
    k_min: int = 25
    sensitive_k_min: int = 50
    planted_contributors: int = 0
    sensitive_topics: frozenset[SensitiveTopic] = frozenset(SensitiveTopic)
    classify: Classifier = lambda terms: ()
    max_share: float = 0.2
    overlap_words: int = 5
    epsilon: Fraction = Fraction(1)
    review: Review = Review.SENSITIVE

    def least(self, topics: Collection[SensitiveTopic]) -> int:
        """Returns the least number of contributors for a cluster with these sensitive topics."""
        k_min = max(self.k_min, self.sensitive_k_min) if topics else self.k_min
        return k_min + self.planted_contributors


@dataclass(frozen=True, slots=True)
class Publication:
    """A summary that was published, and whose conversations it counted."""

    summary: Summary
    contributors: frozenset[str]

    def __repr__(self) -> str:
        return f"Publication(cluster={self.summary.cluster}, contributors={len(self.contributors)})"


@dataclass(frozen=True, slots=True)
class History:
    """What was published before this release, and the budget before it. A release decides all clusters against one."""

    budget: Budget
    publications: tuple[Publication, ...] = ()

    def last(self, window: int, clusters: Iterable[int]) -> Summary | None:
        """Returns the last summary published before this window, of the first of these clusters that has one.

        The clusters are the one that is summarized and then those that it comes from.
        """
        before = [each.summary for each in self.publications if each.summary.window < window]
        for cluster in clusters:
            if own := [each for each in before if each.cluster == cluster]:
                return max(own, key=lambda each: (each.window, each.release))
        return None


@dataclass(frozen=True, slots=True)
class Publish:
    """The summary may be published."""

    summary: Summary


@dataclass(frozen=True, slots=True)
class Withhold:
    """The summary must not be published; with ``REVIEW_REQUIRED``, not before so many persons approve."""

    reason: Reason
    approvals: int = 0


@dataclass(frozen=True)
class Case:
    """What guards look at."""

    cluster: ClusterCounts
    summary: Summary
    policy: GatePolicy
    history: History

    @cached_property
    def topics(self) -> frozenset[SensitiveTopic]:
        """The sensitive topics of the cluster that the policy names."""
        return topics_of(self.cluster, self.policy) | _named(texts_of(self.summary), self.policy)

    @cached_property
    def k(self) -> int:
        """The least number of contributors."""
        return self.policy.least(self.topics)


@dataclass(frozen=True, slots=True)
class Guard:
    """A reason to withhold, and whether it holds."""

    reason: Reason
    holds: Callable[[Case], bool]


def topics_of(cluster: ClusterCounts, policy: GatePolicy) -> frozenset[SensitiveTopic]:
    """Returns the policy's sensitive topics that a cluster is about, whether or not its summary says so.

    A topic counts from terms that k contributors used, and a tenth of the cluster's.

    >>> supports = {"visa renewal": 30, "asylum": 29}
    >>> cluster = ClusterCounts(0, 7, frozenset(map(str, range(300))), 400, 0.1, supports, {"en": 300})
    >>> topics_of(cluster, GatePolicy(lambda text: False))
    frozenset({<SensitiveTopic.IMMIGRATION: 'immigration'>})
    """
    least = max(policy.least(()), SENSITIVE_SHARE * len(cluster.contributors))
    return _named([term for term, count in cluster.supports.items() if count >= least], policy)


def _named(texts: Collection[str], policy: GatePolicy) -> frozenset[SensitiveTopic]:
    if not policy.sensitive_topics:
        return frozenset()
    return (sensitive_topics(texts) | frozenset(policy.classify(texts))) & policy.sensitive_topics


def _few_contributors(case: Case) -> bool:
    return len(case.cluster.contributors) < case.k


def _few_conversations(case: Case) -> bool:
    return case.cluster.conversations < case.k


def _nothing_to_say(case: Case) -> bool:
    return not texts_of(case.summary)


def _dominated(case: Case) -> bool:
    return case.cluster.largest_share > case.policy.max_share


def _unsupported_words(case: Case) -> bool:
    """Whether a term, a language or a word of the sentence is shown that fewer than k contributors support."""
    terms = released_terms(case.summary)
    return (
        any(case.cluster.supports.get(term, 0) < case.k for term in terms)
        or any(case.cluster.languages.get(language, 0) < case.k for language, _ in case.summary.languages)
        or bool(foreign_words(case.summary.sentence, terms))
    )


def _personal_data(case: Case) -> bool:
    return any(map(case.policy.detects, texts_of(case.summary)))


def _rare_phrase(case: Case) -> bool:
    texts = texts_of(case.summary)
    return rare_run(texts, case.cluster.contributions, case.policy.overlap_words, case.k)


def _differencing(case: Case) -> bool:
    """Whether an earlier publication of the window, of whatever cluster, counted nearly the same contributors."""
    return any(
        each.summary != case.summary and len(each.contributors ^ case.cluster.contributors) < case.k
        for each in case.history.publications
        if _is_earlier(each.summary, case.summary)
    )


def _is_earlier(published: Summary, summary: Summary) -> bool:
    same_release = published.release == summary.release
    return published.window == summary.window and (not same_release or published.cluster == summary.cluster)


def _budget_spent(case: Case) -> bool:
    release = (case.summary.window, case.summary.release)
    return not case.history.budget.affords(release, case.policy.epsilon)


def _review_required(case: Case) -> bool:
    return approvals(case.topics, case.policy) > 0


def approvals(topics: Collection[SensitiveTopic], policy: GatePolicy) -> int:
    """Returns how many persons must approve: two for sensitive topics, if the policy asks for review.

    >>> policy = GatePolicy(lambda text: False)
    >>> approvals({SensitiveTopic.HEALTH}, policy), approvals((), policy)
    (2, 0)
    """
    if policy.review is Review.NONE:
        return 0
    if topics:
        return 2
    return 1 if policy.review is Review.ALL else 0


GUARDS: Final = (
    Guard(Reason.FEW_CONTRIBUTORS, _few_contributors),
    Guard(Reason.FEW_CONVERSATIONS, _few_conversations),
    Guard(Reason.NOTHING_TO_SAY, _nothing_to_say),
    Guard(Reason.DOMINATED, _dominated),
    Guard(Reason.UNSUPPORTED_WORDS, _unsupported_words),
    Guard(Reason.PERSONAL_DATA, _personal_data),
    Guard(Reason.RARE_PHRASE, _rare_phrase),
    Guard(Reason.DIFFERENCING, _differencing),
    Guard(Reason.BUDGET_SPENT, _budget_spent),
    Guard(Reason.REVIEW_REQUIRED, _review_required),
)


def decide(
    cluster: ClusterCounts,
    summary: Summary,
    policy: GatePolicy,
    history: History,
    guards: Sequence[Guard] = GUARDS,
) -> Publish | Withhold:
    """Returns whether a cluster's summary may be published, or the reason of the first guard that holds.

    >>> from streams.analytics.summaries import Trend
    >>> cluster = ClusterCounts(0, 7, frozenset("abc"), 3, 0.1, {"garden": 3}, {"en": 3})
    >>> summary = Summary(0, 0, 7, "garden", (("garden", 100),), 4, 4, Trend.NEW, ())
    >>> history = History(Budget(Fraction(90), period=90))
    >>> decide(cluster, summary, GatePolicy(lambda text: False, k_min=3), history)
    Publish(summary=Summary(cluster=7, contributors=4))
    >>> decide(cluster, summary, GatePolicy(lambda text: False, k_min=4), history)
    Withhold(reason=<Reason.FEW_CONTRIBUTORS: 'few_contributors'>, approvals=0)
    """
    case = Case(cluster, summary, policy, history)
    for guard in guards:
        if guard.holds(case):
            needed = approvals(case.topics, policy) if guard.reason is Reason.REVIEW_REQUIRED else 0
            return Withhold(guard.reason, needed)
    return Publish(summary)
