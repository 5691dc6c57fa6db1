"""What leaked through the published summaries, and what they are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, v_measure_score

from lab.canarybench.conversations import Conversation
from lab.canarybench.publication import PAPER_GUARDS, Candidate
from lab.canarybench.redaction import INDICATORS, indicator_hits
from lab.canarybench.reidentification import Exposure, exposure
from lab.canarybench.summarizers import Cluster
from streams.analytics.clustering import Assignment, coherence
from streams.analytics.features import TermMatrix
from streams.analytics.gate import Reason
from streams.canaries.forms import Form
from streams.canaries.leaks import FORMS, LeakFinder
from streams.canaries.rates import ClusterLeaks, leak_rates

# The same whatever a run's k-min is, so that runs can be compared.
READERS_K: Final = 25


@dataclass(frozen=True, slots=True, repr=False)
class Corpus:
    """Conversations, their features, the number of each one's contributor, and the clusters."""

    conversations: Sequence[Conversation]
    features: TermMatrix
    people: NDArray[np.int64]
    clusters: Sequence[Cluster]

    def __repr__(self) -> str:
        return f"Corpus(conversations={len(self.conversations)}, clusters={len(self.clusters)})"


class Leak(msgspec.Struct, frozen=True):
    """That a canary of this kind stands in this cluster's summary, and in which form: never its value."""

    cluster: int
    kind: str
    form: Form


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is published of a cluster: its sizes and its summary, or only the reason why it is withheld."""

    cluster: int
    conversations: int | None = None
    contributors: int | None = None
    summary: str | None = None
    withheld: Reason | None = None

    def __repr__(self) -> str:
        return f"Entry(cluster={self.cluster})"


class Figures(msgspec.Struct, frozen=True):
    """What the paper measures (section 4.3), over published clusters as in its table 1, and what it does not.

    ``leaks`` counts pairs of a conversation and a canary by form, each in its first form only; ``leaked_instances`` and
    the leak rates are about verbatim ones, as in the paper. ``covered`` counts conversations of published clusters.
    ``agreement`` is with the labels, where there are any.
    """

    n: int
    clusters: int
    published: int
    covered: int
    canary_clusters: int
    leaking_clusters: int
    lr_cluster: float
    canary_instances: int
    leaked_instances: int
    lr_canary: float
    leaks: dict[str, int]
    pii_hits: dict[str, int]
    coherence: float
    reidentification: Exposure
    withheld: dict[str, int]
    agreement: dict[str, float] | None


class RunResult(msgspec.Struct, frozen=True):
    """All that a run gives.

    An entry for each cluster, the members of each as indices into the conversations, every leak, the indicator hits by
    cluster, and the figures.
    """

    entries: list[Entry]
    members: list[list[int]]
    leaks: list[Leak]
    hits: list[tuple[int, str]]
    metrics: Figures


def measure(corpus: Corpus, candidates: Sequence[Candidate], reasons: Sequence[Reason | None]) -> RunResult:
    """Return the outcome when each candidate is published or withheld for its reason."""
    public = [each for each, reason in zip(candidates, reasons, strict=True) if reason is None]
    leaks = [leak for each in public for leak in _leaks(each, corpus)]
    hits = [(each.cluster, kind) for each in public for kind in Counter(indicator_hits(each.summary)).elements()]
    verbatim = Counter(leak.cluster for leak in leaks if leak.form is Form.VERBATIM)
    rates = leak_rates(ClusterLeaks(_canaries(corpus, each.cluster), verbatim[each.cluster]) for each in public)
    metrics = Figures(
        n=len(corpus.conversations),
        clusters=len(corpus.clusters),
        published=len(public),
        covered=sum(len(corpus.clusters[each.cluster].rows) for each in public),
        canary_clusters=rates.clusters,
        leaking_clusters=rates.leaking_clusters,
        lr_cluster=round(rates.lr_cluster, 6),
        canary_instances=rates.instances,
        leaked_instances=rates.leaked_instances,
        lr_canary=round(rates.lr_canary, 6),
        leaks={form.value: sum(leak.form is form for leak in leaks) for form in FORMS},
        pii_hits={kind: sum(hit == kind for _, hit in hits) for kind in INDICATORS},
        coherence=_coherence(corpus, public),
        reidentification=sum((_exposure(corpus, each) for each in public), Exposure()),
        withheld={guard.reason.value: reasons.count(guard.reason) for guard in PAPER_GUARDS},
        agreement=_agreement(corpus),
    )
    entries = [_entry(corpus, *each) for each in zip(candidates, reasons, strict=True)]
    return RunResult(entries, [cluster.rows.tolist() for cluster in corpus.clusters], leaks, hits, metrics)


def _leaks(candidate: Candidate, corpus: Corpus) -> list[Leak]:
    """A leak for each pair of a member conversation and a canary of it that its cluster's summary holds."""
    rows = corpus.clusters[candidate.cluster].rows
    canaries = [canary for row in rows for canary in corpus.conversations[row].canaries]
    found = LeakFinder([canary.value for canary in canaries]).find(candidate.summary)
    return [Leak(candidate.cluster, canaries[number].kind, form) for number, form in sorted(found.items())]


def _canaries(corpus: Corpus, cluster: int) -> int:
    return sum(len(corpus.conversations[row].canaries) for row in corpus.clusters[cluster].rows)


def _exposure(corpus: Corpus, candidate: Candidate) -> Exposure:
    rows = corpus.clusters[candidate.cluster].rows
    return exposure(candidate.summary, Cluster(rows, corpus.people[rows]), corpus.features, READERS_K)


def _coherence(corpus: Corpus, public: Sequence[Candidate]) -> float:
    """The mean over published clusters of the mean cosine to the centroid; 0 where nothing is published."""
    cosines = [coherence(corpus.features.weights[corpus.clusters[each.cluster].rows]) for each in public]
    return round(float(np.mean(cosines)), 6) if cosines else 0.0


def _agreement(corpus: Corpus) -> dict[str, float] | None:
    labels = [each.topic for each in corpus.conversations]
    if not any(labels):
        return None
    assignment = np.empty(len(labels), np.int64)
    for number, cluster in enumerate(corpus.clusters):
        assignment[cluster.rows] = number
    known = np.flatnonzero(np.array(labels) != "")
    return agreement([labels[row] for row in known], assignment[known])


def agreement(labels: Sequence[str], assignment: Assignment) -> dict[str, float]:
    """Return ``ari``, ``nmi`` (geometric mean; the arithmetic one is ``v``) and ``v`` of clusters against labels.

    >>> agreement(["a", "a", "b"], np.array([1, 1, 0]))
    {'ari': 1.0, 'nmi': 1.0, 'v': 1.0}
    """
    return {
        "ari": round(float(adjusted_rand_score(labels, assignment)), 6),
        "nmi": round(float(normalized_mutual_info_score(labels, assignment, average_method="geometric")), 6),
        "v": round(float(v_measure_score(labels, assignment)), 6),
    }


def _entry(corpus: Corpus, candidate: Candidate, reason: Reason | None) -> Entry:
    if reason is not None:
        return Entry(candidate.cluster, withheld=reason)
    rows = corpus.clusters[candidate.cluster].rows
    return Entry(candidate.cluster, len(rows), len(np.unique(corpus.people[rows])), candidate.summary)
